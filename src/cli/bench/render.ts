import type { Io } from '../io.ts'
import { createStyle, type Style } from '../render/style.ts'
import { table } from '../render/table.ts'
import { fitLines } from '../render/wrap.ts'
import { shown } from './advice.ts'
import type { EventRow, HookRow, Report } from './report.ts'

/** The report for people. */
export function renderReport(
  report: Report,
  { colour, columns }: Pick<Io, 'colour' | 'columns'>,
): readonly string[] {
  const style = createStyle(colour)
  return [
    ...section('Hooks, slowest first', hookLines(report.hooks, style, columns), style),
    ...section(
      `What your agent waits for (bridge: ${report.via === 'launcher' ? 'the installed launcher' : 'node and this program; `hookwright install` was not run'})`,
      eventLines(report.events, style, columns),
      style,
    ),
    ...section(
      'What to do',
      fitLines(
        report.advice.map(({ id, event, text }) => `${id} (${event}): ${text}.`),
        columns,
      ),
      style,
    ),
    ...section(
      'Not measured',
      fitLines(
        report.skipped.map(({ id, host, event, why }) => `${id} (${host} ${event}): ${why}.`),
        columns,
      ),
      style,
    ),
  ]
}

function section(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : [style.bold(title), ...lines, '']
}

function hookLines(rows: readonly HookRow[], style: Style, columns: number | undefined): readonly string[] {
  if (rows.length === 0) return []
  const cells = rows.map((row) => [
    row.id,
    row.host,
    eventName(row),
    String(row.runs),
    shown(row.p50Ms),
    shown(row.p95Ms),
    `${row.share.spawn} %`,
    `${row.share.engine} %`,
    `${row.share.hook} %`,
    remarkOf(row),
  ])
  return table(
    ['HOOK', 'HOST', 'EVENT', 'RUNS', 'P50', 'P95', 'SPAWN', 'ENGINE', 'OWN', 'REMARK'],
    cells,
    style,
    columns,
  )
}

function remarkOf({ failures, runs, mode }: HookRow): string {
  const failed = Object.entries(failures).map(([kind, count]) => `${kind} in ${count} of ${runs}`)
  return [...failed, ...(mode === 'wait' ? [] : ['in the background'])].join(', ') || '-'
}

function eventLines(rows: readonly EventRow[], style: Style, columns: number | undefined): readonly string[] {
  if (rows.length === 0) return []
  const cells = rows.map((row) => [
    eventName(row),
    row.host,
    row.bridgeMs === undefined ? '-' : shown(row.bridgeMs),
    shown(row.engineMs),
    shown(row.hooksMs),
    shown(row.p50Ms),
    shown(row.p95Ms),
  ])
  return table(['EVENT', 'HOST', 'BRIDGE', 'ENGINE', 'HOOKS', 'P50', 'P95'], cells, style, columns)
}

function eventName({ event, tool }: { readonly event: string; readonly tool?: string }): string {
  return tool === undefined ? event : `${event} ${tool}`
}
