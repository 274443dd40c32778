import { oneLine } from '../render/issue-line.ts'
import { createStyle, type Style } from '../render/style.ts'
import type { Finding, Section } from './finding.ts'

/** The screen: a heading per section, a line per finding, and what mends it below. */
export function renderSections(sections: readonly Section[], colour: boolean): readonly string[] {
  const style = createStyle(colour)
  const shown = sections.filter(({ findings }) => findings.length > 0)
  const width = Math.max(0, ...shown.flatMap(({ findings }) => findings.map(({ name }) => name.length)))
  return shown.flatMap(({ title, findings }) => [
    style.bold(title),
    ...findings.flatMap((finding) => findingLines(finding, Math.min(width, WIDEST), style)),
    '',
  ])
}

/** Names longer than this push their text to the right instead of widening the column. */
const WIDEST = 22

function findingLines({ name, state, text, mend }: Finding, width: number, style: Style): readonly string[] {
  const line = `  ${mark(state, style)} ${oneLine(name).padEnd(width)}  ${oneLine(text)}`
  return [
    line,
    ...(mend === undefined ? [] : [`    ${' '.repeat(width)}  ${style.cyan(`→ ${oneLine(mend)}`)}`]),
  ]
}

function mark(state: Finding['state'], style: Style): string {
  if (state === 'ok') return style.green('✓')
  return state === 'note' ? style.yellow('•') : style.red('✗')
}

type Summing = {
  /** How many hooks that can say no are in force here. */
  readonly guards: number
  readonly colour: boolean
}

/** The last line: whether the guards act. */
export function summaryLine(sections: readonly Section[], { guards, colour }: Summing): string {
  const style = createStyle(colour)
  const all = sections.flatMap(({ findings }) => findings)
  const stopped = all.filter((finding) => finding.stopsGuard === true).length
  if (stopped > 0)
    return style.red(`An approved guard cannot act: ${counted(stopped, 'reason')} above, marked ✗.`)
  const problems = all.filter(({ state }) => state === 'problem').length
  const about = problems === 0 ? 'No problem found.' : `${counted(problems, 'problem')} above.`
  if (guards === 0) return style.yellow(`No guard is approved here. ${about}`)
  const colourOf = problems === 0 ? style.green : style.yellow
  return colourOf(`Your ${guards === 1 ? 'guard acts' : `${guards} guards act`}. ${about}`)
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
