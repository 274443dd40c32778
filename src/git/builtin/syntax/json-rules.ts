import type { JsonRules } from './json.ts'
import { readEscape, readString, type StringRules } from './json-strings.ts'
import { SyntaxProblem } from './problem.ts'

// Halves of pairs stand for bytes that are no UTF-8.
const STRICT: StringRules = {
  // oxlint-disable-next-line no-control-regex -- strict JSON refuses them in strings
  refused: /[\u0000-\u001f]|(?<![\ud800-\udbff])[\udc80-\udcff]/,
  escape: readEscape,
}
const LAX: StringRules = { refused: /(?!)/, escape: readEscape }

/** RFC 8259, except that nothing after the value is looked at, as with prek. */
export const JSON_RULES: JsonRules = {
  skip: skipPlainSpace,
  string: (text, at) => readString(text, at, STRICT),
  number: readFinite,
  quotes: '"',
  trailingComma: false,
  emptyText: 'refused',
  afterValue: 'ignored',
  maxDepth: Number.POSITIVE_INFINITY,
}

/** JSON with comments; strings may hold line breaks. */
export const JSONC_RULES: JsonRules = {
  ...JSON_RULES,
  skip: skipSpaceAndComments,
  string: (text, at) => readString(text, at, LAX),
  emptyText: 'accepted',
  afterValue: 'refused',
  maxDepth: 512,
}

// Looking ahead keeps the expression from settling for a part of a number.
const NUMBER = /-?(?:0(?!\d)|[1-9]\d*(?!\d))(?:\.\d+(?!\d)|(?!\.))(?:[eE][+-]?\d+(?!\d)|(?![eE]))/y

function readFinite(text: string, at: number): number | undefined {
  const first = text.charCodeAt(at)
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return undefined
  NUMBER.lastIndex = at
  const digits = NUMBER.exec(text)?.[0]
  if (digits === undefined) throw new SyntaxProblem('invalid number', at)
  if (!Number.isFinite(Number(digits))) throw new SyntaxProblem('number out of range', at)
  return at + digits.length
}

function skipPlainSpace(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/y

function skipSpaceAndComments(text: string, from: number): number {
  for (let at = skipRun(text, from, SPACE); ; at = skipRun(text, at, SPACE)) {
    const next = skipComment(text, at)
    if (next === at) return at
    at = next
  }
}

export function skipRun(text: string, at: number, run: RegExp): number {
  run.lastIndex = at
  run.test(text)
  return run.lastIndex
}

function skipComment(text: string, at: number): number {
  if (text[at] !== '/') return at
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  if (text[at + 1] !== '*') return at
  const end = text.indexOf('*/', at + 2)
  if (end < 0) throw new SyntaxProblem('a comment is not closed', at)
  return end + 2
}
