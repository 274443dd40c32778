import type { Word } from '../line.ts'
import { LIMITS } from '../limits.ts'

/** A stretch of a word, or the value of a variable, as far as it is known. */
export type Piece = Word & {
  /** It may turn out to be several words, or none. */
  readonly splits?: true
}

export const EMPTY: Piece = { text: '', shape: '', known: true, isGlob: false }

/** Returns a piece that is exactly this text. */
export function literal(text: string): Piece {
  return { text, shape: escapeStars(text), known: true, isGlob: false }
}

/** Returns a piece that is only known at run time; `written` is how the line has it. */
export function unknown(written: string): Piece {
  return { text: written, shape: '*', known: false, isGlob: false }
}

/** Returns a piece that the shell replaces with names of files. */
export function pattern(written: string): Piece {
  return { text: written, shape: '*', known: false, isGlob: true }
}

/** Joins two pieces of one word. A word that grows too long is not known. */
export function joinPieces(first: Piece, next: Piece): Piece {
  if (first === EMPTY) return next
  if (first.text.length + next.text.length > LIMITS.word) return unknown('')
  if (first.shape.length + next.shape.length > 2 * LIMITS.word) return unknown('')
  const joined = {
    text: first.text + next.text,
    shape:
      first.shape.endsWith('*') && next.shape === '*' && !first.known
        ? first.shape
        : first.shape + next.shape,
    known: first.known && next.known,
    isGlob: (first.isGlob || next.isGlob) && isFixed(first) && isFixed(next),
  }
  return first.splits || next.splits ? { ...joined, splits: true } : joined
}

/** True when nothing but names of files is left to run time. */
function isFixed({ known, isGlob }: Piece): boolean {
  return known || isGlob
}

/** Returns the word that a program gets. */
export function toWord({ text, shape, known, isGlob }: Piece): Word {
  return { text, shape, known, isGlob }
}

export function escapeStars(text: string): string {
  return text.includes('*') ? text.replaceAll('*', '\\*') : text
}
