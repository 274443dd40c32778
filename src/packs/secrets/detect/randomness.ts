/** Returns the bits that one character of a text carries, by how often each occurs in it. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Which kinds of characters a text has. */
export function classesOf(text: string): {
  readonly lower: boolean
  readonly upper: boolean
  readonly digit: boolean
  readonly other: boolean
} {
  return {
    lower: /[a-z]/.test(text),
    upper: /[A-Z]/.test(text),
    digit: /\d/.test(text),
    other: /[^A-Za-z0-9]/.test(text),
  }
}

/** Whether a token of at least 16 characters looks as if a machine had drawn it. */
export function looksRandom(text: string, leastBits = 3): boolean {
  if (text.length < 16 || entropyOf(text) < leastBits) return false
  const { lower, upper, digit } = classesOf(text)
  if (digit && (lower || upper)) return !isWordy(text)
  return lower && upper && entropyOf(text) >= 4 && !isWordy(text)
}

/** Words of letters with a short number at most, joined as identifiers are: `user-token`, `resetPassword2`. */
export function isWordy(text: string): boolean {
  const words = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.:/@-]+/)
    .filter((word) => word !== '')
  const letters = words.reduce((sum, { length }) => sum + length, 0)
  // Drawn text in mixed case falls apart into pieces of one to three letters.
  return words.every((word) => WORD.test(word)) && letters >= 3.5 * words.length
}

/** `word`, `Word`, `WORD`, each with a short number; or a number alone. */
const WORD = /^(?:[A-Z]?[a-z]{1,24}|[A-Z]{1,24})\d{0,2}$|^v?\d{1,4}$/
