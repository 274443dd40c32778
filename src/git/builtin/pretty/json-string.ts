import { peek, take, taken, type Reader } from './json-reader.ts'

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
const EOF = 'EOF while parsing a string'
// eslint-disable-next-line no-control-regex -- these are what JSON forbids
const RUN = /[^"\\\u0000-\u001f]*/y

/** Reads what follows an opening quote. */
export function readString(reader: Reader): string {
  let value = ''
  for (;;) {
    RUN.lastIndex = reader.at
    value += RUN.exec(reader.text)?.[0] ?? ''
    reader.at = RUN.lastIndex
    const character = take(reader)
    if (character === '"') return value
    if (character === '') throw taken(reader, EOF)
    if (character !== '\\') {
      throw taken(reader, String.raw`control character (\u0000-\u001F) found while parsing a string`)
    }
    value += readEscape(reader)
  }
}

function readEscape(reader: Reader): string {
  const character = take(reader)
  if (character === '') throw taken(reader, EOF)
  if (character === 'u') return readUnicode(reader)
  const value = PLAIN.get(character)
  if (value === undefined) throw taken(reader, 'invalid escape')
  return value
}

/** Halves of pairs must come in pairs. */
function readUnicode(reader: Reader): string {
  const unit = readUnit(reader)
  if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
  if (unit > 0xdbff) throw taken(reader, 'lone leading surrogate in hex escape')
  for (const expected of ['\\', 'u']) {
    if (peek(reader) === '') throw taken(reader, EOF)
    if (take(reader) !== expected) throw taken(reader, 'unexpected end of hex escape')
  }
  const low = readUnit(reader)
  if (low < 0xdc00 || low > 0xdfff) throw taken(reader, 'lone leading surrogate in hex escape')
  return String.fromCharCode(unit, low)
}

function readUnit(reader: Reader): number {
  const digits = reader.text.slice(reader.at, reader.at + 4)
  reader.at += digits.length
  if (digits.length < 4) throw taken(reader, EOF)
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw taken(reader, 'invalid escape')
  return Number.parseInt(digits, 16)
}
