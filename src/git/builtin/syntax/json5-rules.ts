import type { JsonRules, Lexeme } from './json.ts'
import { skipRun } from './json-rules.ts'
import { readString, readUnicode, type Escape, type StringRules } from './json-strings.ts'
import { SyntaxProblem } from './problem.ts'

const STRINGS: StringRules = { refused: /[\n\r]/, escape: readEscape5 }

/** JSON5, with the bounds prek sets: whole numbers of 64 bits, no octal escapes. */
export const JSON5_RULES: JsonRules = {
  skip: skipSpaceAndComments,
  string: (text, at) => readString(text, at, STRINGS),
  bareKey: readIdentifier,
  number: readNumber,
  quotes: '"\'',
  trailingComma: true,
  emptyText: 'refused',
  afterValue: 'refused',
  maxDepth: Number.POSITIVE_INFINITY,
}

const SPACE = /[\t-\r\u2028\u2029\ufeff\p{Zs}]*/uy
const LINE_END = /[\n\r\u2028\u2029]/g

function skipSpaceAndComments(text: string, from: number): number {
  for (let at = skipRun(text, from, SPACE); ; at = skipRun(text, at, SPACE)) {
    if (text[at] !== '/') return at
    if (text[at + 1] === '/') at = skipLine(text, at)
    else if (text[at + 1] === '*') at = skipBlock(text, at)
    else return at
  }
}

function skipLine(text: string, at: number): number {
  LINE_END.lastIndex = at
  return LINE_END.exec(text)?.index ?? text.length
}

/** One that is not closed goes to the end. */
function skipBlock(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length : end + 2
}

const LETTER = String.raw`$_\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Nl}`
const PART = String.raw`${LETTER}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200c\u200d`
const ESCAPED = String.raw`\\u[0-9a-fA-F]{4}`
const IDENTIFIER = new RegExp(`(?:[${LETTER}]|${ESCAPED})(?:[${PART}]|${ESCAPED})*`, 'uy')
const DECODED = new RegExp(`^[${LETTER}][${PART}]*$`, 'u')

function readIdentifier(text: string, at: number): Lexeme | undefined {
  IDENTIFIER.lastIndex = at
  const found = IDENTIFIER.exec(text)?.[0]
  if (found === undefined) return undefined
  const value = found.replace(/\\u(.{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return DECODED.test(value) ? { end: at + found.length, value } : undefined
}

const NUMBER =
  /[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0(?!\d)|[1-9]\d*(?!\d))(?:\.\d*(?!\d))?|\.\d+(?!\d))(?:[eE][+-]?\d+(?!\d)|(?![eE])))/y
const WHOLE = /^([+-]?)(0[xX][0-9a-fA-F]+|\d+)$/

function readNumber(text: string, at: number): number | undefined {
  if (!/[-+.\dIN]/.test(text[at] ?? '')) return undefined
  NUMBER.lastIndex = at
  const found = NUMBER.exec(text)?.[0]
  if (found === undefined) throw new SyntaxProblem('invalid number', at)
  const whole = WHOLE.exec(found)
  if (whole && !fits(whole[1] === '-', whole[2] as string)) {
    throw new SyntaxProblem(`the whole number ${found} does not fit into 64 bits`, at)
  }
  return at + found.length
}

const MOST_DIGITS = 40

function fits(isNegative: boolean, digits: string): boolean {
  const isHex = /^0[xX]/.test(digits)
  const short = isHex ? digits.replace(/^0[xX]0*/, '0x0') : digits
  if (short.length > MOST_DIGITS) return false
  return BigInt(short) <= (isNegative ? 2n ** 63n : 2n ** 64n - 1n)
}

function readEscape5(text: string, at: number): Escape | undefined {
  const mark = text[at]
  if (mark === undefined) return undefined
  if (mark === 'u') return readUnicode(text, at)
  if (mark === 'x') return readHex(text, at)
  if (mark === '\r' && text[at + 1] === '\n') return { end: at + 2, value: '' }
  if (/[\n\r\u2028\u2029]/.test(mark)) return { end: at + 1, value: '' }
  if (mark === '0') return /\d/.test(text[at + 1] ?? '') ? undefined : { end: at + 1, value: '\0' }
  if (/[1-8]/.test(mark)) return undefined
  return { end: at + 1, value: SHORT[mark] ?? mark }
}

const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function readHex(text: string, at: number): Escape | undefined {
  const hex = text.slice(at + 1, at + 3)
  if (!/^[0-9a-fA-F]{2}$/.test(hex)) return undefined
  return { end: at + 3, value: String.fromCharCode(Number.parseInt(hex, 16)) }
}
