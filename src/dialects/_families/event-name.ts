import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { Payload } from '../dialect.ts'
import type { JsonObject } from './claude/shape.ts'
import { contradictedEvent, readPayload, wrongType } from './payload.ts'

/** How a host names the event in its payloads. */
export type Naming = {
  /** The key under which the payload names its event. */
  readonly key: string
  canonicalName(native: string): string
}

/** A payload whose event is known. */
export type NamedPayload = {
  readonly wire: JsonObject
  /** Name of the event as the host writes it. */
  readonly native: string
  /** Canonical name. */
  readonly name: string
}

/** Reads the object that a host wrote and the name of its event; an issue when one of them cannot be read. */
export function readNamedPayload(payload: Payload, naming: Naming): NamedPayload | Issue {
  const { key, canonicalName } = naming
  const wire = readPayload(payload, { expected: EXPECTED, nameKey: key, canonicalName })
  if (isIssue(wire)) return wire
  const native = readEventName(wire[key], payload.event, naming)
  return isIssue(native) ? native : { wire, native, name: canonicalName(native) }
}

const EXPECTED = 'The host writes one JSON object to stdin.'

/** Returns the name of the event as the host writes it, from the payload or from `--event`, which must agree. */
function readEventName(
  written: unknown,
  said: string | undefined,
  { key, canonicalName }: Naming,
): string | Issue {
  if (written !== undefined && typeof written !== 'string') return wrongType(key, 'a string', written)
  const name = written === undefined || written === '' ? said : written
  if (name === undefined || name === '') {
    const problem = `The payload names no event: "${key}" is missing.`
    return issue('payload.event', {}, problem, 'Name the event with --event EVENT.')
  }
  if (said !== undefined && canonicalName(said) !== canonicalName(name)) return contradictedEvent(said, name)
  return name
}
