import type { Hook } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { dialectOfFile, loadDialects } from '../../dialects/registry.ts'
import { findAgents, type FoundAgent } from '../../install/agents.ts'
import { driftIssues, findDrift, type Drift } from '../../install/drift.ts'
import { systemFiles } from '../../ports/files.ts'
import { agentVersion } from '../agent-version.ts'
import type { Examined } from '../check-all.ts'
import { registeredPlans } from '../registered-plans.ts'
import type { AgentStanding } from './agents.ts'
import type { GuardInForce } from './guards.ts'

type Looking = { readonly examined: Examined; readonly guards: readonly GuardInForce[] }

/** Agents that are on this machine, or have hook files here, and how they call us. */
export async function lookAtAgents({ examined, guards }: Looking): Promise<readonly AgentStanding[]> {
  const { workspace, hosts } = examined
  const found = findAgents({ places: workspace.places, files: systemFiles })
  const names = [...new Set([...hosts.map(({ name }) => name), ...found.map(({ name }) => name)])]
  const dialects = [...(await loadDialects(names, undefined)).values()].filter(
    ({ bridge }) => bridge !== undefined,
  )
  const requests = await registeredPlans(workspace)
  const drifts = isIssue(requests) ? [] : findDrift(requests, workspace.state)
  return Promise.all(
    dialects.map((dialect) =>
      standingOf(dialect, {
        agent: found.find(({ name }) => name === dialect.name),
        examined,
        guards,
        drifts,
      }),
    ),
  )
}

type About = Looking & { readonly agent: FoundAgent | undefined; readonly drifts: readonly Drift[] }

async function standingOf(
  dialect: Dialect,
  { agent, examined, guards, drifts }: About,
): Promise<AgentStanding> {
  const registered = registeredWith(dialect, examined)
  const missing = neededEvents(examined.hooks, dialect).filter((event) => !registered.includes(event))
  const missed = new Set(missing.map((event) => dialect.events[event]?.event))
  return {
    name: dialect.name,
    title: dialect.title,
    version: agent && (await agentVersion(agent, examined.workspace.env)),
    registered,
    missing,
    faults: faultsOf(dialect, examined, drifts),
    missesGuard: guards.some(({ event }) => missed.has(event)),
  }
}

function registeredWith({ name }: Dialect, { bridges }: Examined): readonly string[] {
  return [...new Set(bridges.flatMap(({ dialect, native }) => (dialect.name === name ? native : [])))]
}

/** Native events of which at least one is needed by a hook; where several stand for one event, any of them is enough. */
function neededEvents(hooks: readonly Hook[], { events, name }: Dialect): readonly string[] {
  return Object.entries(events).flatMap(([native, { event }]) =>
    hooks.some((hook) => isFor(hook, { native, event, host: name })) ? native : [],
  )
}

type At = { readonly native: string; readonly event: string; readonly host: string }

function isFor({ event, native, dialect, disabled }: Hook, at: At): boolean {
  if (disabled !== undefined || event !== at.event) return false
  // Hooks of the host's own file are started by the host itself.
  return dialect !== at.host && (native === undefined || native === at.native)
}

/** What is wrong with the entries of one host that call us. Events without an entry are told apart. */
function faultsOf({ name }: Dialect, { issues }: Examined, drifts: readonly Drift[]): readonly string[] {
  const own = drifts.filter(({ host }) => host === name).map((drift) => ({ ...drift, missing: [] }))
  const entries = issues.filter(({ code, place: { file = '' } }) => {
    return FAULTS.has(code) && dialectOfFile(file.replaceAll('\\', '/')) === name
  })
  return [...new Set([...driftIssues(own), ...entries].map(({ message }) => message))]
}

const FAULTS: ReadonlySet<string> = new Set([
  'bridge.double',
  'bridge.event',
  'bridge.host',
  'bridge.matcher',
])
