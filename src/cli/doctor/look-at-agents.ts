import type { Hook } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { dialectOfFile, loadDialects } from '../../dialects/registry.ts'
import { findAgents, type FoundAgent } from '../../install/agents.ts'
import { driftIssues, findDrift, type Drift } from '../../install/drift.ts'
import { obstaclesOf } from '../../install/obstacles.ts'
import type { Request } from '../../install/plan.ts'
import { systemFiles } from '../../ports/files.ts'
import { agentVersion } from '../agent-version.ts'
import type { Examined } from '../check-all.ts'
import { placesFor } from '../install-request.ts'
import { lookUpIn } from '../look-up.ts'
import { registeredPlans } from '../registered-plans.ts'
import type { AgentStanding } from './agents.ts'
import type { GuardInForce } from './guards.ts'

type Looking = { readonly examined: Examined; readonly guards: readonly GuardInForce[] }

/** Agents that are on this machine, or have hook files here, and how they call us. */
export async function lookAtAgents({ examined, guards }: Looking): Promise<readonly AgentStanding[]> {
  const { workspace, hosts } = examined
  const found = findAgents({ places: workspace.places, files: systemFiles })
  const plans = await registeredPlans(workspace)
  const requests = isIssue(plans) ? [] : plans
  const names = [...hosts, ...found, ...requests.map(({ dialect }) => dialect)].map(({ name }) => name)
  const dialects = [...(await loadDialects([...new Set(names)], undefined)).values()].filter(
    ({ bridge }) => bridge !== undefined,
  )
  const drifts = findDrift(requests, workspace.state, lookUpIn)
  return Promise.all(
    dialects.map((dialect) =>
      standingOf(dialect, {
        agent: found.find(({ name }) => name === dialect.name),
        examined,
        guards,
        drifts: drifts.filter(({ host }) => host === dialect.name),
        requests: requests.filter((each) => each.dialect.name === dialect.name),
      }),
    ),
  )
}

type About = Looking & {
  readonly agent: FoundAgent | undefined
  readonly drifts: readonly Drift[]
  /** What is registered with it, for the user and in the project. */
  readonly requests: readonly Request[]
}

async function standingOf(dialect: Dialect, about: About): Promise<AgentStanding> {
  const { agent, examined, guards, drifts, requests } = about
  const registered = registeredWith(dialect, examined)
  const gone = drifts.flatMap((drift) => drift.gone)
  const missing = missingEvents(dialect, { registered, hooks: examined.hooks })
  return {
    name: dialect.name,
    title: dialect.title,
    version: agent && (await agentVersion(agent, examined.workspace.env)),
    isKnown: requests.length > 0,
    registered,
    missing: [...new Set([...gone, ...missing])],
    gone,
    altered: drifts.flatMap(({ altered }) => altered),
    off: offReasons(dialect, examined),
    obstacles: await obstaclesFor(dialect, about),
    unreadable: drifts.flatMap(({ issues }) =>
      issues.map(({ message }) => ({ text: message, mend: 'Mend the file, then: hookwright sync' })),
    ),
    faults: faultsOf(dialect, examined, drifts),
    guarded: Object.entries(dialect.events).flatMap(([native, { event }]) =>
      guards.some((guard) => guard.event === event) ? native : [],
    ),
  }
}

/** A bridge that somebody wrote by hand is looked at as one of the user. */
async function obstaclesFor(
  dialect: Dialect,
  { requests, examined }: About,
): Promise<AgentStanding['obstacles']> {
  if (requests.length > 0) return requests.flatMap((each) => obstaclesOf(each, lookUpIn))
  const spec = await dialect.bridge?.()
  const { places } = examined.workspace
  return spec === undefined
    ? []
    : obstaclesOf({ spec, scope: 'user', places: placesFor('user', places) }, lookUpIn)
}

function registeredWith({ name }: Dialect, { bridges }: Examined): readonly string[] {
  return [...new Set(bridges.flatMap(({ dialect, native }) => (dialect.name === name ? native : [])))]
}

function offReasons({ name }: Dialect, { offBridges }: Examined): readonly string[] {
  return [
    ...new Set(
      offBridges.flatMap(({ hook: { disabled = [] }, dialect }) => (dialect.name === name ? disabled : [])),
    ),
  ]
}

/** Native events that a hook needs and nobody registered; where several stand for one event, any of them is enough. */
function missingEvents(
  { events, name }: Dialect,
  { registered, hooks }: { readonly registered: readonly string[]; readonly hooks: readonly Hook[] },
): readonly string[] {
  const covered = new Set(registered.map((native) => events[native]?.event))
  return Object.entries(events).flatMap(([native, { event }]) => {
    if (registered.includes(native)) return []
    const needing = hooks.filter((hook) => isFor(hook, { native, event, host: name }))
    return needing.some((hook) => hook.native !== undefined || !covered.has(event)) ? native : []
  })
}

type At = { readonly native: string; readonly event: string; readonly host: string }

function isFor({ event, native, dialect, disabled }: Hook, at: At): boolean {
  if (disabled !== undefined || event !== at.event) return false
  // Hooks of the host's own file are started by the host itself.
  return dialect !== at.host && (native === undefined || native === at.native)
}

/** What else is wrong with the entries of one host that call us. */
function faultsOf(
  { name }: Dialect,
  { issues }: Examined,
  drifts: readonly Drift[],
): AgentStanding['faults'] {
  const told = driftIssues(
    drifts.map((drift) => ({ ...drift, issues: [], missing: [], gone: [], outdated: plain(drift) })),
  )
  const entries = issues.filter(({ code, place: { file = '' } }) => {
    return FAULTS.has(code) && dialectOfFile(file.replaceAll('\\', '/')) === name
  })
  const all = [...told, ...entries].map(({ message, hint = 'hookwright sync' }) => ({
    text: message,
    mend: hint.replace(/^Run: /, ''),
  }))
  return [...new Map(all.map((each) => [each.text, each])).values()]
}

function plain({ outdated, altered }: Drift): readonly string[] {
  return outdated.filter((event) => !altered.includes(event))
}

const FAULTS: ReadonlySet<string> = new Set([
  'bridge.double',
  'bridge.event',
  'bridge.host',
  'bridge.matcher',
])
