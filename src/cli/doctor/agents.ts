import type { Obstacle } from '../../dialects/bridge-spec.ts'
import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

type Told = { readonly text: string; readonly mend: string }

/** Native events that one thing is about. */
type Events = readonly string[]

/** One agent of this machine and how it calls us. */
export type AgentStanding = {
  /** Name of its dialect. */
  readonly name: string
  readonly title: string
  /** Undefined: its program was not found, or did not tell. */
  readonly version?: string | undefined
  /** `install` has registered us with it. */
  readonly isKnown: boolean
  /** Events for which an entry of its files calls us. */
  readonly registered: Events
  /** Events that a hook needs and for which no entry calls us. */
  readonly missing: Events
  /** Of the missing ones: those that were registered once. */
  readonly gone: Events
  /** Events whose entry is another than `install` wrote, in more than its timeout. */
  readonly altered: Events
  /** Why entries of ours in its files are switched off. */
  readonly off: readonly string[]
  /** What in its settings keeps it from starting us. */
  readonly obstacles: readonly Obstacle[]
  /** Why its file could not be looked at, with what mends it. */
  readonly unreadable: readonly Told[]
  /** What else is wrong with entries that call us, with what mends it. */
  readonly faults: readonly Told[]
  /** Events that guards in force need. */
  readonly guarded: Events
}

/** Which agents are here, and whether they call us. */
export function agentsSection(agents: readonly AgentStanding[]): Section {
  const isNowhere = agents.every(({ registered, isKnown }) => registered.length === 0 && !isKnown)
  const findings = agents.flatMap((agent) => findingsOf(agent, isNowhere))
  return {
    title: 'Agents',
    findings: findings.length > 0 ? findings : [note('none', 'no agent was found on this machine')],
  }
}

function findingsOf(agent: AgentStanding, isNowhere: boolean): readonly Finding[] {
  const { registered, missing, obstacles } = agent
  const shown = nameOf(agent)
  const wrong = [...obstacleFindings(agent), ...entryFindings(agent, isNowhere), ...faultFindings(agent)]
  if (registered.length === 0 || missing.length + obstacles.length > 0) return wrong
  return [ok(shown, `calls hookwright on ${registered.join(', ')}`), ...wrong]
}

function obstacleFindings({ obstacles, guarded, ...agent }: AgentStanding): readonly Finding[] {
  // Nobody minds what keeps an agent from starting entries that it does not have.
  if (!agent.isKnown && agent.registered.length + agent.off.length === 0) return []
  return obstacles.map(({ text, mend, events = guarded }) =>
    weighed(problem(nameOf(agent), text, mend), { events, guarded }),
  )
}

function entryFindings(agent: AgentStanding, isNowhere: boolean): readonly Finding[] {
  const { registered, missing, gone, altered, guarded } = agent
  if (registered.length === 0) return silentFindings(agent, isNowhere)
  const found = [
    { events: missing.filter((event) => gone.includes(event)), text: 'its entry of hookwright is gone for' },
    { events: missing.filter((event) => !gone.includes(event)), text: 'does not call hookwright on' },
    { events: altered, text: 'somebody changed its entry of hookwright for' },
  ]
  return found
    .filter(({ events }) => events.length > 0)
    .map(({ events, text }) =>
      weighed(problem(nameOf(agent), `${text} ${events.join(', ')}`, mendOf(agent)), { events, guarded }),
    )
}

/** An agent that was never connected is the user's choice, unless no agent at all is connected. */
function silentFindings(agent: AgentStanding, isNowhere: boolean): readonly Finding[] {
  const { gone, off, obstacles, unreadable, isKnown, guarded } = agent
  const shown = nameOf(agent)
  const all = { events: guarded, guarded }
  if (unreadable.length > 0)
    return unreadable.map(({ text, mend }) => weighed(problem(shown, text, mend), all))
  if (gone.length > 0)
    return [weighed(problem(shown, 'its entries of hookwright are gone', mendOf(agent)), all)]
  if (obstacles.length > 0 && (isKnown || off.length > 0)) return []
  if (off.length > 0)
    return [weighed(problem(shown, `its entries of hookwright are off: ${off.join('; ')}`, SWITCH_ON), all)]
  const text = 'does not call hookwright'
  if (isKnown || (isNowhere && guarded.length > 0)) return [weighed(problem(shown, text, mendOf(agent)), all)]
  return [note(shown, text, mendOf(agent))]
}

function mendOf({ isKnown, name }: AgentStanding): string {
  return isKnown ? 'hookwright sync' : `hookwright install ${name}`
}

const SWITCH_ON = 'Switch hooks on again in the settings of the agent.'

function faultFindings(agent: AgentStanding): readonly Finding[] {
  return agent.faults.map(({ text, mend }) => problem(nameOf(agent), text, mend))
}

type Weight = { readonly events: Events; readonly guarded: Events }

function weighed(finding: Finding, { events, guarded }: Weight): Finding {
  return events.some((event) => guarded.includes(event)) ? stopsGuard(finding) : finding
}

function nameOf({ title, version }: Pick<AgentStanding, 'title' | 'version'>): string {
  return version === undefined ? title : `${title} ${version}`
}
