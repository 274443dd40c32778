import type { Hook } from '../core/hook.ts'
import { issue, warning, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { readComplaint } from '../shells/complaint.ts'
import { shebangShell, withoutRunning } from '../shells/no-exec.ts'
import type { Command } from '../shells/shell.ts'

type Exit = Extract<Outcome, { kind: 'exited' }>

/** A process that ended, and the means to have its shell look at the script once more. */
export type EndedCommand = {
  readonly command: Command
  readonly hook: Hook
  /** Text of a file, if it can be read. */
  readonly read: (path: string) => string | undefined
  /** Starts a program where the hook ran, with its variables. */
  readonly run: (command: Command) => Promise<Outcome>
}

/**
 * True when the end of a process may be that of a shell which could not parse its script: it failed, and a line of
 * stderr begins with the name of the shell or of the script.
 */
export function mayBeUnparsed(outcome: Outcome, command: Command): outcome is Exit {
  if (outcome.kind !== 'exited' || outcome.code === 0 || outcome.code === null) return false
  return complaints(outcome, command).length > 0
}

/**
 * A shell that cannot parse its script has not decided, although it exits with 2 as a guard does. The shell is asked to
 * parse the script again without running it: only when it then says the same, the hook failed. In a file of a host the
 * exit code keeps the meaning that it has there, and the problem is told.
 */
export async function settleUnparsed(outcome: Exit, ended: EndedCommand): Promise<Outcome> {
  const said = complaints(outcome, ended.command)
  const parse = parsing(ended)
  if (parse === undefined) return outcome
  const parsed = await ended.run(parse)
  if (parsed.kind !== 'exited' || parsed.code === 0) return outcome
  const again = new Set(linesOf(parsed.stderr.text))
  const line = said.find((each) => again.has(each))
  if (line === undefined) return outcome
  const problem = unparsed(line, parse.file, ended.hook)
  // Output from before the bad line may hold a no, which stands.
  const isNative = ended.hook.onFailure === 'native'
  if (isNative || outcome.stdout.text.trim() !== '')
    return { ...outcome, warnings: [...(outcome.warnings ?? []), asWarning(problem, outcome)] }
  return { kind: 'failed', failure: 'launch-failure', issue: problem, ms: outcome.ms }
}

function complaints({ stderr }: Exit, { file, args }: Command): readonly string[] {
  const names = [file, ...args].map((name) => `${name}:`)
  return linesOf(stderr.text).filter((line) => names.some((name) => line.startsWith(name)))
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trimEnd())
}

/** The shell is the program itself, or the one that the script's first line names. */
function parsing({ command, read }: EndedCommand): Command | undefined {
  const direct = withoutRunning(command)
  if (direct !== undefined) return direct
  const [file, ...options] = shebangShell(read(command.file) ?? '') ?? []
  return file === undefined ? undefined : withoutRunning({ file, args: [...options, command.file] })
}

function unparsed(complaint: string, shell: string, { id, source }: Hook): Issue {
  const { line, text } = readComplaint(complaint)
  const where = line === undefined ? '' : `, line ${line}`
  const message = `The script of hook ${id}${where}, cannot be parsed by ${shell}: ${text}.`
  const place = { file: source.file, pointer: source.pointer, hook: id }
  return issue(
    'shell.syntax',
    place,
    message,
    'Correct the script; `hookwright check` parses it without running it.',
  )
}

function asWarning({ place, message, hint }: Issue, { code }: Exit): Issue {
  const what = `${message} The exit code ${code} of the shell counts as the answer of the hook.`
  return warning('shell.syntax', place, what, hint)
}
