import type { Word } from '../line.ts'

/** A word that is still being read. */
export type Draft = {
  text: string
  shape: string
  isKnown: boolean
  /** True: a wildcard outside quotes, which most programs for Windows expand themselves. */
  isGlob: boolean
  /** True: it begins with a quote. */
  isQuoted: boolean
}

/** Returns a word of which nothing is read yet. */
export function startDraft(isQuoted = false): Draft {
  return { text: '', shape: '', isKnown: true, isGlob: false, isQuoted }
}

/** Adds text that stands for itself. */
export function addText(draft: Draft, text: string): void {
  draft.text += text
  draft.shape += text.replaceAll('*', String.raw`\*`)
}

/** Adds text outside quotes, in which `*` and `?` are wildcards. */
export function addBare(draft: Draft, text: string): void {
  addText(draft, text)
  if (/[*?]/.test(text)) draft.isGlob = true
}

/** Adds a part that is only known at run time, as it is written. */
export function addUnknown(draft: Draft, written: string): void {
  draft.text += written
  if (!/(?<!\\)\*$/.test(draft.shape)) draft.shape += '*'
  draft.isKnown = false
}

/** Adds a word that was read before, such as the value of a variable. */
export function addWord(draft: Draft, word: Word): void {
  draft.text += word.text
  draft.shape += word.shape
  draft.isKnown &&= word.known
  draft.isGlob ||= word.isGlob
}

/** Returns the word as the program gets it. */
export function toWord({ text, shape, isKnown, isGlob }: Draft): Word {
  if (isKnown && isGlob) return { text, shape: shape.replaceAll(/\\\*|\?/g, '*'), known: false, isGlob }
  return { text, shape, known: isKnown, isGlob: false }
}
