/** Returns the words as a shell line in which each is one word. */
export function quotedWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./=:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}

/** True for a list of texts. */
export function isWordList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string')
}
