import type { State } from './state.ts'

/** In the state folder, because each call of a session is a separate process. */
const FILE = 'stops.json'
/** A session that is silent for longer has begun a new turn. */
const KEPT_MS = 3_600_000
const MOST_KEPT = 100

type Entry = { readonly count: number; readonly at: number }

/** Counts by name that outlive the process. A count that another process overwrites begins anew, which does no harm. */
export function openStopCounts(
  state: State,
  now: () => number,
): {
  get(key: string): Entry | undefined
  set(key: string, count: number): void
  delete(key: string): void
} {
  function entries(): ReadonlyMap<string, Entry> {
    const all = Object.entries(parse(state.read(FILE)))
    return new Map(all.filter(([, entry]) => isEntry(entry) && now() - entry.at < KEPT_MS))
  }

  function save(counts: ReadonlyMap<string, Entry>): void {
    if (counts.size === 0) return state.remove(FILE)
    state.write(FILE, JSON.stringify(Object.fromEntries([...counts].slice(-MOST_KEPT))))
  }

  return {
    get: (key) => entries().get(key),
    set(key, count) {
      const counts = new Map(entries())
      counts.delete(key)
      save(counts.set(key, { count, at: now() }))
    },
    delete(key) {
      const counts = new Map(entries())
      if (counts.delete(key)) save(counts)
    },
  }
}

function parse(text: string | undefined): Readonly<Record<string, Entry>> {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, Entry>) : {}
  } catch {
    return {}
  }
}

function isEntry(value: unknown): value is Entry {
  const { count, at } = (value ?? {}) as Partial<Entry>
  return typeof count === 'number' && typeof at === 'number'
}
