import { SyntaxProblem } from './problem.ts'

/** A place in a text; readers move it on. */
export type Cursor = { readonly text: string; at: number }

const START = String.raw`A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`
const PART = String.raw`${START}\-.0-9\u00b7\u0300-\u036f\u203f\u2040`

const NAME = new RegExp(`[:${START}][:${PART}]*`, 'uy')
const QUALIFIED = new RegExp(`[${START}][${PART}]*(?::[${START}][${PART}]*)?(?![:${PART}])`, 'uy')
const SPACE = /[ \t\r\n]*/y
const REFUSED = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** A name with any number of colons. */
export function readName(cursor: Cursor): string | undefined {
  return read(cursor, NAME)
}

/** A name with one prefix at most. */
export function readQualified(cursor: Cursor): string | undefined {
  return read(cursor, QUALIFIED)
}

/** Whether there was any. */
export function skipSpace(cursor: Cursor): boolean {
  return read(cursor, SPACE) !== ''
}

export function read(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  cursor.at += found?.length ?? 0
  return found
}

/** Moves past `mark` if it stands there. */
export function take(cursor: Cursor, mark: string): boolean {
  if (!cursor.text.startsWith(mark, cursor.at)) return false
  cursor.at += mark.length
  return true
}

export function refuseCharacters(text: string): void {
  const at = text.search(REFUSED)
  if (at < 0) return
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new SyntaxProblem(`character U+${code} is not allowed in XML`, at)
}

export function isCharacter(code: number, isVersion11: boolean): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13 || (isVersion11 && code > 0)
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}
