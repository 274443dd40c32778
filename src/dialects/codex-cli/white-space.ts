/** What Rust counts as white space; a byte order mark is not among it. */
const SPACES = '[\\t-\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]+'
const ENDS = new RegExp(`^${SPACES}|${SPACES}$`, 'g')

/** Returns the text without white space at its ends, as Codex trims it. */
export function trimmed(text: string): string {
  return text.replace(ENDS, '')
}
