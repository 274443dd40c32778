import type { Lexeme } from './json.ts'
import { shown, SyntaxProblem } from './problem.ts'

export type StringRules = {
  /** Characters that only an escape may bring in. */
  readonly refused: RegExp
  /** The end of the escape after its backslash, and what it means; undefined where none is known. */
  escape(text: string, at: number): Escape | undefined
}

export type Escape = { readonly end: number; readonly value: string }

const BACKSLASH = 0x5c

/** Reads a quoted string; only one with escapes is put together. */
export function readString(text: string, start: number, rules: StringRules): Lexeme {
  const quote = text.charCodeAt(start)
  let value = ''
  let from = start + 1
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return { end: at + 1, value: value + runOf(text, { from, to: at }, rules) }
    if (code !== BACKSLASH) continue
    const escape = rules.escape(text, at + 1)
    if (escape === undefined) throw new SyntaxProblem(`unknown escape of ${shown(text, at + 1)}`, at)
    value += runOf(text, { from, to: at }, rules) + escape.value
    from = escape.end
    at = from - 1
  }
  throw new SyntaxProblem('a string is not closed', start)
}

/** The characters between two escapes. */
function runOf(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  { refused }: StringRules,
): string {
  const run = text.slice(from, to)
  const found = run.search(refused)
  if (found >= 0) throw refusedCharacter(text, from + found)
  return run
}

function refusedCharacter(text: string, at: number): SyntaxProblem {
  const code = text.charCodeAt(at)
  // A byte that is no UTF-8 was decoded to half a pair.
  if (code >= 0xdc80 && code <= 0xdcff) return new SyntaxProblem('a string is not valid UTF-8', at)
  return new SyntaxProblem(`control character ${shown(text, at)} in a string`, at)
}

const PLAIN: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** The escapes of strict JSON. */
export function readEscape(text: string, at: number): Escape | undefined {
  const mark = text[at]
  if (mark === 'u') return readUnicode(text, at)
  const value = mark === undefined || !Object.hasOwn(PLAIN, mark) ? undefined : PLAIN[mark]
  return value === undefined ? undefined : { end: at + 1, value }
}

const UNIT = /u[0-9a-fA-F]{4}/y

/** One character as `uXXXX`, or two of them as a pair. */
export function readUnicode(text: string, at: number): Escape | undefined {
  const unit = unitAt(text, at)
  if (unit === undefined) return undefined
  if (unit < 0xd800 || unit > 0xdfff) return { end: at + 5, value: String.fromCharCode(unit) }
  const low = text[at + 5] === '\\' ? unitAt(text, at + 6) : undefined
  const isPair = unit <= 0xdbff && low !== undefined && low >= 0xdc00 && low <= 0xdfff
  return isPair ? { end: at + 11, value: String.fromCharCode(unit, low) } : undefined
}

function unitAt(text: string, at: number): number | undefined {
  UNIT.lastIndex = at
  return UNIT.test(text) ? Number.parseInt(text.slice(at + 1, at + 5), 16) : undefined
}
