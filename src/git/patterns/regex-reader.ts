import type { PatternProblem } from './problem.ts'

/**
 * `path`: what prek reads in `files` and `exclude` (Rust's fancy-regex), on names of files.
 * `bytes`: what Python's `re` reads in a pattern of bytes; pattern and text hold one character for each byte.
 */
export type RegexDialect = 'path' | 'bytes'

export type RegexFlags = {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly verbose: boolean
  readonly swapGreed: boolean
}

export const NO_FLAGS: RegexFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  verbose: false,
  swapGreed: false,
}

/** Where the parser stands. A refusal moves it to the end, so that every loop stops by itself. */
export type RegexReader = {
  readonly text: string
  readonly dialect: RegexDialect
  at: number
  flags: RegexFlags
  groups: number
  readonly names: Map<string, number>
  depth: number
  /** Something other than flags has been read. */
  started: boolean
  problem: PatternProblem | undefined
}

export function createReader(text: string, dialect: RegexDialect, flags: RegexFlags): RegexReader {
  return {
    text,
    dialect,
    at: 0,
    flags,
    groups: 0,
    names: new Map(),
    depth: 0,
    started: false,
    problem: undefined,
  }
}

export type Refusal = { readonly at: number; readonly hint?: string }

export function refuse(reader: RegexReader, message: string, { at, hint }: Refusal): void {
  reader.problem ??= { message, offset: at, ...(hint !== undefined && { hint }) }
  reader.at = reader.text.length
}

export function atEnd(reader: RegexReader): boolean {
  return reader.at >= reader.text.length
}

/** The next character, whole even when it takes two units; empty at the end. */
export function peek(reader: RegexReader): string {
  const point = reader.text.codePointAt(reader.at)
  return point === undefined ? '' : String.fromCodePoint(point)
}

export function next(reader: RegexReader): string {
  const character = peek(reader)
  reader.at += character.length
  return character
}

export function eat(reader: RegexReader, expected: string): boolean {
  if (!reader.text.startsWith(expected, reader.at)) return false
  reader.at += expected.length
  return true
}

/** What a sticky regex finds here; the reader moves behind it. */
export function take(reader: RegexReader, regex: RegExp): RegExpExecArray | undefined {
  regex.lastIndex = reader.at
  const found = regex.exec(reader.text)
  if (!found) return undefined
  reader.at += found[0].length
  return found
}
