import { BROKEN_FILE_PREFIX } from '../../config/trust.ts'
import { MANIFESTS } from '../../packs/manifests.ts'
import { oneLine } from '../render/issue-line.ts'
import { openWorkspace } from '../../workspace/open.ts'
import { EXIT, type CommandRun, type CommandSpec, type Invocation } from '../command.ts'
import { offer, type Candidate } from '../completion/candidates.ts'
import { gitHookIds } from '../completion/git-hooks.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** One candidate per line, its description after a tab; `:files` and `:folders` are left to the shell. Never fails. */
export function completeAmong(commands: readonly CommandSpec[]): CommandRun {
  return (invocation) => complete(invocation, commands)
}

async function complete(invocation: Invocation, commands: readonly CommandSpec[]): Promise<number> {
  const { args, io } = invocation
  const words = args.options.has('blank') ? [...args.positionals, ''] : args.positionals
  const { candidates, also } = await offer(words, commands)
  const all = [...candidates, ...(await named(also, invocation))]
  const fitting = all.filter(({ word }) => word.startsWith(words.at(-1) ?? ''))
  const left = also === 'files' || also === 'folders' ? [`:${also}\t`] : []
  const lines = [...fitting.map(({ word, help }) => `${oneLine(word)}\t${oneLine(help)}`), ...left]
  io.out(lines.map((line) => `${line}\n`).join(''))
  return EXIT.ok
}

/** Files that cannot be read, and half-written ones, offer nothing; `check` tells what is wrong with them. */
async function named(also: string | undefined, invocation: Invocation): Promise<readonly Candidate[]> {
  try {
    if (also === 'git-hooks') return gitHookIds(invocation.env)
    if (also === 'packs') return packNames()
    return also === 'hooks' ? await hookIds(invocation) : []
  } catch {
    return []
  }
}

function packNames(): readonly Candidate[] {
  return MANIFESTS.map(({ name, summary }) => ({ word: name, help: summary }))
}

async function hookIds({ io, env }: Invocation): Promise<readonly Candidate[]> {
  const { loaded } = await openWorkspace(
    workspaceOptions({ io, env, args: { positionals: [], options: new Map() } }),
  )
  const hooks = loaded.hooks.filter(({ id }) => !id.startsWith(BROKEN_FILE_PREFIX))
  return [...new Map(hooks.map(({ id, event }) => [id, event]))].map(([word, help]) => ({ word, help }))
}
