import { issue, warning, type Issue } from '../../core/issue.ts'
import type { Payload } from '../dialect.ts'
import { isTooDeep } from './claude/depth.ts'
import { isObject, parseProblem, quote, type JsonObject } from './claude/shape.ts'

/** How a host writes payloads. */
export type PayloadForm = {
  /** What the host writes, for a person whose payload cannot be read. */
  readonly expected: string
  /** The key, and the canonical name of the event that its value stands for. */
  readonly nameKey: string
  /** Other keys of it, where the first is absent. Default: none. */
  readonly otherNameKeys?: readonly string[]
  canonicalName(written: string): string
}

/** An agent chooses the arguments of its tools. Within this, whatever writes them out again has stack enough. */
export const MAX_PAYLOAD_DEPTH = 1_000

/** The object that a host wrote. What cannot be used although its event is known names the event. */
export function readPayload({ bytes, event }: Payload, form: PayloadForm): JsonObject | Issue {
  // TextDecoder drops a byte order mark by itself.
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') return issue('payload.empty', {}, 'The payload on stdin is empty.', form.expected)
  if (isTooDeep(text, MAX_PAYLOAD_DEPTH)) return tooDeep(nameIn(text, form) ?? event, form)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const problem = `The payload on stdin is not JSON: ${parseProblem(error)}.`
    return issue('payload.json', {}, problem, form.expected)
  }
  return isObject(value)
    ? value
    : issue('payload.shape', {}, `The payload is ${quote(value)}.`, form.expected)
}

function nameIn(text: string, { nameKey, otherNameKeys = [] }: PayloadForm): string | undefined {
  const keys = [nameKey, ...otherNameKeys]
  return keys.map((key) => topLevelText(text, key)).find((name) => name !== undefined)
}

function tooDeep(name: string | undefined, { canonicalName }: PayloadForm): Issue {
  const problem = issue(
    'payload.depth',
    {},
    `The payload is nested deeper than ${MAX_PAYLOAD_DEPTH} levels, so no hook can judge it.`,
  )
  return name === undefined ? problem : { ...problem, event: canonicalName(name) }
}

/** The text under a key of the outermost object, without parsing what else is in it. The last of several counts. */
export function topLevelText(text: string, key: string): string | undefined {
  let depth = 0
  let found: string | undefined
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === '"') {
      const end = stringEnd(text, index)
      const value =
        depth === 1 && text.slice(index + 1, end) === key ? VALUE.exec(valueAfter(text, end)) : null
      if (value?.[1] !== undefined) found = value[1]
      index = end
    }
  }
  return found
}

const VALUE = /^\s*:\s*"([^"\\]*)"/

/** Names of events are short. */
function valueAfter(text: string, end: number): string {
  return text.slice(end + 1, end + 300)
}

function stringEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

/** Returns the issue for a field that cannot be used as it is. */
export function wrongType(field: string, expected: string, got: unknown): Issue {
  return issue('payload.field', {}, `"${field}" in the payload must be ${expected}, not ${quote(got)}.`)
}

/** Returns the warning for a field of another type than a text that is not needed to know what happened. */
export function leftOut(field: string, got: unknown): Issue {
  const what = typeof got === 'string' ? 'has a NUL character' : `is ${quote(got)}, not a string`
  return warning('payload.field', {}, `"${field}" in the payload ${what}; it counts as absent.`)
}

/** Returns the issue for a payload that does not name its event, where the call did not name it either. */
export function unnamedEvent(): Issue {
  return issue('payload.event', {}, 'The payload names no event.', 'Say it with --event.')
}

/** Returns the issue for a call that names another event than its payload does. */
export function contradictedEvent(said: string, written: string): Issue {
  return issue('payload.event', {}, `--event says "${said}" but the payload is a "${written}".`)
}
