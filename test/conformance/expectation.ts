import { expect } from 'vitest'

type Wanted = {
  readonly $has?: readonly string[]
  readonly $length?: number
  readonly $wellFormed?: true
}

/**
 * An expected value from a case: `{ "$has": [...] }` stands for a text with these parts, `$length` for
 * one of this length, `$wellFormed` for one without halves of characters, so that a case states the host's contract and not our wording.
 */
export function matches(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return wanted.map(matches)
  if (typeof wanted !== 'object' || wanted === null) return wanted
  if ('$has' in wanted || '$length' in wanted) return textLike(wanted as Wanted)
  return Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, matches(value)]))
}

function textLike({ $has = [], $length, $wellFormed }: Wanted): unknown {
  return expect.toSatisfy(
    (text: unknown) =>
      typeof text === 'string' &&
      $has.every((part) => text.includes(part)) &&
      ($length === undefined || text.length === $length) &&
      ($wellFormed === undefined || !/\p{Surrogate}/u.test(text)),
    `a text with ${$has.join(', ')}${$length === undefined ? '' : ` of ${$length} characters`}`,
  )
}
