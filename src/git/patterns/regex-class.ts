import { codePoint, codeRange, members, notIn, POSIX_SETS, shorthand, type CharSet } from './regex-charset.ts'
import { readCharacterEscape, readProperty, refuseEscape } from './regex-escape.ts'
import type { RegexReader } from './regex-reader.ts'
import { atEnd, eat, next, peek, refuse, take } from './regex-reader.ts'

const MAX_NESTED = 100
const NOTHING = members('')

/** A class, with the reader behind its `[`. */
export function readClass(reader: RegexReader, nested = 0): CharSet {
  const start = reader.at - 1
  const negated = eat(reader, '^')
  let set = readUnion(reader, nested, readFirst(reader))
  while (!atEnd(reader) && peek(reader) !== ']') {
    const operator = take(reader, OPERATOR)?.[0] ?? ''
    set = combine(set, operator, readUnion(reader, nested))
  }
  if (!eat(reader, ']')) {
    refuse(reader, '"[" has no closing "]".', { at: start, hint: 'Write "\\[" to match the sign itself.' })
  }
  return negated ? notIn(set) : set
}

const OPERATOR = /&&|--|~~/y

/** Rust's operators all bind alike, from the left. */
function combine(left: CharSet, operator: string, right: CharSet): CharSet {
  if (operator === '&&') return { kind: 'common', left, right }
  const rest: CharSet = { kind: 'rest', left, right }
  return operator === '--'
    ? rest
    : { kind: 'union', parts: [rest, { kind: 'rest', left: right, right: left }] }
}

/** Signs that mean themselves at the start of a class: `]`, and in Rust every `-`. */
function readFirst(reader: RegexReader): string {
  const dashes = reader.dialect === 'path' ? take(reader, /-+/y) : undefined
  if (dashes) return codePoint(0x2d)
  return eat(reader, ']') ? codePoint(0x5d) : ''
}

/** Everything up to the end of the class or to an operator. */
function readUnion(reader: RegexReader, nested: number, first = ''): CharSet {
  let body = first
  const parts: CharSet[] = []
  while (!atEnd(reader) && peek(reader) !== ']' && !startsOperator(reader)) {
    const item = readItem(reader, nested)
    if (item.kind === 'members') body += item.body
    else parts.push(item)
  }
  return parts.length === 0 ? members(body) : { kind: 'union', parts: [members(body), ...parts] }
}

function startsOperator({ dialect, text, at }: RegexReader): boolean {
  OPERATOR.lastIndex = at
  return dialect === 'path' && OPERATOR.test(text)
}

function readItem(reader: RegexReader, nested: number): CharSet {
  const start = reader.at
  const from = readMember(reader, nested)
  const isRange = reader.text[reader.at] === '-' && !endsRange(reader)
  if (!isRange) return typeof from === 'number' ? members(codePoint(from)) : from
  reader.at += 1
  const to = readMember(reader, nested)
  if (typeof from === 'number' && typeof to === 'number' && from <= to) return members(codeRange(from, to))
  refuse(reader, `"${reader.text.slice(start, reader.at)}" is not a range of characters.`, {
    at: start,
    hint: 'Write "\\-" to match the sign itself.',
  })
  return NOTHING
}

/** A `-` that is itself, or that begins the operator `--`. */
function endsRange(reader: RegexReader): boolean {
  const after = reader.text[reader.at + 1]
  return after === ']' || (reader.dialect === 'path' && after === '-')
}

/** One character as a number, or a set. */
function readMember(reader: RegexReader, nested: number): number | CharSet {
  const start = reader.at
  const character = next(reader)
  if (character === '\\') return readEscape(reader, start)
  if (character === '[' && reader.dialect === 'path') return readNested(reader, nested)
  return character.codePointAt(0) ?? NOTHING
}

function readNested(reader: RegexReader, nested: number): CharSet {
  const posix = take(reader, /:(\^?)([a-z]+):\]/y)
  const known = posix && POSIX_SETS[posix[2] as string]
  if (known !== undefined) return posix?.[1] === '^' ? notIn(members(known)) : members(known)
  if (posix) reader.at -= posix[0].length
  if (nested < MAX_NESTED) return readClass(reader, nested + 1)
  refuse(reader, `Classes are nested more than ${MAX_NESTED} deep.`, { at: reader.at - 1 })
  return NOTHING
}

function readEscape(reader: RegexReader, start: number): number | CharSet {
  if (atEnd(reader)) return NOTHING
  const letter = next(reader)
  const set = shorthand(letter, reader.dialect)
  if (set !== undefined) return set
  if (reader.dialect === 'path' && /p/i.test(letter)) return readProperty(reader, letter, start)
  const character = readCharacterEscape(reader, letter, { start, inClass: true })
  if (character === undefined && !reader.problem) refuseEscape(reader, letter, start)
  return character ?? NOTHING
}
