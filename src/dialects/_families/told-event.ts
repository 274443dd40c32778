import { issue, type Issue } from '../../core/issue.ts'
import type { EventSpec } from '../dialect.ts'
import type { JsonObject } from './claude/shape.ts'

/** The fields by which the payload of one event is known, where it does not name its event. */
export type EventShape = {
  /** Name of the event as its host writes it. */
  readonly native: string
  /** Fields that its payload always has, with a value. */
  readonly needs: readonly string[]
  /** Fields that it may have besides. */
  readonly may?: readonly string[]
}

/**
 * Returns the events that a payload may be, by its fields: it has all that the event needs, and none that only other
 * events have. Fields that no event has tell nothing, because a later release may add some. More than one: it is
 * unknown which, and a wrong guess could skip a guard.
 */
export function eventsByFields(payload: JsonObject, shapes: readonly EventShape[]): readonly string[] {
  const known = new Set(shapes.flatMap(fieldsOf))
  const present = Object.keys(payload).filter((key) => known.has(key))
  return shapes
    .filter((shape) => shape.needs.every((key) => hasValue(payload, key)))
    .filter((shape) => present.every((key) => fieldsOf(shape).includes(key)))
    .map(({ native }) => native)
}

/** Says that the event has to be named by the call. `may` are the events that the payload may be, if any fits. */
export function untoldEvent(may: readonly string[], events: Readonly<Record<string, EventSpec>>): Issue {
  const names = Object.keys(events).filter((name) => events[name]?.nameless)
  const fits = may.length === 0 ? 'its fields fit none' : `its fields fit ${may.join(' and ')}`
  const problem = `The payload does not name its event, and ${fits}, so no hook ran.`
  return issue(
    'payload.event',
    {},
    problem,
    `Add --event EVENT to the command of the hook; accepted: ${names.join(', ')}.`,
  )
}

function fieldsOf({ needs, may = [] }: EventShape): readonly string[] {
  return [...needs, ...may]
}

/** A field without a value does not show which event it is, although other events do not have the field. */
function hasValue(payload: JsonObject, key: string): boolean {
  return Object.hasOwn(payload, key) && payload[key] !== null && payload[key] !== undefined
}
