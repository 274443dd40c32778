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
  const known = new Map<string, EventTraits>()
  for (const { events } of dialects)
    for (const spec of Object.values(events))
      known.set(spec.event, withTraits(known.get(spec.event) ?? NONE, spec))
  return (event) => known.get(event) ?? NONE
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
