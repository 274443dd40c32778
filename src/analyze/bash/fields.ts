import { EMPTY, escapeStars, joinPieces, literal, pattern, type Piece } from './piece.ts'

/** Collects the words that one word of the line becomes. */
export type Fields = {
  readonly done: Piece[]
  open: Piece
  /** The open word exists even if it is empty, as `""` does. */
  isOpen: boolean
  /** The characters at which an expansion without quotes is split; undefined: not known. */
  readonly separators: string | undefined
}

export function createFields(separators: string | undefined): Fields {
  return { done: [], open: EMPTY, isOpen: false, separators }
}

/** Adds to the open word. */
export function addPiece(fields: Fields, piece: Piece): void {
  fields.open = joinPieces(fields.open, piece)
  fields.isOpen = true
}

/** Ends the open word. */
export function endField(fields: Fields): void {
  if (fields.isOpen) fields.done.push(fields.open)
  fields.open = EMPTY
  fields.isOpen = false
}

/** Adds the value of an expansion without quotes: it is split, and a pattern in it is one. */
export function addSplit(fields: Fields, value: Piece): void {
  if (value.text === '' && value.known) return
  const { separators } = fields
  if (separators === undefined || (!value.known && !isSplittable(value))) {
    addPiece(fields, separators === '' ? value : { ...value, splits: true })
    return
  }
  if (separators === '') return addPiece(fields, withPattern(value))
  const parts = value.text.split(splitter(separators))
  for (const [at, part] of parts.entries()) {
    if (at > 0) endField(fields)
    if (part !== '') addPiece(fields, value.known ? withPattern(literal(part)) : { ...value, text: part })
  }
}

/** An unknown value splits at run time, wherever it does. */
function isSplittable({ isGlob, text }: Piece): boolean {
  return isGlob && !/[$`]/.test(text)
}

/** A value that is not quoted may be a pattern for names of files. */
function withPattern(value: Piece): Piece {
  if (!value.known || !/[*?[]/.test(value.text)) return value
  return { ...pattern(value.text), shape: escapeStars(value.text).replace(/\\\*|\?|\[[^\]]*\]?/g, '*') }
}

function splitter(separators: string): RegExp {
  const escaped = separators.replace(/[\\\]^-]/g, '\\$&')
  return new RegExp(`[${escaped}]+`)
}
