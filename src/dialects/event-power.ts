import type { Dialect, EventSpec } from './dialect.ts'

/**
 * What a deny of a hook can do: `prevent` the action; make the model `retry` or go on with the reason; only `observe`; or
 * the hook does not run at all, because the host has no such event.
 */
export type Power = 'prevent' | 'retry' | 'observe' | 'not available'

/** From the weakest. */
const ORDER: readonly Power[] = ['not available', 'observe', 'retry', 'prevent']

/** Returns what a deny can do at an event, by its canonical name. Where several native events share it, the strongest counts. */
export function powerOf({ events }: Pick<Dialect, 'events'>, event: string): Power {
  const powers = Object.values(events)
    .filter((spec) => spec.event === event)
    .map(powerHere)
  return powers.toSorted((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a))[0] ?? 'not available'
}

/** Returns what a deny can do at one native event. */
export function powerHere({ gate, decisions, effects }: EventSpec): Exclude<Power, 'not available'> {
  if (!decisions.includes('deny')) return effects.includes('keep-going') ? 'retry' : 'observe'
  return gate ? 'prevent' : 'retry'
}

/** True when an ask of a hook becomes a deny at this event, because the host has no question there. */
export function asksAreDenied({ decisions }: EventSpec): boolean {
  return decisions.includes('deny') && !decisions.includes('ask')
}
