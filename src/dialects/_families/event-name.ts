import { issue, type Issue } from '../../core/issue.ts'
import { quote } from './claude/shape.ts'

type Naming = {
  /** The key under which the payload names its event. */
  readonly key: string
  canonicalName(native: string): string
}

/** Returns the name of the event as the host writes it, from the payload or from `--event`, which must agree. */
export function readEventName(
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
  if (said !== undefined && canonicalName(said) !== canonicalName(name))
    return issue('payload.event', {}, `--event says "${said}" but the payload is a "${name}".`)
  return name
}

/** A field of a payload that cannot be used as it is. */
export function wrongType(field: string, expected: string, got: unknown): Issue {
  return issue('payload.field', {}, `"${field}" in the payload must be ${expected}, not ${quote(got)}.`)
}
