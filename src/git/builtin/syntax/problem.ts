import { positionAt } from '../../../config/position.ts'

/** Unwinds a parser; never leaves a check. */
export class SyntaxProblem extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** What a parser has against a text: `duplicate key "a" at line 2, column 3`. */
export function problemOf(text: string, parse: () => void): string | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    return described(text, error)
  }
}

export function described(
  text: string,
  problem: { readonly message: string; readonly offset: number },
): string {
  const { line, column } = positionAt(text, problem.offset)
  return `${problem.message} at line ${line}, column ${column}`
}

/** A character for a message. */
export function shown(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(code))
}
