import { issue, type Issue } from '../../core/issue.ts'
import type { State } from '../../ports/state.ts'
import type { Backup } from './backups.ts'
import type { Trace } from './edit.ts'

/** What was installed into one file. */
export type InstalledFile = {
  /** Digests of the texts that we wrote and that nobody else has changed. */
  readonly written: readonly string[]
  /** The text before the first of them. Absent: others changed the file between two of our writes. */
  readonly before?: Backup
  /** The file did not exist. */
  readonly isCreated: boolean
  /** The outermost folder that was made for it. */
  readonly madeFolder?: string
  readonly traces: readonly Trace[]
}

const FILE = 'installed.json'

/** Reads what was installed, by the real path of each file. */
export function readInstalled(state: State): Readonly<Record<string, InstalledFile>> | Issue {
  return state.problem ?? filesOf(parse(state.read(FILE)), state)
}

/** Changes what is known of one file; undefined: it is forgotten. */
export function recordInstalled(
  state: State,
  file: string,
  next: (known: InstalledFile | undefined) => InstalledFile | undefined,
): Issue | undefined {
  return state.update(FILE, (text) => {
    const store = parse(text)
    if (store === undefined) return unreadable(state)
    const found = store.files[file]
    const entry = next(isInstalledFile(found) ? found : undefined)
    const others = Object.entries(store.files).filter(([path]) => path !== file)
    const files = Object.fromEntries(entry === undefined ? others : [...others, [file, entry]])
    return `${JSON.stringify({ ...store, files }, undefined, 1)}\n`
  })
}

/** Entries that this version does not understand stay in the file. */
type Store = { readonly version: 1; readonly files: Readonly<Record<string, unknown>> }

function filesOf(store: Store | undefined, state: State): Readonly<Record<string, InstalledFile>> | Issue {
  if (store === undefined) return unreadable(state)
  const known = Object.entries(store.files).filter((each): each is [string, InstalledFile] =>
    isInstalledFile(each[1]),
  )
  return Object.fromEntries(known)
}

/** Undefined: it cannot be understood, so that it must not be replaced. */
function parse(text: string | undefined): Store | undefined {
  if (text === undefined) return { version: 1, files: {} }
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Store, unknown>> | null
    return value?.version === 1 && isMap(value.files) ? (value as Store) : undefined
  } catch {
    return undefined
  }
}

function isInstalledFile(value: unknown): value is InstalledFile {
  if (!isMap(value)) return false
  const { written, traces, isCreated, before, madeFolder } = value
  const isText = (each: unknown): boolean => typeof each === 'string'
  return (
    Array.isArray(written) &&
    written.every(isText) &&
    Array.isArray(traces) &&
    traces.every(isTrace) &&
    typeof isCreated === 'boolean' &&
    (before === undefined || (isMap(before) && isText(before['name']) && isText(before['digest']))) &&
    (madeFolder === undefined || isText(madeFolder))
  )
}

function isTrace(value: unknown): value is Trace {
  if (!isMap(value)) return false
  const { path, was, text } = value
  const isPath = Array.isArray(path) && path.every((key) => typeof key === 'string')
  return isPath && (was === 'absent' || (was === 'empty' && typeof text === 'string'))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unreadable({ dir }: State): Issue {
  const file = `${dir}/${FILE}`
  return issue(
    'installed.unreadable',
    { file },
    `"${file}", the list of what was installed, cannot be read.`,
    'Delete it: `hookwright uninstall` then removes our entries one by one.',
  )
}
