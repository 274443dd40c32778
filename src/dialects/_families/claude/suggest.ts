import { notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { at, type JsonObject } from './shape.ts'

/** The host ignores keys it does not know; one that looks like a slip is worth a warning. */
export function unknownKeys(value: JsonObject, known: readonly string[], place: Place): readonly Issue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = nearestName(key, known)
      const problem = `"${key}" is not a key Claude Code knows here; it is ignored.`
      if (near === undefined) return notice('config.unknown-key', at(place, key), problem)
      return warning('config.unknown-key', at(place, key), problem, `Did you mean "${near}"?`)
    })
}

/** The known name that differs least, when the difference looks like a slip. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((one) => ({ one, distance: distance(name.toLowerCase(), one.toLowerCase()) }))
  const best = scored.toSorted((a, b) => a.distance - b.distance)[0]
  return best !== undefined && best.distance <= Math.max(2, name.length / 4) ? best.one : undefined
}

/** Edits to turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
