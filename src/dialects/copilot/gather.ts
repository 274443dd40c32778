import type { Issue, Place } from '../../core/issue.ts'

/** How many places a sentence names before it only counts. */
const NAMED = 3

/** Returns `hooks.preToolUse[1], hooks.preToolUse[2] and 4 more`. */
export function namePlaces(places: readonly Place[]): string {
  const named = places.slice(0, NAMED).map(({ pointer = [] }) => showPointer(pointer))
  const more = places.length - named.length
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

/** Returns the issues with those of one code that say the same joined into one, at the place of the first. */
export function gather(issues: readonly Issue[], code: string): readonly Issue[] {
  const found = issues.filter((one) => one.code === code)
  if (found.length < 2) return issues
  return issues.flatMap((one) => (one.code === code ? joined(one, found) : one))
}

/** Nothing for an issue that an earlier one already tells. */
function joined(one: Issue, found: readonly Issue[]): readonly Issue[] {
  const [first, ...others] = found.filter(({ message }) => message === one.message)
  if (first !== one) return []
  if (others.length === 0) return [one]
  const entries = others.length === 1 ? '1 more entry' : `${others.length} more entries`
  const places = namePlaces(others.map(({ place }) => place))
  return [{ ...one, message: `${one.message} The same is true of ${entries}: ${places}.` }]
}

function showPointer(pointer: NonNullable<Place['pointer']>): string {
  return pointer
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
