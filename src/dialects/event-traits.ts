import type { Dialect, EventSpec } from './dialect.ts'

/** What an event is to some host that has it, as far as the engine cares. */
export type EventTraits = {
  /** The host waits to hear whether the action may happen at all. */
  readonly gate: boolean
  /** A hook here does the host's own work in its place. */
  readonly replaces: boolean
  /** A deny here makes the agent continue a turn that was about to end. */
  readonly endsTurn: boolean
  /** Its hooks may set variables for the session. */
  readonly envFile: boolean
  /** Its hooks share one budget of time. */
  readonly budgeted: boolean
  /** Whose conversation the event ends. */
  readonly conversation?: 'session' | 'agent'
}

const NONE: EventTraits = {
  gate: false,
  replaces: false,
  endsTurn: false,
  envFile: false,
  budgeted: false,
}

/** Returns the traits of an event by its canonical name; an event that two hosts have has the traits of both. */
export function eventTraits(dialects: Iterable<Pick<Dialect, 'events'>>): (event: string) => EventTraits {
  const all = [...dialects]
  const known = new Map<string, EventTraits>()
  return (event) => {
    const found = known.get(event)
    if (found !== undefined) return found
    const traits = traitsOf(event, all)
    // A program may make up names of events without end.
    if (known.size < MOST_KNOWN) known.set(event, traits)
    return traits
  }
}

const MOST_KNOWN = 200

/** For one event at a time: most calls are about one. */
function traitsOf(event: string, dialects: readonly Pick<Dialect, 'events'>[]): EventTraits {
  const rows = dialects.flatMap(({ events }) => Object.values(events).filter((spec) => spec.event === event))
  return rows.reduce(withTraits, NONE)
}

function withTraits(traits: EventTraits, spec: EventSpec): EventTraits {
  const conversation = traits.conversation ?? spec.conversation
  return {
    gate: traits.gate || spec.gate,
    replaces: traits.replaces || spec.replaces === true,
    endsTurn: traits.endsTurn || spec.endsTurn === true,
    envFile: traits.envFile || spec.envFile === true,
    budgeted: traits.budgeted || spec.budgetMs !== undefined,
    ...(conversation && { conversation }),
  }
}
