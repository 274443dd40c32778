import type { Event } from '../../../core/event.ts'
import { eventSpec } from '../../event-spec.ts'
import { standard, type ClaudeEvents, type ClaudeEventSpec, type EventRow } from './event-spec.ts'

type Outputs = Readonly<Record<string, ClaudeEventSpec['output']>>

/** Returns the table of a host whose own names are the canonical ones. `outputs`: fields of `hookSpecificOutput`. */
export function eventTable(rows: Readonly<Record<string, EventRow>>, outputs: Outputs): ClaudeEvents {
  return Object.freeze(
    Object.fromEntries(
      Object.entries(rows).map(([event, row]) => [event, { event, ...row, ...outputOf(outputs[event]) }]),
    ),
  )
}

function outputOf(output: ClaudeEventSpec['output']): Pick<ClaudeEventSpec, 'output'> {
  return output === undefined ? {} : { output }
}

/** A row of another table by its native name there, alone or with what differs from it. */
type PickedRow = string | ({ readonly event: string } & Partial<EventRow>)

/**
 * Returns an event table made from rows of another host's table, under other native names. The canonical names stay, and
 * several native events may share one. `all`: what differs in every row.
 */
export function pickEvents(
  table: ClaudeEvents,
  picked: Readonly<Record<string, PickedRow>>,
  all: Partial<EventRow> = {},
): ClaudeEvents {
  return Object.fromEntries(
    Object.entries(picked).map(([native, pick]) => {
      const { event: from, ...changes } = typeof pick === 'string' ? { event: pick } : pick
      const row = findRow(table, from)
      if (row === undefined) throw new Error(`There is no event "${from}" to make "${native}" of.`)
      return [native, { ...row, ...all, ...changes, native }]
    }),
  )
}

/** Returns rows to pick under the names that they have. */
export function sameNames(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]))
}

/** Returns the row of a native name. */
export function findRow(events: ClaudeEvents, native: string): ClaudeEventSpec | undefined {
  return Object.hasOwn(events, native) ? events[native] : undefined
}

/** The row of a native name; for one that the host does not have, the least every reader shares. */
export function specOfNative(events: ClaudeEvents, native: string): ClaudeEventSpec {
  return findRow(events, native) ?? specOf(events, { name: native })
}

type Named = Pick<Event, 'name'> & Partial<Event>

/** The row of an event; for one that only another host or a newer version has, the least every reader shares. */
export function specOf(events: ClaudeEvents, event: Named): ClaudeEventSpec {
  return eventSpec({ events }, event) ?? { event: event.name, ...UNKNOWN }
}

/** The same for one event that happened: some firings cannot be denied. */
export function specFor(events: ClaudeEvents, event: Named): ClaudeEventSpec {
  const spec = specOf(events, event)
  const { notDeniedWhen: fixed } = spec
  if (fixed === undefined || event.fields?.[fixed.field] !== fixed.is) return spec
  return { ...spec, gate: false, exit2: 'ignored', denyBy: 'none', decisions: [] }
}

const UNKNOWN = standard({
  denyBy: 'exit-2',
  effects: ['add-context'],
  output: { additionalContext: 'text' },
})
