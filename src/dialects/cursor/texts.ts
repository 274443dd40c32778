import { cap, clean } from '../_families/claude/text.ts'

/** Most characters of one text. The host documents no limit, so this one only keeps a reply from growing without end. */
const TEXT_CHARS = 100_000

/** Returns the text without control characters, cut to the limit with a note that says so. */
export function fitText(text: string): string {
  return cap(clean(text), TEXT_CHARS).text
}
