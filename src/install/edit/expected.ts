import type { KeyPath } from './edit.ts'
import type { Part } from './grammar.ts'

/** A copy of `value` with another value at a path; objects are made where they are missing. */
export function valueWith(value: unknown, path: KeyPath, change: (found: unknown) => unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return change(value)
  const map = isMap(value) ? value : {}
  const found = Object.hasOwn(map, name) ? map[name] : undefined
  // fromEntries defines own properties, so a key named __proto__ stays data.
  return Object.fromEntries([
    ...Object.entries(map).filter(([key]) => key !== name),
    [name, valueWith(found, rest, change)],
  ])
}

/** A copy without one item or key of the list or object at `path`. */
export function valueWithout(value: unknown, path: KeyPath, part: Part): unknown {
  return valueWith(value, path, (found) => {
    if (Array.isArray(found)) return found.toSpliced(Number(part), 1)
    return isMap(found) ? Object.fromEntries(Object.entries(found).filter(([key]) => key !== part)) : found
  })
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
