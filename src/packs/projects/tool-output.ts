import { escapeHidden } from '../../core/unseen.ts'

/** Sequences that steer a terminal: colours, titles, links, cursors. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- these are the characters to find
  /(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B[ -/]*[0-~]/g
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const CONTROLS = /(?![\t\n])[\u0000-\u001F\u007F-\u009F]/g

/** What of the output of a tool is left out or shortened for the model. */
export type Trimming = {
  /** Folder whose path is written as `.`. */
  readonly folder: string
  /** Characters that are kept, from the head and the tail. */
  readonly mostCharacters: number
}

/** Returns what a tool wrote as plain lines, with paths below the folder relative, and head and tail of a long one. */
export function trimmedOutput(output: string, { folder, mostCharacters }: Trimming): string {
  const lines = plainText(output)
    .replaceAll(`${folder}/`, '')
    .replaceAll(folder, '.')
    .split('\n')
    .map((line) => shortened(line.trimEnd()))
  return headAndTail(withoutRuns(lines), mostCharacters)
}

/** Without terminal sequences and control characters; of a line that was written over, what was written last. */
export function plainText(output: string): string {
  const text = output.replace(SEQUENCES, '').replaceAll('\r\n', '\n')
  const lines = text
    .split('\n')
    .map((line) => line.slice(line.replace(/(?<!\r)\r+$/, '').lastIndexOf('\r') + 1))
  return escapeHidden(lines.join('\n').replace(CONTROLS, ''))
}

const MOST_IN_LINE = 400

function shortened(line: string): string {
  if (line.length <= MOST_IN_LINE) return line
  return `${line.slice(0, MOST_IN_LINE)}… (${line.length - MOST_IN_LINE} more characters)`
}

/** Empty lines at both ends go, and several in a row become one. */
function withoutRuns(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept
}

function headAndTail(lines: readonly string[], mostCharacters: number): string {
  const whole = lines.join('\n')
  if (whole.length <= mostCharacters) return whole
  const half = mostCharacters / 2
  const head = countWithin(lines, half)
  const tail = Math.max(1, countWithin(lines.slice(head).toReversed(), half))
  const leftOut = lines.length - head - tail
  const mark = leftOut > 0 ? [`… (${leftOut} lines left out)`] : []
  return [...lines.slice(0, head), ...mark, ...lines.slice(-tail)].join('\n')
}

function countWithin(lines: readonly string[], most: number): number {
  let length = 0
  const end = lines.findIndex((line) => (length += line.length + 1) > most)
  return end === -1 ? lines.length : end
}
