import type { Folder, Redirection, Variable, Word } from '../line.ts'
import { startDraft, toWord, type Draft } from '../windows/draft.ts'
import type { Output } from '../windows/output.ts'

/** All that is known while a text is read. */
export type Scan = {
  /** Variables are replaced in it when their place is reached, as cmd does. */
  text: string
  at: number
  readonly out: Output
  /** Texts of variables, by name in lower case. Undefined: the line sets it to something that is not known. */
  readonly variables: Map<string, string | undefined>
  /** What the line sets, as programs get it. */
  readonly environment: Variable[]
  folder: Folder
  /** The word that is being read. */
  word: Draft | undefined
  /** True: between double quotes. */
  isQuoted: boolean
  /** The words of the command that is being read. */
  words: Word[]
  /** Files that the command opens. */
  redirections: Redirection[]
  redirects: Redirection['mode'] | undefined
  /** The program in front of the pipe. */
  piped: readonly number[]
  /** How many parentheses are open. */
  depth: number
  /** How many variables were replaced. */
  replaced: number
}

/** Returns the word that is being read, or begins one. */
export function wordOf(scan: Scan): Draft {
  scan.word ??= startDraft()
  return scan.word
}

/** Ends the word that is being read. */
export function endWord(scan: Scan): void {
  if (scan.word === undefined) return
  const word = toWord(scan.word)
  scan.word = undefined
  if (scan.redirects === undefined) scan.words.push(word)
  else scan.redirections.push({ mode: scan.redirects, target: word })
  scan.redirects = undefined
}
