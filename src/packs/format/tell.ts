import { textDiff, type TextDiff } from '../../core/text-diff.ts'
import { trimmedOutput } from '../projects/tool-output.ts'
import type { Formatted } from './run-formatter.ts'

/** How much the model is told. */
export type Tell = 'none' | 'summary' | 'diff'

/** One file that a formatter was run on. */
export type Told = {
  /** Path below the project. */
  readonly name: string
  readonly top: string
  /** Name of the formatter. */
  readonly formatter: string
  readonly result: Formatted
}

const MOST_LINES = 60
const MOST_CHARACTERS = 3_000
const MOST_ERROR_CHARACTERS = 1_500

/** Returns what the model is told about one file; undefined: nothing. */
export function textFor({ name, top, formatter, result }: Told, tell: Tell): string | undefined {
  if (tell === 'none') return undefined
  if (result.kind === 'refused') return refusal({ name, formatter, output: outputOf(result.output, top) })
  if (result.kind === 'timed-out')
    return `${formatter} did not end in time for ${name}; the file is ${result.isChanged ? 'not exactly what you wrote: read it again' : 'as you wrote it'}.`
  if (result.kind === 'lost')
    return `After ${formatter} has run on ${name}, the file is gone or no longer a text: look at it.`
  if (result.kind !== 'changed') return undefined
  const diff = textDiff(result.before, result.after)
  const said = `${formatter} formatted ${name} after your edit (${counted(diff)}). The file is not exactly what you wrote.`
  return tell === 'summary' ? said : `${said}\n${shown(diff)}`
}

function outputOf(output: string, folder: string): string {
  return trimmedOutput(output, { folder, mostCharacters: MOST_ERROR_CHARACTERS })
}

function refusal({ name, formatter, output }: { name: string; formatter: string; output: string }): string {
  const said = `${formatter} could not format ${name}; the file is as you wrote it.`
  return output === '' ? said : `${said} It says:\n${output}`
}

function counted({ lines, leftOut }: TextDiff): string {
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length
  const more = leftOut === 0 ? '' : ', and more'
  const added = count('+')
  return `${added} ${added === 1 ? 'line' : 'lines'} added, ${count('-')} removed${more}`
}

function shown({ lines, leftOut }: TextDiff): string {
  let length = 0
  const end = lines.findIndex((line, at) => at >= MOST_LINES || (length += line.length + 1) > MOST_CHARACTERS)
  const kept = end === -1 ? lines : lines.slice(0, end)
  const missing = lines.length - kept.length + leftOut
  return [...kept, ...(missing > 0 ? [`… (${missing} more lines; read the file again)`] : [])].join('\n')
}
