import { AGENTS } from './agents/all.ts'
import type { Agent } from './agents/agent.ts'
import type { Installed } from './install.ts'

/** What is to be run. */
export type Task = {
  readonly prepared: readonly Installed[]
  /** The built command line. */
  readonly cli: string
  /** Parts of the names of what is to be run; none for all. */
  readonly only: readonly string[]
  /** The folders of runs stay. */
  readonly keeps: boolean
}

/** Where one agent's runs find their programs. */
export type Place = { readonly cli: string; readonly modules: string; readonly keeps: boolean }

/** What became of one agent: its results, or why it was not run. */
export type AgentReport<Result> =
  | { readonly agent: Agent; readonly version: string; readonly results: readonly Result[] }
  | { readonly agent: Agent; readonly missing: string }

/** What a whole run came to. */
export type Outcome = {
  readonly exitCode: number
  readonly text: string
  readonly json: unknown
  /** Markdown for the documentation. */
  readonly docs: string
}

/** One agent after the other: several at once would be slow together, and time out. */
export async function eachAgent<Result>(
  { prepared, cli, keeps }: Task,
  results: (agent: Agent, place: Place) => Promise<readonly Result[]>,
): Promise<readonly AgentReport<Result>[]> {
  const reports: AgentReport<Result>[] = []
  for (const installed of prepared) {
    const agent = AGENTS.find(({ name }) => name === installed.name)
    if (agent === undefined) continue
    if ('missing' in installed) {
      reports.push({ agent, missing: installed.missing })
      continue
    }
    const { modules, version } = installed
    reports.push({ agent, version, results: await results(agent, { cli, modules, keeps }) })
  }
  return reports
}

/** Those that the task asks for. */
export function chosen<Named extends { readonly name: string }>(
  all: readonly Named[],
  { only }: Task,
): readonly Named[] {
  return only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)))
}

/** 1 when something failed, else 2 when an agent was not run, else 0. */
export function exitCodeOf<Result>(
  reports: readonly AgentReport<Result>[],
  isFailed: (result: Result) => boolean,
): number {
  if (reports.some((report) => 'results' in report && report.results.some(isFailed))) return 1
  return reports.some((report) => 'missing' in report) ? 2 : 0
}

/** A report without functions, for programs. */
export function jsonOf<Result>(reports: readonly AgentReport<Result>[]): unknown {
  return reports.map(({ agent, ...rest }) => ({ agent: agent.name, ...rest }))
}

/** The agent with its release, when it was run. */
export function titleOf(report: AgentReport<unknown>): string {
  return 'missing' in report ? report.agent.title : `${report.agent.title} ${report.version}`
}

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
