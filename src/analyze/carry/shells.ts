import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { isStream, scriptSource } from '../programs/interpreters.ts'
import { runsText, type CarrierRows, type Command } from './carrier.ts'
import { fileText } from './flows/files.ts'
import type { Flow } from './flows/flow.ts'
import { inputOf } from './flows/pipes.ts'
import { reports } from './reports.ts'

const SHELLS = 'sh bash rbash dash zsh ksh rksh mksh ash fish yash tcsh csh'

export const SHELL_ROWS: CarrierRows = {
  [SHELLS]: carriedByShell,
  // `eval` and `trap` change the shell itself: the reader of bash runs their text.
  'source .': carriedBySource,
}

function carriedByShell(command: Command): readonly Carried[] {
  const words = command.program.words
  const source = scriptSource(words.map(({ text }) => text))
  switch (source?.from) {
    case undefined:
      return []
    case 'text':
      return runsText(words[source.at])
    case 'stdin':
      return runsFlow(inputOf(command.program, command.around))
    case 'file':
      return runsFile(command, words[source.at - 1])
  }
}

/** Runs what flows into a shell. Nothing: it reads from whatever the line itself reads. */
export function runsFlow(flow: Flow | undefined): readonly Carried[] {
  if (flow === undefined) return []
  return flow.kind === 'text' ? runsText(flow.text) : reports(flow.code)
}

/** Runs a script file of a shell. */
export function runsFile({ program, around }: Command, file: Word | undefined): readonly Carried[] {
  if (file === undefined) return []
  const flow = fileText(program, file, around)
  return flow.kind === 'text' ? runsText(flow.text, { how: 'file' }) : reports(flow.code)
}

function carriedBySource(command: Command): readonly Carried[] {
  const [file] = command.args[0]?.text === '--' ? command.args.slice(1) : command.args
  if (file === undefined) return []
  return isStream(file.text) ? runsFlow(inputOf(command.program, command.around)) : runsFile(command, file)
}
