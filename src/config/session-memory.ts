import type { State } from '../ports/state.ts'

/** What is remembered of a session: a small file, so that each of its calls knows what the first one saw. */
export type SessionMemory = {
  /** Approved hooks that were there at some event of the session, as `presentKey` names them. */
  readonly present: readonly string[]
  /** Names of what the person was told. */
  readonly told: readonly string[]
  /** What the person is still to be told, because no event could show it yet. */
  readonly pending: readonly string[]
  /** Stands for the hooks and approvals of the last survey. */
  readonly mark: string
}

const FOLDER = 'sessions'
const DAY_MS = 24 * 60 * 60 * 1_000
const KEPT_MS = 30 * DAY_MS
/** With more files than this, those of yesterday go too. No flood of made-up sessions ends one that runs. */
const MANY = 1_000
const MOST_NAMES = 1_000

export function presentKey(dir: string, meaning: string): string {
  return `${dir}\0${meaning}`
}

/**
 * Returns what is remembered of a session, and begins a file for one that is new. `unknown`: what was remembered is lost,
 * or nothing can be written down, so that nobody will know what the first event saw. `isDry`: nothing is written.
 */
export function beginMemory(
  state: State,
  name: string,
  isDry: boolean,
): SessionMemory | 'unknown' | undefined {
  const text = state.read(`${FOLDER}/${name}`)
  if (text !== undefined) return parseMemory(text) ?? 'unknown'
  if (isDry) return undefined
  if (state.write(`${FOLDER}/${name}`, JSON.stringify(EMPTY)) !== undefined) return 'unknown'
  sweep(state)
  return undefined
}

const EMPTY: SessionMemory = { present: [], told: [], pending: [], mark: '' }

function parseMemory(text: string): SessionMemory | undefined {
  try {
    const value = JSON.parse(text) as Partial<SessionMemory>
    return isMemory(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isMemory(value: Partial<SessionMemory>): value is SessionMemory {
  if (typeof value !== 'object' || value === null) return false
  const lists = [value.present, value.told, value.pending]
  return (
    lists.every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string')) &&
    typeof value.mark === 'string'
  )
}

/** Joins what another call of the session wrote meanwhile. Not to be told of a failure: then it is told once more. */
export function writeMemory(state: State, name: string, memory: SessionMemory): void {
  const now = parseMemory(state.read(`${FOLDER}/${name}`) ?? '')
  const join = (key: 'present' | 'told'): readonly string[] =>
    [...new Set([...(now?.[key] ?? []), ...memory[key]])].slice(-MOST_NAMES)
  const joined = { ...memory, present: join('present'), told: join('told') }
  state.write(`${FOLDER}/${name}`, JSON.stringify(joined))
}

/** Sessions do not always say when they end. */
function sweep(state: State): void {
  const names = state.list(FOLDER)
  const keptMs = names.length > MANY ? DAY_MS : KEPT_MS
  for (const name of names) {
    const at = state.changedAt(`${FOLDER}/${name}`)
    if (at !== undefined && Date.now() - at > keptMs) state.remove(`${FOLDER}/${name}`)
  }
}
