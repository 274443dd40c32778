import { filesOf as toolFiles } from '../../conditions/tool-files.ts'
import type { CallPart, Event } from '../../core/event.ts'
import { argumentsIn, callsOf, type Argument } from './calls.ts'
import { isPatch, patchedFiles } from '../touches/patched-files.ts'
import { accessOf, type Access } from './tool-kinds.ts'

/** A file that a call names. */
export type CalledFile = {
  /** The path as the call has it. Empty: the call names none, and `doubt` says so. */
  readonly path: string
  /** What the call does with it. `search`: it also reads what is below. `any`: it cannot be told. */
  readonly access: Access
  /** What it writes. Absent: nothing, or the call does not tell. */
  readonly text?: string
  /** True: `text` is the whole new file. Absent: a piece of it. */
  readonly isWhole?: true
  /** Why it may be other files than `path`. Absent: it is this one. */
  readonly doubt?: string
}

const READS: ReadonlySet<string> = new Set(['Read', 'NotebookRead'])
const SEARCHES: ReadonlySet<string> = new Set(['Glob', 'Grep', 'LS'])
const WRITES: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}
/** Canonical tools whose arguments name no files. */
const NO_FILES: ReadonlySet<string> = new Set(
  'Bash PowerShell Monitor WebSearch TodoWrite Agent Task AskUserQuestion ExitPlanMode ToolSearch Skill KillShell'.split(
    ' ',
  ),
)

/** Returns the files that the tools of an event name in their arguments; not those in command lines. */
export function filesOf(event: Pick<Event, 'tool' | 'cwd'>): readonly CalledFile[] {
  return callsOf(event).flatMap((call) => filesIn(call, event.cwd))
}

function filesIn(call: CallPart, cwd: string): readonly CalledFile[] {
  const { name } = call
  if (Object.hasOwn(WRITES, name)) return written(call)
  if (READS.has(name)) return opened(call)
  if (SEARCHES.has(name)) return searched(call, cwd)
  return NO_FILES.has(name) ? [] : others(call)
}

const NO_FILE = 'the call names no file that can be read'

function pathsOf(value: unknown, access: Access): readonly CalledFile[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((path) => typeof path === 'string').map((path) => ({ path, access }))
}

/** Whatever the argument is called: the host knows which one counts. A call without any names no file. */
function opened({ input }: CallPart): readonly CalledFile[] {
  const files = argumentsIn(input).filter(({ key }) => PATH_KEY.test(key))
  return files.map(({ text: path }) => ({ path, access: 'read' }))
}

/** Files that a patch in one of the arguments changes. */
function patched(input: CallPart['input']): readonly CalledFile[] {
  return argumentsIn(input)
    .filter(({ text }) => isPatch(text))
    .flatMap(({ text }) => patchedFiles(text))
    .map((path) => ({ path, access: 'write' }))
}

function written({ name, input }: CallPart): readonly CalledFile[] {
  const moved = pathsOf(input['move_path'] ?? input['new_path'], 'write')
  const texts = argumentsIn(input).filter(({ key }) => /^(?:content|new_string|new_source)$/.test(key))
  const text = texts.length === 0 ? {} : { text: texts.map((each) => each.text).join('\n') }
  const whole = name === 'Write' && texts.length > 0 ? ({ isWhole: true } as const) : {}
  const files = pathsOf(input[WRITES[name] ?? ''] ?? input['file_path'] ?? input['path'], 'write')
  const more = [...moved, ...inEdits(input['edits'])]
  const named = files.length + more.length > 0 ? more : patched(input)
  if (files.length + named.length === 0) return [{ path: '', access: 'write', ...text, doubt: NO_FILE }]
  return [...files.map((file) => ({ ...file, ...text, ...whole })), ...named]
}

/** Edits of several files in one call. */
function inEdits(edits: unknown): readonly CalledFile[] {
  const list: readonly unknown[] = Array.isArray(edits) ? edits.slice(0, 1_000) : []
  return list.flatMap((edit) => {
    const { file_path: file, path } = (edit ?? {}) as Readonly<Record<string, unknown>>
    return pathsOf(file ?? path, 'write')
  })
}

function searched({ name, input }: CallPart, cwd: string): readonly CalledFile[] {
  const found = toolFiles(name === 'LS' ? 'Grep' : name, input, cwd)
  if (found === undefined)
    return [{ path: cwd, access: 'search', doubt: 'the folder of the search cannot be read' }]
  const doubt = found.doubt === undefined ? {} : { doubt: found.doubt }
  return found.files.map((path) => ({ path, access: 'search', ...doubt }))
}

const PATH_KEY = /path|file|uri|url|dest|target|source|folder|dir|root|^(?:from|to|src|location|document)$/i
/** Arguments that people read. */
const PROSE_KEY =
  /^(?:title|body|summary|text|contents?|message|description|query|prompt|name|label|command|code|script|sql)s?$/i
const TEXT_KEY = /^(?:contents?|text|file_text|new_str(?:ing)?|newText|body|data)$/i

/** A tool that we do not know: every text that may be a path is one. */
function others({ name, input }: CallPart): readonly CalledFile[] {
  const access = accessOf(name)
  const all = argumentsIn(input)
  const text =
    access === 'read' || access === 'search' ? undefined : all.find(({ key }) => TEXT_KEY.test(key))?.text
  const named = all.filter(mayBePath)
  return [
    ...named.map(({ text: path }) => ({ path, access, ...(text !== undefined && { text }) })),
    ...patched(input),
  ]
}

/** A text with blanks in it is a path only where its name says so: prompts and contents name files too. */
function mayBePath({ key, text }: Argument): boolean {
  if (text === '' || text.length > 4_096 || text.includes('\n')) return false
  if (/^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(text)) return false
  return PATH_KEY.test(key) || !(PROSE_KEY.test(key) || /\s/.test(text))
}
