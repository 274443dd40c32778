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
      `What your agent waits for (bridge: ${report.via === 'launcher' ? 'the installed launcher' : 'Node; no launcher is installed'})`,
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

/** The host has a column only where there are several: a table of 80 columns has no room for it. */
function hookLines(rows: readonly HookRow[], style: Style, columns: number | undefined): readonly string[] {
  if (rows.length === 0) return []
  const isOne = new Set(rows.map(({ host }) => host)).size === 1
  const cells = rows.map((row) => [
    row.id,
    ...(isOne ? [] : [row.host]),
    eventName(row),
    String(row.runs),
    shown(row.p50Ms),
    shown(row.p95Ms),
    `${row.share.spawn} %`,
    `${row.share.engine} %`,
    `${row.share.hook} %`,
  ])
  const head = ['HOOK', ...(isOne ? [] : ['HOST']), 'EVENT', 'RUNS', 'P50', 'P95', 'SPAWN', 'ENGINE', 'OWN']
  return [...table(head, cells, style, columns), ...fitLines(rows.flatMap(remarksOf), columns)]
}

function remarksOf({ id, host, event, failures, runs, mode }: HookRow): readonly string[] {
  const failed = Object.entries(failures).map(([kind, count]) => `${kind} in ${count} of ${runs} runs`)
  const remarks = [...failed, ...(mode === 'wait' ? [] : ['runs in the background'])]
  return remarks.length === 0 ? [] : [`${id} (${host} ${event}): ${remarks.join(', ')}.`]
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
