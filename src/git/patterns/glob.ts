import { Buffer } from 'node:buffer'
import type { Pattern } from '../contracts/model.ts'
import { encodePath } from '../contracts/paths.ts'
import { emitGlob } from './glob-emit.ts'
import { parseGlob } from './glob-parse.ts'
import type { PatternProblem } from './problem.ts'

const MAX_LENGTH = 65_536
const NOT_ASCII = /[^\0-\x7f]/

/**
 * Globs as prek has them from Rust's globset: on the bytes of the whole path, where `*` and `?` pass over `/`.
 * Of a list any may match; an empty one matches nothing.
 */
export function compileGlobs(globs: string | readonly string[]): Pattern | PatternProblem {
  const texts = typeof globs === 'string' ? [globs] : globs
  const regexes: RegExp[] = []
  for (const text of texts) {
    const regex = compileGlob(text)
    if ('message' in regex) return regex
    regexes.push(regex)
  }
  return { kind: 'glob', text: texts.join(', '), test: (path) => matchesAny(regexes, path) }
}

function matchesAny(regexes: readonly RegExp[], path: string): boolean {
  const bytes = NOT_ASCII.test(path) ? encodePath(path).toString('latin1') : path
  return regexes.some((regex) => regex.test(bytes))
}

function compileGlob(text: string): RegExp | PatternProblem {
  if (text.length > MAX_LENGTH) return { message: `The glob is longer than ${MAX_LENGTH} characters.` }
  const tokens = parseGlob(Buffer.from(text).toString('latin1'))
  if ('message' in tokens) return inCharacters(tokens, text)
  return new RegExp(`^${emitGlob(tokens)}$`, 'su')
}

/** Offsets of a problem count bytes up to here. */
function inCharacters(problem: PatternProblem, text: string): PatternProblem {
  const message = `The glob "${text}" ${problem.message}`
  if (problem.offset === undefined) return { ...problem, message }
  const before = Buffer.from(text).subarray(0, problem.offset).toString()
  return { ...problem, message, offset: before.length }
}
