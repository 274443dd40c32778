import type { CallPart, Event, ToolCall } from '../core/event.ts'
import { footprints } from '../dialects/footprints.ts'
import { mayBecome, WILD } from './glob.ts'

/** Tools of canonical names that change nothing. */
const READERS: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'WebFetch', 'WebSearch', 'TodoWrite'])
const FILE_PATHS: ReadonlyMap<string, string> = new Map([
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['Write', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
])

/** Texts of our own, of git's hooks, and of folders that hold them, in lower case. */
const OWN = ['hookwright', 'hooks.json', 'hookspath', '.git/', '.config', '.local', 'xdg_', 'plugins/']
  .concat(['settings.json', 'settings.local.json', 'trust-project', 'disableallhooks', '.gitconfig'])
  .concat(['include.path', '-section', 'git_config', '/proc/'])
const COMMANDS = /\btrust\s+(?:add|revoke)\b|\bcli\.[cm]?js\b|\.git(?![a-z])|\bhooks\/|\b(?:git|\w{6})~\d/
/** A word of a command of ours, and what a name can be put together with. */
const ACTS = ['disable', 'uninstall']
const MADE_UP = /[$`*?]/

/** A folder that goes takes along what is in it, and is not named by that. */
const REMOVES = /\b(?:rm|mv|rmdir|rd|ri|mi|trash|shred|rimraf|(?:remove|move|rename)-item)\s/i
/** Operands that may be a folder around the project or the home directory, or one whose name is not in the text. */
const AROUND = /(?:^|[\s"'=])(?:[/~$%\x60\\]|[a-z]:|\.\.\/|\.{1,2}\/?(?=[\s;&|)"']|$))/i
/** Where a name alone may be a home directory. */
const TOP = /^(?:[a-z]:)?[\\/]?(?:home|users|root)?[\\/]?$/i

type Names = { readonly words: readonly string[]; readonly programs: readonly string[] }

let known: Names | undefined

/** Made with the first call: most runs have none. */
function allNames(): Names {
  if (known !== undefined) return known
  const hosts = Object.values(footprints)
  const words = hosts.flatMap(({ words: own, launch }) => [
    ...own,
    ...(launch?.options ?? []),
    ...(launch?.variables ?? []).map((name) => name.toLowerCase()),
    ...(launch?.commands ?? []),
  ])
  const programs = hosts.flatMap(({ launch }) => launch?.programs ?? [])
  return (known = { words: [...new Set([...OWN, ...words])], programs })
}

/** Looks for each name by itself: one regular expression of all would take a millisecond to compile, at every call. */
function hasName(text: string): boolean {
  const lower = text.toLowerCase()
  const { words, programs } = allNames()
  if (words.some((word) => lower.includes(word)) || COMMANDS.test(lower)) return true
  if (ACTS.some((act) => lower.includes(act)) && MADE_UP.test(lower)) return true
  const mentioned = programs.filter((program) => lower.includes(program))
  return mentioned.length > 0 && new RegExp(`(?:^|[\\s;&|("'/])(?:${mentioned.join('|')})\\s`).test(lower)
}

/** Quotes and escapes that a shell takes away can stand in the middle of a name. */
const QUOTES = /["'\\`]/
/** A name can be spelt with these, so that its letters do not stand in the text. */
const ENCODED = /\$['"]/
/** Some file systems take other characters for those of a name, or leave them out. */
const FOREIGN = /[^ -~\s]/
const IGNORED = /[\u200b-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const MOST_TEXTS = 200

/**
 * True when a call may be about us, our files or the hosts' hook settings; what it really does is looked at then. Cheap,
 * because every tool call passes here, and wrong only in one way: it may say true for nothing.
 */
export function mayConcernUs({ tool, cwd }: Pick<Event, 'tool' | 'cwd'>): boolean {
  if (tool === undefined) return false
  const calls = (tool.parts ?? [tool]).filter((call) => !READERS.has(call.name))
  if (calls.length === 0) return false
  // In such a folder a file's own name is enough.
  return isGuardedFolder(cwd) || calls.some((call) => textsOf(call).some((text) => mayNameUs(text, cwd)))
}

/** By the names of folders on the way: those of hosts and of git begin with a dot, and ours has our name. */
function isGuardedFolder(cwd: string): boolean {
  const folders = cwd.toLowerCase().split(/[\\/]/)
  return folders.some((name) => name === 'hookwright' || (name.startsWith('.') && hasName(name)))
}

/** Whether a text holds one of the names, as it stands or behind quotes and wildcards. */
export function mayNameUs(text: string, cwd = ''): boolean {
  if (hasName(text) || ENCODED.test(text)) return true
  if (REMOVES.test(text) && (AROUND.test(text) || WILD.test(text) || TOP.test(cwd))) return true
  const bare = QUOTES.test(text) ? text.replace(/["'\\`]/g, '') : text
  const plain = FOREIGN.test(bare) ? bare.normalize('NFKC').replace(IGNORED, '') : bare
  return (plain !== text && hasName(plain)) || (WILD.test(plain) && mayBeWild(plain))
}

/** Names that a wildcard may stand for. */
const WHOLE = [
  'hookwright',
  'hookwright.yaml',
  'settings.json',
  'settings.local.json',
  'hooks.json',
  'hooks',
  '.git',
]

function mayBeWild(text: string): boolean {
  const pieces = text
    .split(/[\s/;|&<>()=]+/, MOST_TEXTS * 5)
    .filter((piece) => WILD.test(piece) && /\w\w/.test(piece))
  const words = [...WHOLE, ...Object.values(footprints).flatMap((one) => one.words)]
  return pieces.some((piece) => words.some((word) => mayBecome(piece.slice(0, 100).toLowerCase(), word)))
}

function textsOf({ name, input, nativeInput }: CallPart & Partial<ToolCall>): readonly string[] {
  const field = name === 'Bash' || name === 'PowerShell' ? 'command' : FILE_PATHS.get(name)
  const value = field === undefined ? undefined : input[field]
  return typeof value === 'string' ? [value] : stringsIn([input, nativeInput])
}

/** The texts in a value, as far as a person would write it. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = []
  const pending: unknown[] = [value]
  for (let next = pending.pop(); next !== undefined && found.length < MOST_TEXTS; next = pending.pop()) {
    if (typeof next === 'string') found.push(next)
    else if (typeof next === 'object' && next !== null && pending.length < MOST_TEXTS * 10)
      pending.push(...Object.values(next).filter((each) => each !== undefined && each !== null))
  }
  return found
}
