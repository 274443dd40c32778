/** One stretch of a command line that is read by a single rule. */
export type Piece = {
  readonly kind: 'blank' | 'comment' | 'plain' | 'literal' | 'double' | 'joined' | 'unclosed'
  /** As written, quotes included. */
  readonly raw: string
  /** What it adds to its word. */
  readonly value: string
  readonly index: number
}

export type Word = {
  readonly pieces: readonly Piece[]
  /** Where the line ended, when this word starts a new one. */
  readonly lineBreak?: number
}

type Found = Omit<Piece, 'index'>

const BLANK = /[ \t\n]+/y
const COMMENT = /#[^\n]*/y
const PLAIN = /[^ \t\n\\'"]+/y
/** In double quotes a backslash means something before these only; elsewhere it is itself. */
const DOUBLE_ESCAPE = /\\([$`"\\\n])/g

/** Cuts a command line into words by POSIX quoting, expanding nothing. */
export function readWords(text: string): readonly Word[] {
  const words: { pieces: Piece[]; lineBreak?: number }[] = []
  let between: Piece[] | undefined = []
  for (const piece of readPieces(text)) {
    if (piece.kind === 'joined') continue
    if (piece.kind === 'blank' || piece.kind === 'comment') (between ??= []).push(piece)
    else if (between === undefined) append(words.at(-1)?.pieces ?? [], piece)
    else {
      words.push({ pieces: [piece], ...lineBreakIn(between) })
      between = undefined
    }
  }
  return words
}

/** A word that goes on after a continued line is read as if the line had not ended. */
function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last?.kind !== 'plain' || piece.kind !== 'plain') pieces.push(piece)
  else pieces[pieces.length - 1] = { ...last, raw: last.raw + piece.raw, value: last.value + piece.value }
}

function lineBreakIn(between: readonly Piece[]): { lineBreak?: number } {
  const blank = between.find((piece) => piece.raw.includes('\n'))
  return blank === undefined ? {} : { lineBreak: blank.index + blank.raw.indexOf('\n') }
}

function readPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let inWord = false
  for (let index = 0; index < text.length;) {
    const found = readPiece(text, { index, inWord })
    pieces.push({ ...found, index })
    index += found.raw.length
    if (found.kind !== 'joined') inWord = found.kind !== 'blank' && found.kind !== 'comment'
  }
  return pieces
}

function readPiece(text: string, { index, inWord }: { index: number; inWord: boolean }): Found {
  const first = text[index] ?? ''
  if (' \t\n'.includes(first)) return { kind: 'blank', raw: take(BLANK, text, index), value: '' }
  if (first === '#' && !inWord) return { kind: 'comment', raw: take(COMMENT, text, index), value: '' }
  if (first === '\\') return readEscape(text, index)
  if (first === "'") return readSingle(text, index)
  if (first === '"') return readDouble(text, index)
  return readPlain(text, index)
}

function readPlain(text: string, index: number): Found {
  const raw = take(PLAIN, text, index)
  return { kind: 'plain', raw, value: raw }
}

function take(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}

function readEscape(text: string, index: number): Found {
  const next = text[index + 1]
  if (next === undefined) return { kind: 'unclosed', raw: '\\', value: '' }
  return next === '\n'
    ? { kind: 'joined', raw: '\\\n', value: '' }
    : { kind: 'literal', raw: `\\${next}`, value: next }
}

function readSingle(text: string, index: number): Found {
  const end = text.indexOf("'", index + 1)
  if (end === -1) return { kind: 'unclosed', raw: text.slice(index), value: '' }
  return { kind: 'literal', raw: text.slice(index, end + 1), value: text.slice(index + 1, end) }
}

function readDouble(text: string, index: number): Found {
  const end = closingQuote(text, index + 1)
  if (end === -1) return { kind: 'unclosed', raw: text.slice(index), value: '' }
  const value = text
    .slice(index + 1, end)
    .replace(DOUBLE_ESCAPE, (_, escaped: string) => (escaped === '\n' ? '' : escaped))
  return { kind: 'double', raw: text.slice(index, end + 1), value }
}

function closingQuote(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '"') return index
    if (text[index] === '\\') index += 1
  }
  return -1
}
