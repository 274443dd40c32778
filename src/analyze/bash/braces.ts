import { LIMITS } from '../limits.ts'

/** Returns the words that braces make of one, as they are written; undefined: too many, or not to be read here. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (text.length > LIMITS.word || text.split('{').length > LIMITS.braces) return undefined
  const words: string[] = ['']
  return addWords(text, words) ? words : undefined
}

/** Puts what the text becomes behind each of the words. */
function addWords(text: string, words: string[]): boolean {
  let plain = ''
  for (let at = 0; at < text.length;) {
    const end = skipQuoted(text, at)
    const close = end === at && text[at] === '{' ? closingBrace(text, at) : -1
    const inner = close === -1 ? undefined : alternativesOf(text.slice(at + 1, close))
    if (inner === undefined) {
      const next = Math.max(end, at + 1)
      plain += text.slice(at, next)
      at = next
      continue
    }
    if (!addAlternatives(plain, inner, words)) return false
    plain = ''
    at = close + 1
  }
  for (const [at, word] of words.entries()) words[at] = word + plain
  return words.every((word) => word.length <= LIMITS.word)
}

function addAlternatives(plain: string, inner: readonly string[], words: string[]): boolean {
  const each = inner.map(expandBraces)
  const expanded = each.flatMap((some) => some ?? [])
  if (each.includes(undefined) || expanded.length * words.length > LIMITS.braces) return false
  const starts = words.splice(0)
  for (const start of starts) for (const end of expanded) words.push(start + plain + end)
  return words.every((word) => word.length <= LIMITS.word)
}

/** `a,b` or `1..3`; undefined where the braces stand for themselves. */
function alternativesOf(inner: string): readonly string[] | undefined {
  const pieces = splitAtCommas(inner)
  return pieces.length > 1 ? pieces : sequenceOf(inner)
}

function splitAtCommas(inner: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < inner.length;) {
    const end = skipQuoted(inner, at)
    const close = end === at && inner[at] === '{' ? closingBrace(inner, at) : -1
    if (end === at && inner[at] === ',') {
      pieces.push(inner.slice(from, at))
      from = at + 1
    }
    at = close === -1 ? Math.max(end, at + 1) : close + 1
  }
  return [...pieces, inner.slice(from)]
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length;) {
    const end = skipQuoted(text, at)
    if (end > at) {
      at = end
      continue
    }
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
    at++
  }
  return -1
}

/** Index behind a quoted stretch or an expansion that starts here; the index itself when none does. */
function skipQuoted(text: string, at: number): number {
  const skip = QUOTES.get(text[at] ?? '')
  return skip === undefined ? at : skip(text, at)
}

const QUOTES: ReadonlyMap<string, (text: string, at: number) => number> = new Map([
  ['\\', (_text: string, at: number) => at + 2],
  ["'", (text: string, at: number) => behind(text, "'", at + 1)],
  ['"', (text: string, at: number) => behindDouble(text, at + 1)],
  ['`', (text: string, at: number) => behind(text, '`', at + 1)],
  ['$', behindExpansion],
])

function behindExpansion(text: string, at: number): number {
  if (text[at + 1] === '{') return behindPair(text, at + 1, '{}')
  return text[at + 1] === '(' ? behindPair(text, at + 1, '()') : at
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + 1
}

function behindDouble(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function behindPair(text: string, open: number, [left, right]: string): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === left) depth++
    else if (text[at] === right && --depth === 0) return at + 1
  }
  return text.length
}

const SEQUENCE = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d{1,6}))?$/

function sequenceOf(inner: string): readonly string[] | undefined {
  const [, low, high, first, last, step] = SEQUENCE.exec(inner) ?? []
  if (low !== undefined && high !== undefined) {
    const width = /^-?0\d/.test(low) || /^-?0\d/.test(high) ? Math.max(low.length, high.length) : 0
    return steps(Number(low), Number(high), step).map((each) => padded(each, width))
  }
  if (first === undefined || last === undefined) return undefined
  return steps(first.charCodeAt(0), last.charCodeAt(0), step).map((each) => String.fromCharCode(each))
}

function padded(value: number, width: number): string {
  const digits = String(Math.abs(value))
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0')
}

/** One more than the bound says that there are too many. */
function steps(from: number, to: number, step: string | undefined): readonly number[] {
  const by = Math.abs(Number(step ?? 1)) || 1
  const count = Math.min(Math.floor(Math.abs(to - from) / by), LIMITS.braces)
  return Array.from({ length: count + 1 }, (_, at) => from + (from <= to ? at : -at) * by)
}
