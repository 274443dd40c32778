import type { LineAnalysis, Word } from '../../analyze/line.ts'
import { compileWildcard } from '../../analyze/wildcard.ts'

/**
 * True when a person has excused the line: it is one command, all of its words are known, and they fit a pattern. A
 * star stands for no step up, so that `rm -rf ~/scratch/*` does not excuse `~/scratch/../work`.
 */
export function isAllowed({ programs, unanalysable }: LineAnalysis, patterns: readonly string[]): boolean {
  const [only] = programs
  if (patterns.length === 0 || only === undefined || programs.length !== 1 || unanalysable.length > 0)
    return false
  if (only.redirections.length > 0 || only.variables.length > 0 || only.input.from !== 'line') return false
  if (only.folder.kind !== 'known' || only.folder.path !== '.' || !only.words.every(isPlain)) return false
  const text = only.words.map((word) => word.text).join(' ')
  const stepsUp = /(?:^|[\s/=])\.\.(?:[\s/]|$)/.test(text)
  return patterns.some((pattern) => text === pattern || (!stepsUp && compileWildcard(pattern)(text)))
}

/** A word in which nothing is left to run time; `~` is the home folder. */
function isPlain({ text, known }: Word): boolean {
  return known ? !/\s/.test(text) || text.length > 0 : /^~(?:\/[\w.@:+,=/-]*)?$/.test(text)
}
