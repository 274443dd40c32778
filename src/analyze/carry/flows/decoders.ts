/** Returns the text of which a text is the encoding; undefined when it is none. */
export type Decode = (text: string) => string | undefined

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const ALPHABET_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base64, with `-` and `_` as well. */
export const decodeBase64: Decode = (text) =>
  fromBits(text.replaceAll('-', '+').replaceAll('_', '/'), ALPHABET, 6)

/** Decodes base32. */
export const decodeBase32: Decode = (text) => fromBits(text.toUpperCase(), ALPHABET_32, 5)

/** Decodes pairs of hexadecimal digits. */
export const decodeHex: Decode = (text) => {
  const digits = text.replaceAll(/\s|\\x|0x|:/g, '')
  return /^(?:[\da-f]{2})*$/i.test(digits)
    ? textOf((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)))
    : undefined
}

/** Turns each line round. */
export const reverse: Decode = (text) =>
  text
    .split('\n')
    .map((line) => Array.from(line).toReversed().join(''))
    .join('\n')

function fromBits(text: string, alphabet: string, width: number): string | undefined {
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const letter of text.replaceAll(/[\s=]/g, '')) {
    const value = alphabet.indexOf(letter)
    if (value === -1) return undefined
    bits = ((bits << width) | value) & 0xffff
    count += width
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 0xff)
    }
  }
  return textOf(bytes)
}

/** Bytes that are no UTF-8 are no text that a shell could run. */
function textOf(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

/** Replaces and deletes letters as `tr` does; undefined for sets that are not read here. */
export function translate(text: string, from: string, to: string | undefined): string | undefined {
  const source = lettersOf(from)
  const target = to === undefined ? undefined : lettersOf(to)
  if (source === undefined || (to !== undefined && target === undefined)) return undefined
  const letters = new Map(
    source.map((letter, at) => [letter, target === undefined ? '' : (target[at] ?? target.at(-1) ?? '')]),
  )
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('')
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:space:]': ' \t\n\r\v\f',
  '[:blank:]': ' \t',
  '[:alpha:]': 'A-Za-z',
}

/** More letters than this are no set that anybody writes. */
const MAX_LETTERS = 2000

function lettersOf(set: string): readonly string[] | undefined {
  const written = Object.entries(CLASSES).reduce(
    (text, [name, letters]) => text.replaceAll(name, letters),
    set,
  )
  const letters: string[] = []
  for (let at = 0; at < written.length; at++) {
    const letter = written[at] as string
    const last = written[at + 2]
    if (written[at + 1] === '-' && last !== undefined) {
      for (let code = letter.charCodeAt(0); code <= last.charCodeAt(0); code++)
        letters.push(String.fromCharCode(code))
      at += 2
    } else letters.push(letter)
    if (letters.length > MAX_LETTERS) return undefined
  }
  return letters
}
