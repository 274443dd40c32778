import { hash } from 'node:crypto'
import { keyBlocks } from './blocks.ts'
import type { Place } from './format.ts'
import { loginPasswords } from './logins.ts'
import { namedSecrets } from './named.ts'
import { scanTokens } from './scan.ts'
import { innerTokens } from './tokens.ts'

/** One secret in a text. */
export type Secret = {
  /** What it is, such as `github-token`. */
  readonly kind: string
  /** Index of its first character. */
  readonly start: number
  /** Index behind its last character. */
  readonly end: number
  /** SHA-256 of it, in hexadecimal digits. */
  readonly digest: string
}

/** What counts as a secret. */
export type FindOptions = {
  /** Bits per character that a value beside a key-like name must have. `false`: such values do not count. Default: 3. */
  readonly entropy?: number | false
}

/**
 * Returns the secrets of a text, in its order and without overlaps. Takes time that grows with the length of the text
 * only, and reads nothing else.
 */
export function findSecrets(text: string, options: FindOptions = {}): readonly Secret[] {
  return placesOf(text, options).map((place) => ({
    ...place,
    digest: hash('sha256', text.slice(place.start, place.end)),
  }))
}

/** Returns the text with `[redacted KIND]` in the place of each secret. */
export function redact(text: string, options: FindOptions = {}): string {
  return replaceSecrets(text, placesOf(text, options))
}

/** Returns the text with `[redacted KIND]` in these places, which are in its order and do not overlap. */
export function replaceSecrets(
  text: string,
  places: readonly Pick<Secret, 'kind' | 'start' | 'end'>[],
): string {
  if (places.length === 0) return text
  const pieces = places.flatMap(({ kind, start }, index) => [
    text.slice(places[index - 1]?.end ?? 0, start),
    `[redacted ${kind}]`,
  ])
  return pieces.join('') + text.slice(places.at(-1)?.end ?? 0)
}

function placesOf(text: string, { entropy = 3 }: FindOptions): readonly Place[] {
  // Told by form before told by name: where both see one, the form says more.
  return withoutOverlaps([
    ...keyBlocks(text),
    ...scanTokens(text),
    ...innerTokens(text),
    ...loginPasswords(text),
    ...(entropy === false ? [] : namedSecrets(text, entropy)),
  ])
}

/** Of two that overlap the one stays that was found first. */
function withoutOverlaps(places: readonly Place[]): readonly Place[] {
  const sorted = places
    .map((place, rank) => ({ place, rank }))
    .sort((a, b) => a.place.start - b.place.start || a.rank - b.rank)
  const kept: { readonly place: Place; readonly rank: number }[] = []
  for (const one of sorted) {
    const last = kept.at(-1)
    if (last === undefined || one.place.start >= last.place.end) kept.push(one)
    else if (one.rank < last.rank) kept.splice(-1, 1, one)
  }
  return kept.map(({ place }) => place)
}
