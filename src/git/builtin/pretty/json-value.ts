import { readNumber } from './json-number.ts'
import { ahead, JsonProblem, peek, skipSpace, take, taken, type Reader } from './json-reader.ts'
import { readString } from './json-string.ts'

/** A value with its keys in the order of the text; of a repeated key the last value counts. */
export type JsonValue =
  /** A number or a word, as it is written. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, JsonValue> }

const MAX_DEPTH = 127

/** The value, or why the text is no JSON. */
export function parseJson(text: string): JsonValue | { readonly problem: string } {
  const reader = { text, at: 0 }
  try {
    const value = readValue(reader, 0)
    if (skipSpace(reader) !== '') throw ahead(reader, 'trailing characters')
    return value
  } catch (error) {
    if (error instanceof JsonProblem) return { problem: error.message }
    throw error
  }
}

function readValue(reader: Reader, depth: number): JsonValue {
  const first = skipSpace(reader)
  if (first === '"') {
    reader.at += 1
    return { kind: 'string', value: readString(reader) }
  }
  if (first === '[' || first === '{') {
    if (depth === MAX_DEPTH) throw ahead(reader, 'recursion limit exceeded')
    reader.at += 1
    return first === '[' ? readList(reader, depth + 1) : readObject(reader, depth + 1)
  }
  if (first === '-' || (first >= '0' && first <= '9')) return { kind: 'literal', text: readNumber(reader) }
  return { kind: 'literal', text: readWord(reader, first) }
}

function readWord(reader: Reader, first: string): string {
  const word = ['null', 'true', 'false'].find((each) => each[0] === first)
  if (word === undefined) throw ahead(reader, first === '' ? 'EOF while parsing a value' : 'expected value')
  for (const expected of word) {
    if (peek(reader) === '') throw taken(reader, 'EOF while parsing a value')
    if (take(reader) !== expected) throw taken(reader, 'expected ident')
  }
  return word
}

function readList(reader: Reader, depth: number): JsonValue {
  const items: JsonValue[] = []
  while (hasNext(reader, { close: ']', isFirst: items.length === 0, inside: 'a list' })) {
    items.push(readValue(reader, depth))
  }
  return { kind: 'list', items }
}

function readObject(reader: Reader, depth: number): JsonValue {
  const entries = new Map<string, JsonValue>()
  while (hasNext(reader, { close: '}', isFirst: entries.size === 0, inside: 'an object' })) {
    if (take(reader) !== '"') {
      reader.at -= 1
      throw ahead(reader, 'key must be a string')
    }
    const key = readString(reader)
    const colon = skipSpace(reader)
    if (colon !== ':') throw ahead(reader, colon === '' ? 'EOF while parsing an object' : 'expected `:`')
    reader.at += 1
    entries.set(key, readValue(reader, depth))
  }
  return { kind: 'object', entries }
}

type Inside = { readonly close: ']' | '}'; readonly isFirst: boolean; readonly inside: string }

/** Stands before the next item, or past the closing bracket. */
function hasNext(reader: Reader, { close, isFirst, inside }: Inside): boolean {
  const first = skipSpace(reader)
  if (first === '') throw ahead(reader, `EOF while parsing ${inside}`)
  if (first === close) {
    reader.at += 1
    return false
  }
  if (isFirst) return true
  if (first !== ',') throw ahead(reader, `expected \`,\` or \`${close}\``)
  reader.at += 1
  const next = skipSpace(reader)
  if (next === close) throw ahead(reader, 'trailing comma')
  if (next === '') throw ahead(reader, 'EOF while parsing a value')
  return true
}
