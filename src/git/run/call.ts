import { Buffer } from 'node:buffer'
import { dirname, isAbsolute } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { createScratchFile } from '../../ports/scratch.ts'
import { collect } from '../../process/collect.ts'
import { formatProblem } from '../../process/script-problems.ts'
import { SCRIPT_SHELLS } from '../../shells/script.ts'
import type { Command } from '../../shells/shell.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { encodePath, isPlainPath } from '../contracts/paths.ts'
import type { Argv, CallResult } from '../contracts/runnable.ts'

export type ProcessCall = {
  readonly argv: Argv
  readonly args: readonly string[]
  readonly names: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly scratchDir: string
}

/** One process of one hook: stdin at its end, both streams in the order they were written. */
export async function callProcess(call: ProcessCall): Promise<CallResult | Issue> {
  const words = [...call.args, ...call.names]
  const command = call.argv.command(words)
  if (isIssue(command)) return command
  // A name that was not found stays bare; the spawn says so.
  const problem = isAbsolute(command.file) ? formatProblem(command.file) : undefined
  if (problem) return notStarted(command, problem, call)
  // One look at all of them: with 20,000 names it is a tenth of as many looks. No word has the sign between them.
  return isPlainPath(words.join('\0')) ? start(command, call) : startWithBytes(command, call)
}

async function start(command: Command, call: ProcessCall): Promise<CallResult | Issue> {
  const { cwd, env, signal } = call
  const ended = await collect({ ...command, cwd, env, signal, output: 'joined' })
  switch (ended.kind) {
    case 'exited':
      // A signal counts as 1.
      return { code: ended.code ?? 1, output: Buffer.concat([ended.stdout, ended.stderr]) }
    case 'not-started':
      return notStarted(command, ended.issue, call)
    case 'too-much':
      return issue('hook.output', {}, `"${command.file}" wrote more than 256 MiB and was stopped.`)
    case 'cancelled':
      return cancelled()
  }
}

/**
 * A string argument is always UTF-8 in Node, a file name need not be: those go through a script of `sh` that holds
 * them as bytes and becomes the program.
 */
async function startWithBytes(command: Command, call: ProcessCall): Promise<CallResult | Issue> {
  const words = [command.file, ...command.args].map((word) => quoted(encodePath(word)))
  const source = Buffer.concat([Buffer.from('exec'), ...words])
  const script = createScratchFile(call.scratchDir, 'call.sh', source)
  try {
    return await start({ file: '/bin/sh', args: [script.path] }, call)
  } finally {
    script.remove()
  }
}

const SPACE_QUOTE = Buffer.from(" '")
const QUOTE = Buffer.from("'")
const INNER_QUOTE = Buffer.from(`'\\''`)

function quoted(word: Buffer): Buffer {
  const pieces: Buffer[] = [SPACE_QUOTE]
  let from = 0
  for (let at = word.indexOf(0x27); at >= 0; at = word.indexOf(0x27, from)) {
    pieces.push(word.subarray(from, at), INNER_QUOTE)
    from = at + 1
  }
  return Buffer.concat([...pieces, word.subarray(from), QUOTE])
}

function notStarted(command: Command, problem: Issue, { scratchDir }: ProcessCall): Issue {
  const line = [command.file, ...command.args].join(' ')
  const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line
  const shell = problem.code === 'launch.not-found' ? shellOf(command, scratchDir) : undefined
  return { ...problem, code: 'hook.not-started', detail: shown, ...(shell && { hint: shell.install }) }
}

/** Only the script of a hook's `shell` is in the scratch folder. */
function shellOf({ file, args }: Command, scratchDir: string) {
  const isScript = args.some((arg) => dirname(arg) === scratchDir)
  return isScript ? Object.values(SCRIPT_SHELLS).find(({ program }) => program === file) : undefined
}
