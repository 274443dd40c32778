import {
  columnOf,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDocumentMark,
  isInFlow,
  problem,
  skipBreak,
  TAB,
  type Scan,
} from './scan-state.ts'

const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKSLASH = 0x5c

/** Reads a scalar in quotes. Its value is exact only up to how lines are folded, which no check asks for. */
export function scanQuoted(scan: Scan): string {
  const start = scan.at
  const quote = scan.text.charCodeAt(start)
  let value = ''
  let from = ++scan.at
  for (;;) {
    const code = scan.text.charCodeAt(scan.at)
    if (code === quote) {
      if (quote === APOSTROPHE && scan.text.charCodeAt(scan.at + 1) === APOSTROPHE) {
        value += scan.text.slice(from, scan.at + 1)
        from = scan.at += 2
        continue
      }
      value += scan.text.slice(from, scan.at++)
      return value
    }
    if (Number.isNaN(code)) throw problem('a quote is not closed', start)
    if (code === BACKSLASH && quote === QUOTE) {
      value += scan.text.slice(from, scan.at) + scanEscape(scan)
      from = scan.at
    } else if (isBreak(code)) {
      value += scan.text.slice(from, scan.at).trimEnd() + foldLines(scan, quote)
      from = scan.at
    } else scan.at += 1
  }
}

/** From the end of a line to the next text; what stands for the line ends. */
function foldLines(scan: Scan, quote: number): string {
  let breaks = 0
  while (isBreak(scan.text.charCodeAt(scan.at))) {
    skipBreak(scan)
    breaks += 1
    if (isDocumentMark(scan)) throw problem('a document starts or ends inside quotes', scan.at)
    skipIndentation(scan, quote)
  }
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

function skipIndentation(scan: Scan, quote: number): void {
  const { text } = scan
  for (; isBlank(text.charCodeAt(scan.at)); scan.at += 1) {
    const isIndentation = !isInFlow(scan) && columnOf(scan) < scan.indent
    if (isIndentation && text.charCodeAt(scan.at) === TAB) {
      throw problem('a tab cannot indent the text in quotes', scan.at)
    }
  }
  const next = text.charCodeAt(scan.at)
  if (!isInFlow(scan) && columnOf(scan) <= scan.indent && !isBreakOrEnd(next) && next !== quote) {
    throw problem('the text in quotes is not indented enough', scan.at)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
}
const LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

function scanEscape(scan: Scan): string {
  const start = scan.at
  const mark = scan.text[start + 1] ?? ''
  if (isBreak(mark.charCodeAt(0))) {
    scan.at += 1
    foldLines(scan, QUOTE)
    return ''
  }
  const length = LENGTHS[mark]
  if (length !== undefined) return scanCode(scan, length)
  const value = ESCAPES[mark]
  if (value === undefined) throw problem(`unknown escape of ${JSON.stringify(mark)}`, start)
  scan.at += 2
  return value
}

/** `\xXX`, `\uXXXX` or `\UXXXXXXXX`; a high surrogate takes the low one with it. */
function scanCode(scan: Scan, length: number): string {
  const start = scan.at
  const code = codeAt(scan, length)
  if (code < 0xd800 || code > 0xdfff) {
    if (code > 0x10ffff) throw problem('an escape of no character', start)
    return String.fromCodePoint(code)
  }
  const hasLow = length === 4 && code < 0xdc00 && scan.text.startsWith('\\u', scan.at)
  const low = hasLow ? codeAt(scan, 4) : 0
  if (low < 0xdc00 || low > 0xdfff) throw problem('an escape of half a character', start)
  return String.fromCharCode(code, low)
}

function codeAt(scan: Scan, length: number): number {
  const digits = scan.text.slice(scan.at + 2, scan.at + 2 + length)
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw problem(`an escape without ${length} hexadecimal digits`, scan.at)
  }
  scan.at += 2 + length
  return Number.parseInt(digits, 16)
}
