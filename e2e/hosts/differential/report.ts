import { markdownTable, titleOf, type AgentReport } from '../task.ts'
import type { Compared } from './compare-answer.ts'

type Reports = readonly AgentReport<Compared>[]

/** One answer in one line, and its differences below. */
export function lineOf({ name, differences }: Compared): string {
  if (differences.length === 0) return `${name}: same`
  const lines = differences.map(
    ({ fact, native, bridge, reason }) =>
      `  ${fact}: ${reason === undefined ? 'DIFFERS' : `differs as intended: ${reason}`}\n    native: ${native}\n    bridge: ${bridge}`,
  )
  return [`${name}:`, ...lines].join('\n')
}

/** The counts, the intended differences with their reasons, and what is left in full. */
export function textOf(reports: Reports): string {
  const left = reports.flatMap((report) =>
    'missing' in report
      ? []
      : report.results
          .filter(({ differences }) => differences.some(({ reason }) => reason === undefined))
          .map((compared) => `${report.agent.name}: ${lineOf(compared)}`),
  )
  return [docsOf(reports), ...left].join('\n\n')
}

/** The counts, and the intended differences with their reasons, in Markdown. */
export function docsOf(reports: Reports): string {
  const head = ['agent', 'answers', 'same', 'different as intended', 'different']
  return [
    markdownTable(head, reports.map(counts)),
    markdownTable(['intended difference', 'seen with'], reasons(reports)),
  ].join('\n\n')
}

function counts(report: AgentReport<Compared>): readonly string[] {
  if ('missing' in report) return [titleOf(report), 'not run', '', '', '']
  const { results } = report
  const same = results.filter(({ differences }) => differences.length === 0).length
  const unexpected = results.filter(({ differences }) =>
    differences.some(({ reason }) => reason === undefined),
  ).length
  const numbers = [results.length, same, results.length - same - unexpected, unexpected]
  return [titleOf(report), ...numbers.map(String)]
}

function reasons(reports: Reports): readonly (readonly string[])[] {
  const seen = new Map<string, Map<string, number>>()
  for (const report of reports) {
    if ('missing' in report) continue
    for (const { differences } of report.results) {
      for (const reason of new Set(differences.flatMap((each) => each.reason ?? []))) {
        const agents = seen.get(reason) ?? new Map<string, number>()
        agents.set(report.agent.title, (agents.get(report.agent.title) ?? 0) + 1)
        seen.set(reason, agents)
      }
    }
  }
  return [...seen].map(([reason, agents]) => [
    reason,
    [...agents].map(([title, count]) => `${title}: ${count}`).join(', '),
  ])
}
