import type { Event } from '../core/event.ts'
import type { Issue } from '../core/issue.ts'
import type { EventSpec } from './dialect.ts'

type Table<Spec> = Readonly<Record<string, Spec>>

/**
 * Returns what a host knows of an event: the row of its native name, or, for an event of another host or of a program,
 * the first row with its canonical name. Undefined when the host has no such event.
 */
export function eventSpec<Spec extends EventSpec>(
  { events }: { readonly events: Table<Spec> },
  { name, native }: Pick<Event, 'name'> & Partial<Pick<Event, 'native'>>,
): Spec | undefined {
  const own = rowAt(events, native ?? name) ?? rowAt(events, name)
  if (own?.event === name) return own
  // Events are few, so a scan is cheaper than a second table.
  return Object.values(events).find((spec) => spec.event === name)
}

/**
 * True for a payload that could not be read and whose event waits for a permission. The action must be refused: its
 * guards have not seen it, and the agent may have written the payload to that end.
 */
export function isUnseenGate(
  dialect: { readonly events: Table<EventSpec> },
  { event }: Pick<Issue, 'event'>,
): boolean {
  return event !== undefined && eventSpec(dialect, { name: event })?.gate === true
}

function rowAt<Spec>(events: Table<Spec>, native: string): Spec | undefined {
  return Object.hasOwn(events, native) ? events[native] : undefined
}
