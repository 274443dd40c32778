import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { InstallScope } from '../dialects/bridge-spec.ts'
import type { State } from '../ports/state.ts'

/** What a person had registered with one host, in one place. */
export type Registered = {
  readonly host: string
  readonly scope: InstallScope
  /** Folder of the project. Absent: for the user. */
  readonly project?: string
  /** Native events with the seconds of `--deadline`; those of earlier installations stay, also from other projects. */
  readonly events: Readonly<Record<string, number>>
  /** Absolute paths of the files. */
  readonly files: readonly string[]
  readonly isAll: boolean
  readonly onError?: 'deny'
  /** The host calls the daemon. Absent: it starts commands. */
  readonly via?: 'http'
}

/** Which of them: a host is registered once for the user, and once in each project. */
export type RegisteredKey = Pick<Registered, 'host' | 'scope' | 'project'>

const FILE = 'bridges.json'

/** Reads what was registered. */
export function readRegistered(state: Pick<State, 'read' | 'problem'>): readonly Registered[] | Issue {
  if (state.problem) return state.problem
  return parse(state.read(FILE)) ?? unreadable()
}

/** Writes what is registered now; undefined: nothing is left. */
export function recordRegistered(
  state: State,
  key: RegisteredKey,
  next: Registered | undefined,
): Issue | undefined {
  return state.update(FILE, (text) => {
    const known = parse(text)
    if (known === undefined) return unreadable()
    const others = known.filter((each) => !isSame(each, key))
    const bridges = next === undefined ? others : [...others, next]
    return `${JSON.stringify({ version: 1, bridges }, undefined, 1)}\n`
  })
}

/** Returns the one with this key. */
export function findRegistered(
  all: readonly Registered[] | Issue,
  key: RegisteredKey,
): Registered | undefined {
  return isIssue(all) ? undefined : all.find((each) => isSame(each, key))
}

function isSame(a: RegisteredKey, b: RegisteredKey): boolean {
  return a.host === b.host && a.scope === b.scope && a.project === b.project
}

function parse(text: string | undefined): readonly Registered[] | undefined {
  if (text === undefined) return []
  try {
    const value = JSON.parse(text) as { version?: unknown; bridges?: unknown } | null
    if (value?.version !== 1 || !Array.isArray(value.bridges)) return undefined
    return value.bridges.filter(isRegistered)
  } catch {
    return undefined
  }
}

function isRegistered(value: unknown): value is Registered {
  const { host, scope, project, events, files } = (value ?? {}) as Partial<Record<keyof Registered, unknown>>
  return (
    typeof host === 'string' &&
    (scope === 'user' || scope === 'project') &&
    (project === undefined || typeof project === 'string') &&
    typeof events === 'object' &&
    events !== null &&
    Object.values(events).every((each) => typeof each === 'number') &&
    Array.isArray(files)
  )
}

function unreadable(): Issue {
  return issue(
    'bridges.unreadable',
    { file: FILE },
    `"${FILE}" in the state folder, the list of registered bridges, cannot be read.`,
    'Delete it, and run: hookwright install',
  )
}
