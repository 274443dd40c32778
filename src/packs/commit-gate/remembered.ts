import { createHash } from 'node:crypto'
import type { PackContext } from '../code.ts'
import { isObject } from '../projects/look.ts'

/** The result for one work tree. */
export type Remembered = {
  /** Digest of the work tree and of what was to be checked. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What failed, as it was told. Absent: all passed. */
  readonly failure?: string
}

const NAME = 'results'
const MOST_RESULTS = 30
const MOST_TEXT = 6_000
const HOUR_MS = 3_600_000
/** Files that git ignores, programs and the network may change without the work tree. */
const PASSED_MS = 24 * HOUR_MS
/** Only so that the same call made again is answered at once: what was missing besides files may be there now. */
const FAILED_MS = HOUR_MS / 30

/** Returns the key of a result: nothing of it is text of the project. */
export function resultKey(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Returns the result for a key, unless it is too old. */
export function recall(key: string, { store, now }: PackContext): Remembered | undefined {
  const found = readAll(store).find((result) => result.key === key)
  if (found === undefined) return undefined
  const age = now() - found.at
  const most = found.failure === undefined ? PASSED_MS : FAILED_MS
  return age >= 0 && age <= most ? found : undefined
}

/** Keeps a result; the oldest ones make room. */
export function remember(result: Remembered, { store }: PackContext): void {
  const others = readAll(store).filter(({ key }) => key !== result.key)
  store.write(NAME, JSON.stringify([result, ...others].slice(0, MOST_RESULTS)))
}

/** What another version or a torn write left is nothing. */
function readAll(store: PackContext['store']): readonly Remembered[] {
  try {
    const value: unknown = JSON.parse(store.read(NAME) ?? '[]')
    return Array.isArray(value) ? value.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (!isObject(value) || typeof value['key'] !== 'string' || typeof value['at'] !== 'number') return false
  const failure = value['failure']
  return failure === undefined || (typeof failure === 'string' && failure.length <= MOST_TEXT)
}
