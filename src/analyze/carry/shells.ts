import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { isStream, scriptSource } from '../programs/interpreters.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import type { Flow } from './flows/flow.ts'
import { inputOf, scriptText, substitutedText } from './flows/pipes.ts'
import { reports } from './reports.ts'

const SHELLS = 'sh bash rbash dash zsh ksh rksh mksh ash fish yash tcsh csh'

export const SHELL_ROWS: CarrierRows = {
  [SHELLS]: carriedByShell,
  // `eval` and `trap` change the shell itself: the reader of bash runs their text.
  'source .': carriedBySource,
}

function carriedByShell(command: Command): readonly Carried[] {
  const { words } = command.program
  const source = scriptSource(words.map(({ text }) => text))
  switch (source?.from) {
    case undefined:
      return []
    case 'text':
      return runsWord(command, words[source.at])
    case 'stdin':
      return runsFlow(stdinOf(command))
    case 'file':
      return runsFile(command, words[source.at - 1])
  }
}

/** `bash <(x)` is told to read what x writes. */
function stdinOf({ program, around }: Command): Flow | undefined {
  const isSubstituted = program.words.some(({ text }) => text.startsWith('<('))
  return isSubstituted ? substitutedText(program, around) : inputOf(program, around)
}

/** Runs a word as text of a shell; where it comes out of substitutions, what they write. */
export function runsWord({ program, around }: Command, word: Word | undefined): readonly Carried[] {
  if (word === undefined) return []
  if (word.known || !/\$\(|`|<\(/.test(word.text)) return runsText(word)
  const flow = substitutedText(program, around)
  if (isOneSubstitution(word.text)) return runsFlow(flow)
  const isForeign = flow.kind === 'unknown' && /^(?:downloaded|decoded)$/.test(flow.code)
  return [...runsText(word), ...(isForeign ? runsFlow(flow) : [])]
}

/** Runs what flows into a shell. Nothing: it reads from whatever the line itself reads. */
export function runsFlow(flow: Flow | undefined): readonly Carried[] {
  if (flow === undefined) return []
  return flow.kind === 'text' ? runsText(flow.text) : reports(flow.code)
}

/** Runs a script file of a shell. */
function runsFile({ program, around }: Command, file: Word | undefined): readonly Carried[] {
  if (file === undefined) return []
  const flow = scriptText(program, file, around)
  return flow?.kind === 'text' ? runsText(flow.text, { how: 'file' }) : runsFlow(flow)
}

/** Makes settings of an environment, and nothing else. */
const ACTIVATES = /(?:^|\/)bin\/activate(?:\.\w+)?$/

/** The reader of the shell itself takes what stands in the line; files and what cannot be seen are left. */
function carriedBySource(command: Command): readonly Carried[] {
  const [file] = command.args[0]?.text === '--' ? command.args.slice(1) : command.args
  if (file === undefined || ACTIVATES.test(file.text)) return []
  const isInLine = file.text.startsWith('<(') || isStream(file.text)
  return runsFile(command, file).filter(({ kind }) => !isInLine || kind === 'unknown')
}

/** `$(a | b)` as a whole: its only closing bracket at the right depth is the last one. */
function isOneSubstitution(text: string): boolean {
  const word = text.replace(/^"|"$/g, '').trim()
  if (word.startsWith('`')) return word.indexOf('`', 1) === word.length - 1
  if (!word.startsWith('$(')) return false
  let depth = 0
  for (let at = 1; at < word.length; at++) {
    if (word[at] === '(') depth++
    else if (word[at] === ')' && --depth === 0) return at === word.length - 1
  }
  return false
}
