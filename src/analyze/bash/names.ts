import { programName } from '../programs/names.ts'
import type { Piece } from './piece.ts'

/** Returns the name of the program that a word starts; undefined: only known at run time. */
export function nameOf(word: Piece): string | undefined {
  if (word.known) return bareName(word.text)
  const last = programName(word.shape)
  // Only the folder is left to run time.
  const isKnown = word.shape.includes('/') && last !== '' && !last.replaceAll('\\*', '').includes('*')
  return isKnown && !word.isGlob ? bareName(last.replaceAll('\\*', '*')) : undefined
}

function bareName(text: string): string {
  return programName(text.replace(/(?<!\/)\/+$/, '')).replace(/\.exe$/i, '')
}

/** True for a name that looks like another one, or holds what cannot be seen. */
export function isDisguised(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[^\x20-\x7e]/.test(name)
}
