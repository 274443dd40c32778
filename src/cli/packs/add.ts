import { parseNpmName } from '../../config/npm-packs.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import { UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { confirm, refuseBelowAgent } from '../person.ts'
import { handlerLines, sideLines } from '../render/handler-lines.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { watchInterruption } from '../signals.ts'
import { checkPack, type CheckedPack } from './check-pack.ts'
import { fail } from './fail.ts'
import { fetchPack } from './fetch-pack.ts'
import { heldHooks } from './held-hooks.ts'
import { openLock, type LockPlace } from './lock-place.ts'
import { unpack } from './unpack.ts'

const COMMAND = 'hookwright packs add'

/** Fetches a pack, shows what it holds, and writes it into the lock when the person agrees. */
export async function addPack(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const [, use = ''] = args.positionals
  const named = parseNpmName(use)
  if (isIssue(named))
    throw new UsageError(`${named.message} ${named.hint ?? ''}`.replace('"use"', `"${use}"`))
  const refusal = refuseBelowAgent(invocation, COMMAND)
  if (refusal !== undefined) return fail(invocation, refusal)
  const place = openLock(invocation)
  if (typeof place === 'string') return fail(invocation, place)
  const checked = await fetched(use, named, { invocation, place })
  if (typeof checked === 'string') return fail(invocation, `${use} was not added: ${checked}.`)
  const { hooks, issues } = await heldHooks(use, checked.files, place.places)
  if (issues.length > 0) return fail(invocation, `${use} was not added: ${issues.map(issueLine).join(' ')}`)
  if (!args.options.has('json')) io.err(`${shown(use, hooks, checked).join('\n')}\n`)
  const no = confirm(invocation, { question: `Write ${use} into ${place.file}?`, command: COMMAND })
  if (no !== undefined) return fail(invocation, no)
  const key = `${named.name}@${named.version}`
  unpack(checked, place.stateDir)
  const unwritten = place.write({ ...place.packs, [key]: checked.locked })
  if (unwritten !== undefined) return fail(invocation, unwritten.message)
  if (args.options.has('json'))
    io.out(jsonText({ added: { use, lock: place.file, hooks: hooks.map(({ id }) => id) } }))
  else io.out(`Added ${use} to ${place.file}.\nUse it in hookwright.yaml: packs: [{ use: "${use}" }]\n`)
  return EXIT.ok
}

type Fetching = { readonly invocation: Invocation; readonly place: LockPlace }

async function fetched(
  use: string,
  named: { readonly name: string; readonly version: string },
  { invocation, place }: Fetching,
): Promise<CheckedPack | string> {
  const interruption = watchInterruption(invocation.signal, async () => {})
  try {
    const cwd = place.places.startDir
    const found = await fetchPack(named, { env: invocation.env, cwd, signal: interruption.signal })
    if (typeof found === 'string') return found
    const locked = place.packs[`${named.name}@${named.version}`]
    if (locked !== undefined && locked.integrity !== found.integrity)
      return `the registry has another content for it than the lock (${found.integrity}); a version never changes, so find out why`
    return checkPack(found, named)
  } finally {
    interruption.stop()
  }
}

/** What the person agrees to. */
function shown(use: string, hooks: readonly Hook[], { files, locked }: CheckedPack): readonly string[] {
  const lines = hooks.flatMap((hook) => [
    `  ${oneLine(hook.id)} on ${hook.event}${hook.condition === undefined ? '' : ` if ${oneLine(hook.condition)}`}`,
    ...[...handlerLines(hook.handler), ...sideLines(hook.handler)].map((line) => `    ${oneLine(line)}`),
  ])
  return [
    `${use} holds ${hooks.length === 1 ? 'one hook' : `${hooks.length} hooks`}:`,
    ...lines,
    `  network: ${networkOf(hooks)}`,
    `  files: ${[...files.keys()].map(oneLine).join(', ')}`,
    `  integrity: ${locked.integrity}`,
  ]
}

function networkOf(hooks: readonly Hook[]): string {
  const types = new Set(hooks.map(({ handler }) => handler.type))
  if (types.has('http') || types.has('mcp_tool') || types.has('model')) return 'it calls others by itself'
  return types.has('command') || types.has('module')
    ? 'not by itself, but its programs and modules can use it as you can'
    : 'none'
}
