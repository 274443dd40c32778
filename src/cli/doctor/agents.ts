import type { Obstacle } from '../../dialects/bridge-spec.ts'
import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

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
  /** What else is wrong with entries that call us, with what mends it. */
  readonly faults: readonly { readonly text: string; readonly mend: string }[]
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
  if (agent.registered.length + agent.off.length === 0) return []
  return obstacles.map(({ text, mend, events = guarded }) =>
    weighed(problem(nameOf(agent), text, mend), { events, guarded }),
  )
}

/** An agent that was never connected is the user's choice, unless no agent at all is connected. */
function entryFindings(agent: AgentStanding, isNowhere: boolean): readonly Finding[] {
  const { registered, missing, gone, altered, off, obstacles, isKnown, name, guarded } = agent
  const shown = nameOf(agent)
  const mend = isKnown ? 'hookwright sync' : `hookwright install ${name}`
  if (registered.length === 0) {
    if (off.length > 0) {
      if (obstacles.length > 0) return []
      const text = `its entries of hookwright are off: ${off.join('; ')}`
      return [weighed(problem(shown, text, SWITCH_ON), { events: guarded, guarded })]
    }
    const text = isKnown
      ? 'does not call hookwright any more: its entries were removed or replaced'
      : 'does not call hookwright'
    if (!isKnown && !isNowhere) return [note(shown, text, mend)]
    const isMissed = guarded.length > 0
    return [
      isKnown || isMissed
        ? weighed(problem(shown, text, mend), { events: guarded, guarded })
        : note(shown, text, mend),
    ]
  }
  const found = [
    {
      events: missing.filter((event) => gone.includes(event)),
      text: 'an entry of hookwright was removed or replaced for',
    },
    { events: missing.filter((event) => !gone.includes(event)), text: 'does not call hookwright on' },
    { events: altered, text: 'somebody changed the entry of hookwright for' },
  ]
  return found
    .filter(({ events }) => events.length > 0)
    .map(({ events, text }) =>
      weighed(problem(shown, `${text} ${events.join(', ')}`, mend), { events, guarded }),
    )
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
