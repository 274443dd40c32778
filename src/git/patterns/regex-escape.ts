import { members, notIn, propertySet, type CharSet } from './regex-charset.ts'
import type { RegexReader } from './regex-reader.ts'
import { next, refuse, take } from './regex-reader.ts'

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{2}/y
const OCTAL_IN_CLASS = /[0-7]{1,3}/y

export type EscapePlace = {
  /** Offset of the backslash. */
  readonly start: number
  readonly inClass: boolean
}

/**
 * The character an escape stands for, with the reader behind its letter; undefined when it is not one of those, or
 * was refused.
 */
export function readCharacterEscape(
  reader: RegexReader,
  letter: string,
  place: EscapePlace,
): number | undefined {
  const control = CONTROLS[letter] ?? (letter === 'e' && reader.dialect === 'path' ? 27 : undefined)
  if (control !== undefined) return control
  if (letter === 'b' && place.inClass) return 8
  if (/[0-9]/.test(letter)) return readOctal(reader, place)
  if (letter in HEX_DIGITS) return readHex(reader, letter, place)
  if (!/[A-Za-z]/.test(letter)) return letter.codePointAt(0)
  return undefined
}

export function refuseEscape(reader: RegexReader, letter: string, start: number): void {
  const hint =
    letter === 'N' || letter === 'X'
      ? 'Write the characters themselves.'
      : 'Leave the backslash out, or double it to match one.'
  refuse(reader, `The escape "\\${letter}" has no meaning here.`, { at: start, hint })
}

/** Octal in Python; a back-reference, and an error inside a class, in prek. */
function readOctal(reader: RegexReader, { start, inClass }: EscapePlace): number | undefined {
  reader.at = start + 1
  const digits = reader.dialect === 'bytes' ? take(reader, inClass ? OCTAL_IN_CLASS : OCTAL)?.[0] : undefined
  const value = digits === undefined ? Number.NaN : Number.parseInt(digits, 8)
  if (value <= 0o377) return value
  if (digits === undefined && !inClass && reader.text[start + 1] !== '0') return undefined
  refuse(reader, 'Octal escapes cannot be used here.', {
    at: start,
    hint: 'Write the character in hex: "\\x00" to "\\x7f".',
  })
  return undefined
}

function readHex(reader: RegexReader, letter: string, { start }: EscapePlace): number | undefined {
  const count = HEX_DIGITS[letter] as number
  if (reader.dialect === 'bytes' && letter !== 'x') {
    refuse(reader, `The escape "\\${letter}" cannot be used in a pattern for bytes.`, {
      at: start,
      hint: 'Write the character itself: files are searched for its UTF-8 bytes.',
    })
    return undefined
  }
  const found = take(reader, new RegExp(`([0-9A-Fa-f]{${count}})`, 'y')) ?? takeBraced(reader)
  const value = found ? Number.parseInt(found[1] as string, 16) : Number.NaN
  if (value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff)) return value
  refuse(reader, `The escape "\\${letter}" names no character.`, {
    at: start,
    hint: `It takes ${count} hex digits, as in "\\${letter}${'41'.padStart(count, '0')}".`,
  })
  return undefined
}

function takeBraced(reader: RegexReader): RegExpExecArray | undefined {
  return reader.dialect === 'path' ? take(reader, /\{([0-9A-Fa-f]{1,8})\}/y) : undefined
}

/** `\p{Greek}`, `\pL`, `\P{L}`, `\p{^L}` and its like. */
export function readProperty(reader: RegexReader, letter: string, start: number): CharSet {
  const found = take(reader, /\{(\^?)([^{}]*)\}/y)
  const name = found ? (found[2] as string) : next(reader)
  const body = propertySet(name)
  if (body === undefined) {
    refuse(reader, `"${name}" is not a known Unicode property.`, {
      at: start,
      hint: 'General categories ("L", "Lu", "Nd"), scripts ("Greek") and binary properties ("Alphabetic") are known.',
    })
    return members('')
  }
  const negated = (letter === 'P') !== (found?.[1] === '^')
  return negated ? notIn(members(body)) : members(body)
}
