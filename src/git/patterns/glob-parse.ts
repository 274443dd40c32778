import type { PatternProblem } from './problem.ts'

export type GlobToken =
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'any' | 'star' }
  /** `**` with a slash: at the start, at the end, between two. */
  | { readonly kind: 'folders'; readonly place: 'start' | 'end' | 'middle' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly ByteRange[] }
  | { readonly kind: 'choice'; readonly options: readonly (readonly GlobToken[])[] }

export type ByteRange = readonly [from: number, to: number]

type Choice = { readonly start: number; readonly options: GlobToken[][] }
type GlobReader = {
  readonly text: string
  at: number
  /** Open `{`, outermost first. */
  readonly open: Choice[]
  /** Where tokens go: the top of the glob, or the last option of the innermost choice. */
  tokens: GlobToken[]
  readonly outer: GlobToken[][]
  problem: PatternProblem | undefined
}

const DASH = 0x2d
const MAX_DEPTH = 100

/** Reads a glob of which every character is a byte. Messages go on after `The glob "…"`. */
export function parseGlob(text: string): readonly GlobToken[] | PatternProblem {
  const reader: GlobReader = { text, at: 0, open: [], tokens: [], outer: [], problem: undefined }
  while (reader.at < text.length && !reader.problem) readToken(reader)
  const unclosed = reader.open.at(-1)
  if (unclosed)
    refuse(reader, 'has "{" without a closing "}".', {
      at: unclosed.start,
      hint: 'Write "[{]" for the sign itself.',
    })
  return reader.problem ?? reader.tokens
}

function refuse(
  reader: GlobReader,
  message: string,
  { at, hint }: { readonly at: number; readonly hint?: string },
) {
  reader.problem ??= { message, offset: at, ...(hint !== undefined && { hint }) }
}

function readToken(reader: GlobReader): void {
  const start = reader.at
  const sign = reader.text[start] as string
  reader.at += 1
  if (sign === '*') return readStars(reader, start)
  if (sign === '[') return readClass(reader, start)
  if (sign === '{') return openChoice(reader, start)
  if (sign === '}') return closeChoice(reader, start)
  if (sign === '?') reader.tokens.push({ kind: 'any' })
  else if (sign === ',' && reader.open.length > 0) nextOption(reader)
  else if (sign === '\\') readEscaped(reader, start)
  else reader.tokens.push(byteToken(sign))
}

function byteToken(sign: string): GlobToken {
  return { kind: 'byte', byte: sign.charCodeAt(0) }
}

function readEscaped(reader: GlobReader, start: number): void {
  const sign = reader.text[reader.at]
  if (sign === undefined)
    return refuse(reader, 'ends in a backslash.', { at: start, hint: 'Write "\\\\" for one.' })
  reader.at += 1
  reader.tokens.push(byteToken(sign))
}

function openChoice(reader: GlobReader, start: number): void {
  if (reader.open.length >= MAX_DEPTH)
    return refuse(reader, `nests "{" more than ${MAX_DEPTH} deep.`, { at: start })
  reader.outer.push(reader.tokens)
  reader.open.push({ start, options: [] })
  nextOption(reader)
}

function nextOption(reader: GlobReader): void {
  reader.tokens = []
  reader.open.at(-1)?.options.push(reader.tokens)
}

function closeChoice(reader: GlobReader, start: number): void {
  const closed = reader.open.pop()
  const outer = reader.outer.pop()
  if (!closed || !outer) {
    return refuse(reader, 'has "}" without an opening "{".', {
      at: start,
      hint: 'Write "[}]" for the sign itself.',
    })
  }
  reader.tokens = outer
  outer.push({ kind: 'choice', options: closed.options })
}

/** `**` means folders only where slashes, or the ends of the glob or of an option, are around it. */
function readStars(reader: GlobReader, start: number): void {
  const { text, tokens } = reader
  if (text[reader.at] !== '*') return void tokens.push({ kind: 'star' })
  reader.at += 1
  const after = text[reader.at]
  const ends = after === undefined || (reader.open.length > 0 && /[,}]/.test(after))
  if (tokens.length === 0) return readLeading(reader, after)
  if (text[start - 1] !== '/' || (!ends && after !== '/')) return void tokens.push({ kind: 'star' })
  if (!ends) reader.at += 1
  const before = tokens.pop() as GlobToken
  if (before.kind === 'folders' && before.place !== 'middle') tokens.push(before)
  else tokens.push({ kind: 'folders', place: ends ? 'end' : 'middle' })
}

function readLeading(reader: GlobReader, after: string | undefined): void {
  if (after !== undefined && after !== '/') return void reader.tokens.push({ kind: 'star' })
  reader.at += 1
  reader.tokens.push({ kind: 'folders', place: 'start' })
}

function readClass(reader: GlobReader, start: number): void {
  const { text } = reader
  const negated = /[!^]/.test(text[reader.at] ?? '')
  if (negated) reader.at += 1
  const first = reader.at
  const end = text.indexOf(']', first + 1)
  if (end === -1)
    return refuse(reader, 'has "[" without a closing "]".', {
      at: start,
      hint: 'Write "\\[" for the sign itself.',
    })
  reader.at = end + 1
  const ranges = readRanges(text.slice(first, end))
  if (ranges) reader.tokens.push({ kind: 'class', negated, ranges })
  else
    refuse(reader, `has a range that runs backwards in "${text.slice(start, end + 1)}".`, {
      at: start,
      hint: 'Swap its ends.',
    })
}

/** In a row like `a-b-c` the second `-` lengthens the range before it. */
function readRanges(inside: string): readonly ByteRange[] | undefined {
  const ranges: [number, number][] = []
  let inRange = false
  for (const [index, sign] of Array.from(inside).entries()) {
    const byte = sign.charCodeAt(0)
    const last = ranges.at(-1)
    if (inRange && last) {
      last[1] = byte
      inRange = false
      if (last[0] > byte) return undefined
    } else if (byte === DASH && index > 0) inRange = true
    else ranges.push([byte, byte])
  }
  if (inRange) ranges.push([DASH, DASH])
  return ranges
}
