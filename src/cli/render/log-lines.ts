import { basename } from 'node:path'
import type { RunRecord } from '../../log/record.ts'
import { localTime } from './local-time.ts'
import type { Style } from './style.ts'
import { table } from './table.ts'

type Look = {
  readonly style: Style
  readonly columns: number | undefined
  /** Runs of several projects are shown. */
  readonly hasProject: boolean
  readonly hasHead: boolean
}

/** Runs as a table, with times on this machine's clock. */
export function logLines(
  runs: readonly RunRecord[],
  { style, columns, hasProject, hasHead }: Look,
): readonly string[] {
  const head = [
    'TIME',
    ...(hasProject ? ['PROJECT'] : []),
    'HOST',
    'EVENT',
    'TOOL',
    'DECISION',
    'MS',
    'HOOKS',
  ]
  const rows = runs.map((run) => [
    timeOf(run),
    ...(hasProject ? [basename(run.project ?? '') || '-'] : []),
    run.host,
    run.event,
    run.tool ?? '-',
    run.decision,
    String(Math.round(run.ms)),
    hooksOf(run),
  ])
  const lines = table(head, rows, style, columns)
  return hasHead ? lines : lines.slice(1)
}

function timeOf({ at }: RunRecord): string {
  const { day, time } = localTime(at)
  return `${day} ${time}`.trim()
}

/** Facts of the run, such as what a category that is only observed would have decided. */
function noteOf(note: Readonly<Record<string, string>> = {}): string {
  const facts = Object.entries(note).map(([name, value]) => `${name}: ${value}`)
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}

function hooksOf({ hooks, skipped }: RunRecord): string {
  const parts = [
    ...hooks.map(({ id, class: kind, note }) => `${id} ${kind}${noteOf(note)}`),
    ...skipped.map(({ id, because }) => `${id} ${because}`),
  ]
  return parts.length === 0 ? '-' : parts.join(', ')
}
