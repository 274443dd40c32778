import { codePoint, members, shorthand, wordSet } from './regex-charset.ts'
import { readCharacterEscape, readProperty, refuseEscape } from './regex-escape.ts'
import type { RegexReader } from './regex-reader.ts'
import { atEnd, next, refuse, take } from './regex-reader.ts'
import type { RegexNode } from './regex-tree.ts'
import { EMPTY } from './regex-tree.ts'

const plain = (code: string): RegexNode => ({ kind: 'plain', code })

/** An escape outside a class, with the reader behind its backslash. */
export function readSpecialEscape(reader: RegexReader, start: number): RegexNode {
  if (atEnd(reader)) {
    refuse(reader, 'The pattern ends in a backslash.', { at: start, hint: 'Write "\\\\" to match one.' })
    return EMPTY
  }
  const letter = next(reader)
  return readPlace(reader, letter) ?? readSet(reader, letter, start) ?? readOther(reader, letter, start)
}

function readPlace(reader: RegexReader, letter: string): RegexNode | undefined {
  if (letter === 'A') return plain('^')
  const { before, after, notBefore, notAfter } = edges(reader)
  if (letter === 'b') return readBoundary(reader)
  if (letter === 'B') return plain(`(?:${before}${after}|${notBefore}${notAfter})`)
  if (reader.dialect === 'bytes') return letter === 'Z' ? plain('$') : undefined
  const known: Readonly<Record<string, string>> = {
    Z: '(?=\\n*$)',
    z: '$',
    G: '^',
    '<': `${notBefore}${after}`,
    '>': `${before}${notAfter}`,
  }
  return known[letter] === undefined ? undefined : plain(known[letter])
}

function readBoundary(reader: RegexReader): RegexNode {
  const { before, after, notBefore, notAfter } = edges(reader)
  const named =
    reader.dialect === 'path' ? take(reader, /\{(start|end|start-half|end-half)\}/y)?.[1] : undefined
  const known: Readonly<Record<string, string>> = {
    start: `${notBefore}${after}`,
    end: `${before}${notAfter}`,
    'start-half': notBefore,
    'end-half': notAfter,
  }
  return plain(known[named ?? ''] ?? `(?:${before}${notAfter}|${notBefore}${after})`)
}

function edges({ dialect }: RegexReader) {
  const word = wordSet(dialect)
  return { before: `(?<=${word})`, after: `(?=${word})`, notBefore: `(?<!${word})`, notAfter: `(?!${word})` }
}

function readSet(reader: RegexReader, letter: string, start: number): RegexNode | undefined {
  const { ignoreCase } = reader.flags
  const set = shorthand(letter, reader.dialect)
  if (set !== undefined) return { kind: 'set', set, ignoreCase }
  if (reader.dialect === 'bytes') return undefined
  if (/p/i.test(letter)) return { kind: 'set', set: readProperty(reader, letter, start), ignoreCase }
  if (letter === 'O') return plain('.')
  if (letter === 'N' && reader.text[reader.at] !== '{') return plain('[^\\n]')
  if (letter === 'R') return { kind: 'atomic', body: plain('(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])') }
  return undefined
}

function readOther(reader: RegexReader, letter: string, start: number): RegexNode {
  const { ignoreCase } = reader.flags
  // Where a match begins does not matter to whoever only asks whether there is one.
  if (letter === 'K' && reader.dialect === 'path') return EMPTY
  if (letter === 'k' && reader.dialect === 'path') return readNamed(reader, start)
  const point = readCharacterEscape(reader, letter, { start, inClass: false })
  if (point !== undefined) return { kind: 'set', set: members(codePoint(point)), ignoreCase }
  if (/[1-9]/.test(letter)) return readNumbered(reader, start)
  if (letter === 'g' && !reader.problem) refuseCall(reader, start)
  if (!reader.problem) refuseEscape(reader, letter, start)
  return EMPTY
}

export function refuseCall(reader: RegexReader, at: number): void {
  refuse(reader, 'A group cannot be called from elsewhere in the pattern.', {
    at,
    hint: 'Write its pattern out again.',
  })
}

/** Python reads two digits at most, prek all of them. */
function readNumbered(reader: RegexReader, start: number): RegexNode {
  reader.at = start + 1
  const digits = take(reader, reader.dialect === 'bytes' ? /\d{1,2}/y : /\d+/y)?.[0]
  return reference(reader, Number(digits), start)
}

function readNamed(reader: RegexReader, start: number): RegexNode {
  const found = take(reader, /<([^<>]+)>|'([^']+)'/y)
  const name = found?.[1] ?? found?.[2] ?? ''
  return referenceByName(reader, name, start)
}

export function referenceByName(reader: RegexReader, name: string, start: number): RegexNode {
  const group = reader.names.get(name) ?? (/^\d+$/.test(name) ? Number(name) : undefined)
  if (group !== undefined) return reference(reader, group, start)
  const names = [...reader.names.keys()]
  refuse(reader, `There is no group "${name}" before this back-reference.`, {
    at: start,
    ...(names.length > 0 && { hint: `Groups so far: ${names.join(', ')}.` }),
  })
  return EMPTY
}

function reference(reader: RegexReader, group: number, offset: number): RegexNode {
  return { kind: 'reference', group, ignoreCase: reader.flags.ignoreCase, offset }
}
