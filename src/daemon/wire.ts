/** What the launcher and the daemon agree on besides the requests of request.ts and the records of records.ts. */

/** Length of the line that begins each record: bash reads what has a known length at once, and lines byte by byte. */
export const HEAD = 48

/** The parts have fixed lengths, so that bash can read the greeting at once and not byte by byte. */
export function readGreeting(
  text: string,
): { readonly token: string; readonly word: string; readonly rest: string } | undefined {
  if (text.length < GREETING) return undefined
  return { token: text.slice(0, 32), word: text.slice(47, 63), rest: text.slice(GREETING) }
}

/** Length of the greeting: the daemon's token, the proof, the word, and the end of the line. */
export const GREETING = 32 + 15 + 16 + 1

/** Descriptors of the launcher that lead where its output goes: 1 and 2 lead elsewhere while it writes to the daemon. */
export const STDOUT = 6
export const STDERR = 8
