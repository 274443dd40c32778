import type { Event } from '../../../core/event.ts'
import { eventSpec } from '../../event-spec.ts'
import { row, type PlainEventSpec, type PlainProfile } from './profile.ts'

type Named = Pick<Event, 'name'> & Partial<Pick<Event, 'native'>>
type Table = Pick<PlainProfile, 'events' | 'foldsNames' | 'otherEvents'>

/** Returns the native name that a file or payload means; a name that the table does not have is returned as it is. */
export function nativeName({ events, foldsNames, otherEvents = {} }: Table, written: string): string {
  if (Object.hasOwn(otherEvents, written)) return otherEvents[written] ?? written
  if (Object.hasOwn(events, written) || foldsNames !== true) return written
  return Object.keys(events).find((native) => folded(native) === folded(written)) ?? written
}

function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Returns the canonical name of a native event; one that is not in the table keeps its own. */
export function canonicalName(table: Table, written: string): string {
  return rowAt(table, nativeName(table, written))?.event ?? written
}

/** Returns the row of a native name. */
export function rowAt({ events }: Table, native: string): PlainEventSpec | undefined {
  return Object.hasOwn(events, native) ? events[native] : undefined
}

/** Returns the row of an event; for one that the table does not have, exit code 2 may deny. */
export function specOf(table: Table, event: Named): PlainEventSpec {
  return eventSpec(table, event) ?? row(event.name, { decisions: ['deny'], exit2: 'deny' })
}

/** Returns the name under which hooks of this host know the event of any host. */
export function nativeFor(table: Table, event: Pick<Event, 'name'>, written?: string): string {
  if (written !== undefined) return written
  return Object.entries(table.events).find(([, spec]) => spec.event === event.name)?.[0] ?? event.name
}
