import { analyze } from '../analyze/analyze.ts'
import type { Program } from '../analyze/line.ts'
import { gitSubcommand } from '../analyze/programs/git.ts'
import { programName } from '../analyze/programs/names.ts'

/**
 * Texts of every program that the analysis finds in a line of bash, as a rule would spell them. Reads no file. A carriage
 * return is part of a word to bash, and the end of a line to shells of Windows, which the analysis counts as well.
 */
export function programTexts(command: string): readonly string[] {
  if (command.includes('\r')) return []
  return [...new Set(analyze(command).programs.flatMap(textsOf))]
}

function textsOf({ words }: Program): readonly string[] {
  const [first = '', ...args] = words.map(({ text }) => text)
  const name = programName(first)
  const all = [first, ...args]
  const texts = [all.join(' '), [name, ...args].join(' ')]
  return name === 'git' ? [...texts, ['git', ...all.slice(gitSubcommand(all, 0))].join(' ')] : texts
}
