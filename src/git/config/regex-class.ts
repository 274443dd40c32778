import { codePoint, codeRange, POSIX_SETS, shorthand } from './regex-charset.ts'
import { readCharacterEscape, readProperty, refuseEscape } from './regex-escape.ts'
import type { RegexReader } from './regex-reader.ts'
import { atEnd, eat, next, peek, refuse, take } from './regex-reader.ts'

export type ClassSet = { readonly body: string; readonly negated: boolean }

const MAX_NESTED = 100

/** A class, with the reader behind its `[`. */
export function readClass(reader: RegexReader, nested = 0): ClassSet {
  const start = reader.at - 1
  const negated = eat(reader, '^')
  let left = ''
  let body = readFirst(reader)
  let operator = ''
  while (!atEnd(reader) && peek(reader) !== ']') {
    const found = reader.dialect === 'path' ? take(reader, /&&|--|~~/y)?.[0] : undefined
    if (found === undefined) {
      body += readItem(reader, nested)
      continue
    }
    left = combine(left, operator, body)
    operator = found
    body = ''
  }
  if (!eat(reader, ']')) {
    refuse(reader, '"[" has no closing "]".', { at: start, hint: 'Write "\\[" to match the sign itself.' })
  }
  return { body: operator === '' ? body : combine(left, operator, body), negated }
}

/** Signs that mean themselves at the start of a class: `]`, and in Rust every `-`. */
function readFirst(reader: RegexReader): string {
  const dashes = reader.dialect === 'path' ? take(reader, /-+/y) : undefined
  if (dashes) return codePoint(0x2d)
  return eat(reader, ']') ? codePoint(0x5d) : ''
}

/** All operators bind alike, from the left. JavaScript has no `~~`. */
function combine(left: string, operator: string, right: string): string {
  if (operator === '') return right
  if (operator !== '~~') return `[[${left}]${operator}[${right}]]`
  return `[[${left}]--[${right}]][[${right}]--[${left}]]`
}

function readItem(reader: RegexReader, nested: number): string {
  const start = reader.at
  const from = readMember(reader, nested)
  const isRange = reader.text[reader.at] === '-' && !endsRange(reader)
  if (!isRange) return typeof from === 'number' ? codePoint(from) : from
  reader.at += 1
  const to = readMember(reader, nested)
  if (typeof from === 'number' && typeof to === 'number' && from <= to) return codeRange(from, to)
  refuse(reader, `"${reader.text.slice(start, reader.at)}" is not a range of characters.`, {
    at: start,
    hint: 'Write "\\-" to match the sign itself.',
  })
  return ''
}

/** A `-` that is itself, or that begins the operator `--`. */
function endsRange(reader: RegexReader): boolean {
  const after = reader.text[reader.at + 1]
  return after === ']' || (reader.dialect === 'path' && after === '-')
}

/** One character as a number, or a set. */
function readMember(reader: RegexReader, nested: number): number | string {
  const start = reader.at
  const character = next(reader)
  if (character === '\\') return readEscape(reader, start)
  if (character === '[' && reader.dialect === 'path') return readNested(reader, nested)
  return character.codePointAt(0) ?? ''
}

function readNested(reader: RegexReader, nested: number): string {
  const posix = take(reader, /:(\^?)([a-z]+):\]/y)
  const known = posix && POSIX_SETS[posix[2] as string]
  if (known !== undefined) return posix?.[1] === '^' ? `[^${known}]` : known
  if (posix) reader.at -= posix[0].length
  if (nested >= MAX_NESTED) {
    refuse(reader, `Classes are nested more than ${MAX_NESTED} deep.`, { at: reader.at - 1 })
    return ''
  }
  const inner = readClass(reader, nested + 1)
  return inner.negated ? `[^${inner.body}]` : `[${inner.body}]`
}

function readEscape(reader: RegexReader, start: number): number | string {
  if (atEnd(reader)) return ''
  const letter = next(reader)
  const set = shorthand(letter, reader.dialect)
  if (set !== undefined) return set
  if (reader.dialect === 'path' && /p/i.test(letter)) return readProperty(reader, letter, start)
  const character = readCharacterEscape(reader, letter, { start, inClass: true })
  if (character === undefined && !reader.problem) refuseEscape(reader, letter, start)
  return character ?? ''
}
