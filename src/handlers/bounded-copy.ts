/** Characters that may still be used; below zero when the last text took more than there were. */
export type Budget = { characters: number }

export type Part = Readonly<Record<string, unknown>>

/** Entries of one list or object. */
export const MAX_PARTS = 200
const MAX_DEPTH = 8
const CUT = '…'
/** What JSON adds: brackets or quotes with a comma; quotes and a colon for a key. */
const COST = { value: 3, key: 3 }

/** Returns a copy of plain values that stays within the budget, whatever it is a copy of. */
export function bounded(value: unknown, budget: Budget, depth = 0): unknown {
  budget.characters -= COST.value
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value === 'bigint') return cutText(String(value), budget)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    budget.characters -= String(value).length
    return value
  }
  if (typeof value !== 'object') return undefined
  if (depth >= MAX_DEPTH || budget.characters <= 0) return CUT
  if (Array.isArray(value)) return boundedList(value, budget, depth)
  return Object.fromEntries(boundedEntries(value as Part, budget, depth))
}

/** Returns the text, or the beginning and the end of one that is too long. */
export function cutText(text: string, budget: Budget): string {
  const room = Math.max(0, budget.characters)
  budget.characters -= text.length
  if (text.length <= room) return text
  const half = Math.floor(room / 2)
  const left = ` … ${text.length - 2 * half} characters left out … `
  return `${text.slice(0, half)}${left}${half === 0 ? '' : text.slice(-half)}`
}

export function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function boundedList(list: readonly unknown[], budget: Budget, depth: number): readonly unknown[] {
  const kept: unknown[] = []
  for (const each of list) {
    if (kept.length >= MAX_PARTS || budget.characters <= 0) return [...kept, CUT]
    kept.push(bounded(each ?? null, budget, depth + 1) ?? null)
  }
  return kept
}

function boundedEntries(object: Part, budget: Budget, depth: number): readonly [string, unknown][] {
  const kept: [string, unknown][] = []
  // Not `Object.entries`: of an object with a million keys only the first are looked at.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue
    if (kept.length >= MAX_PARTS || budget.characters <= 0) return [...kept, [CUT, CUT]]
    budget.characters -= Math.min(key.length, MAX_KEY) + COST.key
    kept.push([cutKey(key), bounded(object[key], budget, depth + 1)])
  }
  return kept
}

const MAX_KEY = 200

function cutKey(key: string): string {
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY)}${CUT}`
}
