import * as path from 'node:path'
import { textDiff } from '../../core/text-diff.ts'
import type { Mismatch } from '../../cases/compare.ts'
import type { CaseResult } from '../../cases/run-case-files.ts'
import type { Run } from '../../engine/run.ts'
import { countCases, type Tested } from '../../cases/tested.ts'
import type { Io } from '../io.ts'
import { lineOf } from './case-json.ts'
import { issueLine } from './issue-line.ts'
import { createStyle, printable, type Style } from './style.ts'

type Showing = { readonly folder: string; readonly io: Io }

/** Each file with its cases, what did not come as expected, and the counts. */
export function renderCases(tested: Tested, { folder, io }: Showing): readonly string[] {
  const style = createStyle(io.colour)
  const files = [...new Set(tested.results.map(({ caseFile }) => caseFile.file))]
  const shown = files.flatMap((file) => [
    style.bold(shownPath(file, folder)),
    ...casesOf(
      tested.results.filter(({ caseFile }) => caseFile.file === file),
      style,
    ),
    '',
  ])
  const broken = tested.broken.flatMap(({ file, issues }) => [
    style.bold(shownPath(file, folder)),
    ...issues.map((problem) => `  ${style.red('✗')} ${issueLine(problem)}`),
    '',
  ])
  return [...shown, ...broken, summary(tested, style)]
}

function shownPath(file: string, folder: string): string {
  const relative = path.relative(folder, file)
  return printable(relative.startsWith('..') ? file : relative)
}

/** Hosts that a case for all of them came to the same end on share a line. */
function casesOf(results: readonly CaseResult[], style: Style): readonly string[] {
  const cases = [...new Set(results.map(({ one }) => one))]
  return cases.flatMap((one) => {
    const ofCase = results.filter((each) => each.one === one)
    const told = ofCase.filter(({ end }) => end.status === 'failed' || end.status === 'broken')
    if (told.length > 0) return told.flatMap((each) => failure(each, ofCase.length > 1, style))
    const hosts = ofCase.filter(({ end }) => end.status === 'passed').length
    if (hosts === 0) return [`  ${style.yellow('-')} ${printable(one.name)} ${style.dim('(not run)')}`]
    const where = ofCase.length > 1 ? style.dim(` (on ${hosts} hosts)`) : ''
    return [`  ${style.green('✓')} ${printable(one.name)}${where}`]
  })
}

function failure(result: CaseResult, hasHosts: boolean, style: Style): readonly string[] {
  const { one, end, host } = result
  const where = `${hasHosts ? `${host}, ` : ''}line ${lineOf(result)}`
  const head = `  ${style.red('✗')} ${printable(one.name)} ${style.dim(`(${where})`)}`
  if (end.status === 'broken') return [head, `      ${printable(end.why)}`]
  if (end.status !== 'failed') return []
  return [
    head,
    ...end.mismatches.flatMap((each) => difference(each, style)),
    ...around(end.run).map((line) => style.dim(`      ${printable(line)}`)),
  ]
}

function difference({ what, expected, got, texts }: Mismatch, style: Style): readonly string[] {
  const head = `      ${style.bold(printable(what))}`
  if (texts === undefined)
    return [
      head,
      `        expected  ${style.green(oneText(expected))}`,
      `        got       ${style.red(oneText(got))}`,
    ]
  const { lines, leftOut } = textDiff(texts.expected, texts.got)
  const more = leftOut === 0 ? [] : [`        … ${leftOut} more lines`]
  return [
    `${head} ${style.dim('(- expected, + got)')}`,
    ...lines.map((line) => `        ${colourOf(line, style)(printable(line))}`),
    ...more,
  ]
}

function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith('-')) return style.green
  return line.startsWith('+') ? style.red : style.dim
}

const MOST_CHARACTERS = 2_000

function oneText(text: string): string {
  const left = text.length - MOST_CHARACTERS
  const kept = left > 0 ? `${text.slice(0, MOST_CHARACTERS)}… (${left} more characters)` : text
  return printable(kept).replaceAll('\n', '\n                  ')
}

/** Which hooks ran and what went wrong with them; without it nobody knows why a decision is missing. */
function around({ results, plan, verdict }: Run): readonly string[] {
  const ran = results.map(({ hook }) => hook.id)
  const skipped = plan.skipped.map(({ hook, why }) => `${hook.id} did not run: ${why}`)
  return [
    ran.length === 0 ? 'no hook ran' : `hooks that ran: ${ran.join(', ')}`,
    ...skipped,
    ...verdict.issues.map(issueLine),
    ...verdict.lost.map(({ what, why }) => `lost: ${what}, ${why}`),
  ]
}

function summary(tested: Tested, style: Style): string {
  const { passed, failed, broken, skipped } = countCases(tested)
  const unread = tested.broken.length
  const parts = [
    style.green(`${passed} passed`),
    ...(failed > 0 ? [style.red(`${failed} failed`)] : []),
    ...(broken > 0 ? [style.red(`${broken} could not be run`)] : []),
    ...(skipped > 0 ? [style.yellow(`${skipped} skipped`)] : []),
    ...(unread > 0 ? [style.red(`${unread} ${unread === 1 ? 'file' : 'files'} could not be used`)] : []),
  ]
  return parts.join(', ')
}
