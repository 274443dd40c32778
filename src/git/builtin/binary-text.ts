/*
 * Bytes as a string with one character each (`latin1`): such a string can be split, compared and searched like
 * text, and becomes the same bytes again.
 */

export function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Lower case for ASCII letters only: bytes past it are parts of something else. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
