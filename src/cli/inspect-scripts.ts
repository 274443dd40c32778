import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import type { Span } from '../covers/calls.ts'
import { helperExit } from '../covers/helper-exit.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { eventSpec } from '../dialects/event-spec.ts'
import { limits } from '../engine/limits.ts'
import { parseCheck } from '../handlers/parse-check.ts'
import { readText } from '../ports/files.ts'
import { launch } from '../process/spawn.ts'
import type { ParseComplaint } from '../shells/complaint.ts'
import { isPosixShell, shebangShell } from '../shells/no-exec.ts'
import { SCRIPT_SHELLS } from '../shells/script.ts'
import type { EntryPlaces } from './entry-places.ts'
import type { InspectContext } from './inspect-context.ts'
import { baseOf, scriptOf } from './inspect-inline.ts'

export type ScriptContext = Pick<InspectContext, 'places' | 'files' | 'formOf'> & {
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly at: EntryPlaces
}

/** A text that a shell reads when a hook runs. */
type HookScript = {
  readonly hook: Hook
  /** Name of the shell. */
  readonly shell: string
  readonly text: string
  /** The file it is in. Absent: it stands in the hook's own file. */
  readonly file?: string
  /** The shell is started with `-e`. */
  readonly failFast: boolean
}

/**
 * Problems of scripts that shells find without running them, and guards whose exit code is that of a helper. Nothing of
 * a project is started: shells are looked for outside of it.
 */
export async function inspectScripts(
  hooks: readonly Hook[],
  around: ScriptContext,
): Promise<readonly Issue[]> {
  const scripts = hooks
    .filter(({ disabled }) => disabled === undefined)
    .flatMap((hook) => scriptsOf(hook, around))
  const found = await Promise.all(scripts.map((script) => inspectScript(script, around)))
  return found.flat()
}

async function inspectScript(script: HookScript, around: ScriptContext): Promise<readonly Issue[]> {
  const shell = findShell(script.shell, around)
  const complaint = shell === undefined ? undefined : await parseCheck(shell, script.text, partsOf(around))
  if (complaint !== undefined) return [unparsed(script, complaint, around)]
  return isGate(script.hook, around) ? helperProblem(script, around) : []
}

function partsOf({ places }: ScriptContext): Parameters<typeof parseCheck>[2] {
  const PATH = places.env('PATH') ?? ''
  return { launch, limits, env: { PATH, LC_ALL: 'C' }, cwd: places.home }
}

function scriptsOf(hook: Hook, around: ScriptContext): readonly HookScript[] {
  if (hook.handler.type !== 'command') return []
  const { start } = hook.handler
  switch (start.kind) {
    case 'script':
      return [{ hook, shell: start.shell, text: start.source, failFast: isFailFast(start.shell) }]
    case 'argv':
      return fileScript(hook, start.words, around)
    case 'inline': {
      const shell = inlineShell(hook, start, around)
      const named = scriptOf(start.command)
      const own = shell === undefined ? [] : [{ hook, shell, text: start.command, failFast: false }]
      return named === undefined ? own : [...own, ...fileScript(hook, [named.file], around)]
    }
  }
}

function isFailFast(shell: string): boolean {
  return shell === 'sh' || shell === 'bash'
}

function inlineShell(
  hook: Hook,
  start: { readonly form: string; readonly command: string },
  { places, formOf }: ScriptContext,
): string | undefined {
  const choices = formOf(hook, start.form)?.commands(start, {
    platform: places.platform,
    variable: places.env,
  })
  const file = choices?.[0]?.file
  return file !== undefined && isPosixShell(file) ? path.basename(file) : undefined
}

/** A script file that is the program, or the first file that a shell is given. */
function fileScript(hook: Hook, words: readonly string[], around: ScriptContext): readonly HookScript[] {
  const [program = '', ...args] = words
  const isShell = isPosixShell(program)
  const name = isShell ? args.find((word) => !/^[-+]/.test(word)) : program
  if (name === undefined || (isShell && args.some((word) => /^-\w*[co]/.test(word)))) return []
  const isPath = isShell || name.includes('/')
  const file = path.resolve(baseOf(hook, around), name)
  const text = isPath ? readText(around.files, file, limits.configBytes) : undefined
  if (typeof text !== 'string') return []
  const [shell, ...options] = isShell ? [program, ...args] : (shebangShell(text) ?? [])
  if (shell === undefined) return []
  const failFast = options.some((word) => /^-\w*e/.test(word))
  return [{ hook, shell: path.basename(shell), text, file, failFast }]
}

/** The program of a shell outside of the project, which could have one of that name as bait. */
function findShell(shell: string, { places, files }: ScriptContext): string | undefined {
  const known = Object.hasOwn(SCRIPT_SHELLS, shell)
    ? SCRIPT_SHELLS[shell as keyof typeof SCRIPT_SHELLS]
    : undefined
  if (places.platform === 'win32' || (known !== undefined && !isPosixShell(shell))) return known?.program
  const folders = (places.env('PATH') ?? '').split(path.delimiter)
  return folders
    .filter((folder) => path.isAbsolute(folder) && !isInside(folder, places.projectDir))
    .map((folder) => path.join(folder, shell))
    .find((file) => files.kind(file) === 'file')
}

function isInside(folder: string, parent: string): boolean {
  const way = path.relative(parent, folder)
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way))
}

function isGate(hook: Hook, { dialects }: ScriptContext): boolean {
  const dialect = dialects.get(hook.dialect)
  return (dialect && eventSpec(dialect, { name: hook.event })?.gate) === true
}

function unparsed(script: HookScript, complaint: ParseComplaint, around: ScriptContext): Issue {
  const { hook, shell, file } = script
  const { text } = complaint
  // A complaint about the end of a script belongs to its last line.
  const line = complaint.line && Math.min(complaint.line, lastLine(script))
  const what = file === undefined ? 'The script' : `Script "${path.basename(file)}"`
  const where = line === undefined || lastLine(script) === 1 ? '' : `, line ${line},`
  const message = `${what} of hook ${hook.id}${where} cannot be parsed by ${shell}: ${text}.`
  return issue('shell.syntax', placeOf(script, line, around), message, HINT)
}

function lastLine({ text }: HookScript): number {
  return text.trimEnd().split('\n').length
}

const HINT = 'Correct it: the shell ends with a failure instead of the answer of the hook.'

function helperProblem(script: HookScript, around: ScriptContext): readonly Issue[] {
  const found = isPosixShell(script.shell) ? helperExit(script.text, script) : undefined
  if (found === undefined) return []
  const { program, line } = found
  const message = `Hook ${script.hook.id} can end with the exit code of "${program}", which is 2 when ${program} itself fails, for example on a missing file; that reads as a deny.`
  const hint = `Write \`if ${program} …; then …; fi\` and end with an \`exit\` of your own.`
  return [warning('guard.helper-exit', placeOf(script, line, around), message, hint)]
}

/** Where a line of the script is: in its own file, or in the hook's file inside of the command. */
function placeOf({ hook, text, file }: HookScript, line: number | undefined, { at }: ScriptContext): Place {
  if (file !== undefined) return { file, hook: hook.id, ...(line !== undefined && { line }) }
  return at.command(hook, line === undefined ? undefined : spanOf(text, line))
}

/** The words of a line. */
function spanOf(text: string, line: number): Span {
  const lines = text.split('\n')
  const whole = lines[line - 1] ?? ''
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return { start: start + whole.search(/\S|$/), end: start + whole.trimEnd().length }
}
