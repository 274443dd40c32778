import { isUtf8, type Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile } from './each-file.ts'
import { parseOptions, type Flag, type Options } from './options.ts'
import { shownName } from './shown-name.ts'

type SyntaxHook = Pick<BuiltinHook, 'id' | 'name' | 'description' | 'types'> & {
  readonly flags?: readonly Flag[]
  /** Chooses the check by the arguments; it says what it has against a file, a sentence per problem. */
  check(options: Options): (bytes: Buffer) => readonly string[]
}

/** A hook that reads each file and says what is wrong with it: `NAME: Failed to json decode (…)`. */
export function syntaxHook({ flags = [], check, ...about }: SyntaxHook): BuiltinHook {
  return {
    ...about,
    fixes: false,
    async run(names, context) {
      const options = parseOptions(about.id, context.args, { flags, rest: 'names' })
      if (isIssue(options)) return options
      const problemsOf = check(options)
      return eachFile([...options.rest, ...names], context, {
        file: (bytes, name) => {
          const problems = problemsOf(bytes)
          if (problems.length === 0) return undefined
          return { output: problems.map((problem) => `${shownName(name)}: ${problem}\n`).join('') }
        },
      })
    },
  }
}

/** What to say about bytes that are no UTF-8. */
export function encodingProblem(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? undefined : 'Failed to decode UTF-8 (the file holds bytes that are no UTF-8)'
}
