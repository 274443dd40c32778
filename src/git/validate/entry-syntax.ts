import { warning, type Issue } from '../../core/issue.ts'
import { findShellSyntax } from '../../shells/syntax.ts'
import { LANGUAGES } from '../contracts/language-facts.ts'
import type { GitHook } from '../contracts/model.ts'

export type EntrySyntax = {
  readonly problem: Issue
  /** Where it stands in the entry, and how many characters it has. */
  readonly at: { readonly index: number; readonly length: number }
}

/** What in an entry without `shell` was probably meant for one. The entry still runs, as plain words, so this is only a warning. */
export function entrySyntax({ entry, shell, language }: GitHook): EntrySyntax | undefined {
  const found = shell === undefined ? findShellSyntax(entry, { scripts: 'passed-over' }) : undefined
  if (found === undefined) return undefined
  const { text, index } = found
  const isBreak = text === 'line break'
  const message = isBreak
    ? '"entry" has more than one line; without "shell" they are read as one command line.'
    : `"entry" uses "${text}", which only a shell understands; without "shell" it reaches the program as an argument.`
  const otherwise = isBreak ? 'write it on one line' : 'put quotes around it to pass it on as it is'
  const hint =
    LANGUAGES[language].shellRefusal === undefined ? `add \`shell: bash\`, or ${otherwise}` : otherwise
  const problem = warning('entry.shell-syntax', {}, message, `${hint[0]?.toUpperCase()}${hint.slice(1)}.`)
  return { problem, at: { index, length: isBreak ? 1 : text.length } }
}
