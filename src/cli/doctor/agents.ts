import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

/** One agent of this machine and how it calls us. */
export type AgentStanding = {
  /** Name of its dialect. */
  readonly name: string
  readonly title: string
  /** Undefined: its program was not found, or did not tell. */
  readonly version?: string | undefined
  /** Native events for which an entry of its files calls us. */
  readonly registered: readonly string[]
  /** Native events that a hook needs and for which no entry calls us. */
  readonly missing: readonly string[]
  /** What is wrong with entries that call us, one sentence each. */
  readonly faults: readonly string[]
  /** A guard in force is for one of the missing events. */
  readonly missesGuard: boolean
}

/** Which agents are here, and whether they call us. */
export function agentsSection(agents: readonly AgentStanding[]): Section {
  const isNowhere = agents.every(({ registered }) => registered.length === 0)
  const findings = agents.flatMap((agent) => findingsOf(agent, isNowhere))
  return {
    title: 'Agents',
    findings: findings.length > 0 ? findings : [note('none', 'no agent was found on this machine')],
  }
}

/** An agent that was never connected is the user's choice, unless no agent at all is connected. */
function findingsOf(agent: AgentStanding, isNowhere: boolean): readonly Finding[] {
  const { title, registered, missing, faults, missesGuard, name } = agent
  const shown = nameOf(agent)
  const mend = `hookwright install ${name}`
  const wrong = faults.map((fault) => problem(shown, fault, 'hookwright sync'))
  if (registered.length === 0) {
    const text = 'does not call hookwright'
    const finding =
      isNowhere && missesGuard ? stopsGuard(problem(shown, text, mend)) : note(shown, text, mend)
    return [finding, ...wrong]
  }
  if (missing.length === 0) return [ok(shown, `calls hookwright on ${registered.join(', ')}`), ...wrong]
  const lacking = problem(
    shown,
    `${title} does not call hookwright on ${missing.join(', ')}`,
    'hookwright sync',
  )
  return [missesGuard ? stopsGuard(lacking) : lacking, ...wrong]
}

function nameOf({ title, version }: AgentStanding): string {
  return version === undefined ? title : `${title} ${version}`
}
