import type { CaseResult } from './run-cases.ts'
import { markdownTable, titleOf, type AgentReport } from './task.ts'

/** The results as a Markdown table: cases in rows, agents with their versions in columns. */
export function caseTable(names: readonly string[], reports: readonly AgentReport<CaseResult>[]): string {
  return markdownTable(
    ['case', ...reports.map(titleOf)],
    names.map((name) => [name, ...reports.map((report) => cell(name, report))]),
  )
}

function cell(name: string, report: AgentReport<CaseResult>): string {
  if ('missing' in report) return 'not run'
  const result = report.results.find((each) => each.name === name)
  if (result === undefined) return 'not run'
  return result.missing.length === 0 ? 'happened' : `**failed**: ${result.missing.join('; ')}`
}
