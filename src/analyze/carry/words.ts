import type { Word } from '../line.ts'

/** Returns a word that the program gets exactly as the text is. */
export function knownWord(text: string): Word {
  return { text, shape: text.replaceAll('*', '\\*'), known: true, isGlob: false }
}

/** Returns a word that is only known at run time. */
export function unknownWord(text: string): Word {
  return { text, shape: '*', known: false, isGlob: false }
}

/** Returns the word without its first characters, such as the value in `--file=x`. */
export function withoutStart(word: Word, length: number): Word {
  const text = word.text.slice(length)
  if (word.known) return knownWord(text)
  const start = knownWord(word.text.slice(0, length)).shape
  // Where the start itself is unknown, nothing tells which part of the shape is left.
  return { ...word, text, shape: word.shape.startsWith(start) ? word.shape.slice(start.length) : '*' }
}

/** Returns one word of several, with spaces between them, as `eval` reads its arguments. */
export function joinWords(words: readonly Word[], between = ' '): Word {
  const isKnown = words.every(({ known }) => known)
  return {
    text: words.map(({ text }) => text).join(between),
    shape: words.map(({ shape }) => shape).join(knownWord(between).shape),
    known: isKnown,
    isGlob: !isKnown && words.every(({ known, isGlob }) => known || isGlob),
  }
}

/** Puts what stands behind the name in place of each such mark, as `xargs -I {}` does. */
export function replaceMark(word: Word, mark: string, value: Word): Word {
  if (mark === '' || !word.text.includes(mark)) return word
  if (word.known && value.known) return knownWord(word.text.split(mark).join(value.text))
  return {
    text: word.text.split(mark).join(value.text),
    shape: word.shape.split(knownWord(mark).shape).join(value.shape),
    known: false,
    isGlob: false,
  }
}

/** Returns a word as it stands in text that a shell reads. What is not known stays as it is. */
export function quoted(word: Word): Word {
  if (!word.known || /^[\w@%+=:,./-]+$/.test(word.text)) return word
  return knownWord(`'${word.text.replaceAll("'", String.raw`'\''`)}'`)
}
