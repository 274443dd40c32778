import { join } from 'node:path'
import type { Agent } from './agents/agent.ts'
import { allEvents, bridgeHooks } from './bridge.ts'
import { CASES, type Case } from './cases.ts'
import { runAgent } from './run-agent.ts'
import { caseTable } from './table.ts'
import { chosen, eachAgent, exitCodeOf, jsonOf, type Outcome, type Place, type Task } from './task.ts'

/** What became of one case on one agent. `missing` is empty when it passed. */
export type CaseResult = {
  readonly name: string
  readonly missing: readonly string[]
  /** The folder of the run, when it was kept. */
  readonly root?: string
}

/** Runs every case on every agent that is there, with the bridge as the only hook of the agent's own file. */
export function runCases(task: Task): Promise<Outcome> {
  return runEach(task, CASES, runCase)
}

/** Runs these cases on every agent that is there. */
export async function runEach<One extends { readonly name: string }>(
  task: Task,
  all: readonly One[],
  runOne: (agent: Agent, one: One, place: Place) => Promise<CaseResult>,
): Promise<Outcome> {
  const cases = chosen(all, task)
  const reports = await eachAgent(task, async (agent, place) => {
    const results: CaseResult[] = []
    for (const each of cases) {
      const result = await runOne(agent, each, place)
      const kept = result.root === undefined ? '' : ` (${result.root})`
      console.error(`${agent.name}: ${result.name}: ${result.missing.join('; ') || 'happened'}${kept}`)
      results.push(result)
    }
    return results
  })
  const table = caseTable(
    cases.map(({ name }) => name),
    reports,
  )
  const exitCode = exitCodeOf(reports, ({ missing }) => missing.length > 0)
  return { exitCode, text: table, json: jsonOf(reports), docs: table }
}

/** The bridge on every event, and the case's hookwright.yaml, which lies outside of the project, as its source. */
async function runCase(agent: Agent, { name, file, missing }: Case, place: Place): Promise<CaseResult> {
  const path = 'kept/hookwright.yaml'
  const happened = await runAgent(agent, place.modules, {
    keep: place.keeps,
    files: () => ({ [path]: file }),
    hooks: ({ root }) =>
      bridgeHooks(agent, root, { cli: place.cli, source: join(root, path), events: allEvents(agent) }),
  })
  return { name, missing: missing(happened, agent), ...(place.keeps && { root: happened.root }) }
}
