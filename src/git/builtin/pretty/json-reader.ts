import { Buffer } from 'node:buffer'

/** Thrown inside this folder only: why a text is no JSON, in the words of prek's parser. */
export class JsonProblem extends Error {}

export type Reader = { readonly text: string; at: number }

const SPACE = /[ \n\t\r]*/y

/** The next character that is not white space; '' at the end. */
export function skipSpace(reader: Reader): string {
  SPACE.lastIndex = reader.at
  SPACE.test(reader.text)
  reader.at = SPACE.lastIndex
  return peek(reader)
}

export function peek(reader: Reader): string {
  return reader.text[reader.at] ?? ''
}

/** Takes one character; '' at the end. */
export function take(reader: Reader): string {
  const character = peek(reader)
  reader.at += character.length
  return character
}

/** A problem with what was just taken. */
export function taken(reader: Reader, message: string): JsonProblem {
  return problemAt(reader, message, reader.at)
}

/** A problem with what comes next. */
export function ahead(reader: Reader, message: string): JsonProblem {
  return problemAt(reader, message, Math.min(reader.text.length, reader.at + 1))
}

/** Columns are bytes up to and with the one in question. */
function problemAt({ text, at }: Reader, message: string, end: number): JsonProblem {
  const before = text.slice(0, end)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  const whole = Buffer.byteLength(before.slice(lineStart, Math.min(at, end)))
  return new JsonProblem(
    `${message} at line ${line} column ${end > at && lineStart <= at ? whole + 1 : whole}`,
  )
}
