import type { Pattern } from '../model.ts'

/** Why a text is no pattern: one sentence, where it is known the offset in the text, and what to write instead. */
export type PatternProblem = { readonly message: string; readonly hint?: string; readonly offset?: number }

export type PatternValue = string | { readonly glob: string | readonly string[] }

/** A regex is searched for anywhere in a path; a glob is the whole path, and of a list any may match. */
export function compilePattern(value: PatternValue): Pattern | PatternProblem {
  if (typeof value !== 'string') return { message: 'Globs are not ready yet.' }
  try {
    const regex = new RegExp(value, 'u')
    return { text: value, test: (path) => regex.test(path) }
  } catch (error) {
    return { message: (error as Error).message }
  }
}

export function isPatternProblem(value: Pattern | PatternProblem): value is PatternProblem {
  return 'message' in value
}
