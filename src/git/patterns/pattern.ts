import type { Pattern } from '../contracts/model.ts'
import { compileGlobs } from './glob.ts'
import type { PatternProblem } from './problem.ts'
import { compileRegex, isRegex } from './regex-compile.ts'

export type PatternValue = string | { readonly glob: string | readonly string[] }

/** A regex is searched for anywhere in a path; a glob is the whole path, and of a list any may match. */
export function compilePattern(value: PatternValue): Pattern | PatternProblem {
  return typeof value === 'string' ? compileRegexPattern(value) : compileGlobs(value.glob)
}

export function isPatternProblem(value: Pattern | PatternProblem): value is PatternProblem {
  return 'message' in value
}

function compileRegexPattern(text: string): Pattern | PatternProblem {
  const regex = compileRegex(text, { dialect: 'path' })
  return isRegex(regex) ? { text, test: (path) => regex.test(path) } : regex
}
