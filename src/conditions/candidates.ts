import { programName } from '../analyze/programs/names.ts'
import type { ReadWord } from '../analyze/bash/words.ts'

/** Only text with one of these can be a command with arguments, or hide a name. */
const SHELL_TEXT = /[\s;|&<>()$`\\"'{}*?[\]!]/

/** Texts in a word that a program may give to a shell: the word, and the value attached to an option. */
export function guessesIn({ value, known }: ReadWord): readonly string[] {
  if (!SHELL_TEXT.test(value) || (!known && !/\s/.test(value))) return []
  return [value, ...attachedTo(value)]
}

/** Shapes of the program names that a word may turn out to be; none for a word that is known. */
export function possibleNames(word: ReadWord): readonly string[] {
  if (word.known) return []
  if (splitsAnywhere(word).length > 0) return ['*']
  return [word.shape, ...attachedTo(word.shape)]
    .filter((shape) => !/\s/.test(shape))
    .map((shape) => shapeOfName(shape, word))
}

/** The shape of the program's name in the shape of its path: an unknown stretch with slashes may hold the folder. */
export function shapeOfName(shape: string, { slashes }: Pick<ReadWord, 'slashes'>): string {
  return programName(slashes ? shape.slice(Math.max(0, lastStar(shape))) : shape)
}

function lastStar(shape: string): number {
  let at = shape.lastIndexOf('*')
  while (shape[at - 1] === '\\') at = shape.lastIndexOf('*', at - 1)
  return at
}

/** A substitution without quotes becomes any number of words. */
export function splitsAnywhere({ splits, value }: ReadWord): readonly string[] {
  return splits && /\$\(|`|@/.test(value) ? ['*'] : []
}

function attachedTo(word: string): readonly string[] {
  const at = word.indexOf('=')
  const short = /^-[A-Za-z]./.test(word) ? [word.slice(2)] : []
  return at === -1 ? short : [...short, word.slice(at + 1)]
}
