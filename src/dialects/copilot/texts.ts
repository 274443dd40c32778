import { cap, clean } from '../_families/claude/text.ts'

/**
 * Most characters of one text that a hook gives or a reply holds. The CLI cuts neither reasons nor contexts, except
 * for the context of a tool result: 100,000 characters were seen to arrive whole (1.0.102). With 400,000 it sent
 * requests to its model without end.
 */
export const TEXT_CHARS = 100_000

/** Returns the text without control characters, cut to `limit` characters with a note that says so. */
export function fitText(text: string, limit = TEXT_CHARS): string {
  return cap(clean(text), limit).text
}
