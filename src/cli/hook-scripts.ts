import * as path from 'node:path'
import { isInside } from '../config/places.ts'
import { positionAt } from '../config/position.ts'
import type { Hook } from '../core/hook.ts'
import { noVariables, type HostVariables } from '../core/host-variables.ts'
import type { Place } from '../core/issue.ts'
import { readScript, type Call, type ShellScript, type Span } from '../covers/calls.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { readText } from '../ports/files.ts'
import { quoteWord } from '../shells/argv.ts'
import { startedBy } from './call-program.ts'
import type { EntryPlaces } from './entry-places.ts'
import type { InspectContext } from './inspect-context.ts'
import { baseOf } from './inspect-inline.ts'
import { pathsOf, type PathBase } from './named-path.ts'
import { isShell, scriptOperand } from './script-operand.ts'

/** A shell text that a hook runs. */
export type HookScript = {
  readonly hook: Hook
  readonly text: string
  readonly script: ShellScript
  readonly base: PathBase
  /** The file that holds it. Absent: the text is the hook's command, or a part of it. */
  readonly file?: string
  /** The command was split into words without a shell; what its first word names is checked elsewhere. */
  readonly isArgv: boolean
  placeOf(part?: Span): Place
}

type Around = Pick<InspectContext, 'places' | 'files' | 'formOf'> & {
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly at: EntryPlaces
}

/** Larger files are no scripts that people write by hand. */
export const SCRIPT_BYTES = 64 * 1_024
const MOST_SCRIPTS = 20

/** Returns the shell texts of a hook: its command, texts inside of that (`bash -c`), and scripts of the project that it starts. */
export function scriptsOf(hook: Hook, around: Around): readonly HookScript[] {
  const first = commandScript(hook, around)
  if (first === undefined) return []
  const found = [first]
  const seen = new Set<string>()
  for (let at = 0; at < found.length && found.length < MOST_SCRIPTS; at++) {
    const current = found[at]
    if (current === undefined) break
    for (const call of current.script.calls) {
      const inner = textIn(call, current, around)
      if (inner !== undefined) found.push(inner)
      for (const file of scriptFiles(call, current))
        if (!seen.has(file)) found.push(...fileScript(seen, file, current, around))
    }
  }
  return found
}

function commandScript(hook: Hook, around: Around): HookScript | undefined {
  if (hook.handler.type !== 'command' || hook.disabled !== undefined) return undefined
  const { start } = hook.handler
  const isArgv = start.kind === 'argv'
  const text = isArgv ? start.words.map(quoteIfNeeded).join(' ') : shellText(hook, around)
  const variables = around.dialects.get(hook.dialect)?.hostVariables ?? noVariables
  const script = text === undefined ? undefined : readScript(text, variables)
  if (text === undefined || script === undefined) return undefined
  const base = baseFor(hook, script, { around, variables })
  return {
    hook,
    text,
    script,
    base,
    isArgv,
    placeOf: (part) => around.at.command(hook, part, isArgv ? text : undefined),
  }
}

/** Variables of plugins and of hosts are filled in where no shell is, so they may stand unquoted here. */
function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word)
}

/** Undefined for text of another language. */
function shellText(hook: Hook, { formOf }: Around): string | undefined {
  if (hook.handler.type !== 'command') return undefined
  const { start } = hook.handler
  if (start.kind === 'script')
    return start.shell === 'sh' || start.shell === 'bash' ? start.source : undefined
  if (start.kind !== 'inline') return undefined
  const shells = formOf(hook, start.form)?.shells ?? []
  return shells.includes('bash') || shells.includes('sh') ? start.command : undefined
}

type Reading = { readonly around: Around; readonly variables: HostVariables; readonly own?: string }

/** A relative path counts from where the hook runs and from every folder that the script changes to. */
function baseFor(hook: Hook, script: ShellScript, { around, variables, own }: Reading): PathBase {
  const { places } = around
  const { project } = variables
  const cwd = baseOf(hook, around)
  const here = [cwd, ...(own === undefined ? [] : [own])]
  const start: PathBase = { places, folders: here, projectVariables: project }
  const entered = script.calls.filter(({ words }) => /^(?:cd|pushd)$/.test(words[0]?.text ?? ''))
  const targets = entered.flatMap(({ words }) =>
    words.slice(1, 3).filter(({ text }) => !text.startsWith('-')),
  )
  const isLost = targets.some((word) => pathsOf(word, start).length === 0) || targets.length < entered.length
  // Somewhere that only a run can tell: no relative path can be looked for.
  if (isLost) return { ...start, folders: [] }
  return { ...start, folders: [...new Set([...here, ...targets.flatMap((word) => pathsOf(word, start))])] }
}

/** `bash -c TEXT` and `eval TEXT`, where the text is known. */
function textIn(call: Call, outer: HookScript, around: Around): HookScript | undefined {
  const started = startedBy(call)
  if (started === undefined || !isShell(started.program.text)) return undefined
  const at = started.args.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text))
  const word = at === -1 ? undefined : started.args[at + 1]
  if (word === undefined || !word.isKnown) return undefined
  const variables = around.dialects.get(outer.hook.dialect)?.hostVariables ?? noVariables
  const script = readScript(word.text, variables)
  return script && { ...outer, text: word.text, script, isArgv: false, placeOf: () => outer.placeOf(call) }
}

/** Files of the project that a command starts as shell scripts, or might. */
function scriptFiles(call: Call, { base, hook }: HookScript): readonly string[] {
  const started = startedBy(call)
  if (started === undefined) return []
  const { program, args } = started
  const word =
    program.text.includes('/') && !scriptOperand(program.text, args)
      ? program
      : scriptOperand(program.text, args)
  if (word === undefined) return []
  const root = base.places.projectDir
  return pathsOf(word, base).filter(
    (file) => isInside(file, root) || isInside(file, path.dirname(hook.source.file)),
  )
}

function fileScript(
  seen: Set<string>,
  file: string,
  outer: HookScript,
  around: Around,
): readonly HookScript[] {
  seen.add(file)
  const read = around.files.kind(file) === 'file' ? readText(around.files, file, SCRIPT_BYTES) : undefined
  if (typeof read !== 'string' || !isShellText(file, read)) return []
  // Told as one problem of the file; the commands are judged as they are meant.
  const text = read.replaceAll('\r\n', '\n')
  const variables = around.dialects.get(outer.hook.dialect)?.hostVariables ?? noVariables
  const script = readScript(text, variables)
  if (script === undefined) return []
  const base = baseFor(outer.hook, script, { around, variables, own: path.dirname(file) })
  const placeOf = (part?: Span): Place => ({ file, hook: outer.hook.id, ...(part && spotIn(text, part)) })
  return [{ hook: outer.hook, text, script, base, file, isArgv: false, placeOf }]
}

function spotIn(text: string, { start, end }: Span): Partial<Place> {
  const length = text.slice(start, end).split('\n', 1)[0]?.trimEnd().length ?? 1
  return { ...positionAt(text, start), length: Math.max(1, length) }
}

/** By its first line, or by its name where it has none that says. */
export function isShellText(file: string, text: string): boolean {
  const [, interpreter] = /^#!\s*(.+)/.exec(text) ?? []
  if (interpreter === undefined) return /\.(?:sh|bash)$/.test(file)
  return /(?:^|[/\s])(?:ba|da|k|z)?sh\b/.test(interpreter.trim())
}
