/** Characters that are not shown as themselves: controls, and marks that change the order or hide text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFE00-\uFE0F\u{E0000}-\u{E007F}]/gu

/**
 * Returns a text from outside, such as the name of a file or a branch, as one line for people and models: nothing in it
 * moves the cursor, hides, or looks like a tag.
 */
export function plainText(text: string, most = 200): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(UNSEEN, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
