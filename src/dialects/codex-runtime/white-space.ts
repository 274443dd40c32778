/**
 * Returns the text without the white space of Unicode at both ends, as Rust trims it. `String.trim` differs: it keeps
 * U+0085 and removes the byte order mark.
 */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text[start])) start++
  while (end > start && isWhiteSpace(text[end - 1])) end--
  return text.slice(start, end)
}

function isWhiteSpace(character: string | undefined): boolean {
  return character !== undefined && /\p{White_Space}/u.test(character)
}
