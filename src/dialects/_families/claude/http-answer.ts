import { issue, type Issue } from '../../../core/issue.ts'
import { isTooDeep, MAX_DEPTH } from './depth.ts'
import type { Reading } from './reading.ts'
import { isObject, type JsonObject } from './shape.ts'
import { readBody, type Stdout } from './stdout.ts'
import { clean, head } from './text.ts'

const QUOTED_CHARACTERS = 200

/** The content of a 2xx response: an object, or nothing. Text of a server never reaches the model as context. */
export function readHttpBody(body: unknown, reading: Reading): Stdout {
  const text = typeof body === 'string' ? body.trim() : undefined
  if (text === '') return { kind: 'nothing', issues: [] }
  if (text === undefined) return readBody(body, reading)
  const value = isTooDeep(text) ? undefined : parseObject(text)
  if (value === undefined)
    return { kind: 'unreadable', failure: 'protocol-error', issue: unusable(text, reading) }
  // A server cannot be waited for; whatever else it says beside this is not read.
  return value['async'] === true ? { kind: 'nothing', issues: [] } : readBody(text, reading)
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function unusable(text: string, { hook }: Reading): Issue {
  const place = { hook: hook.id }
  if (isTooDeep(text))
    return issue('output.depth', place, `The response body is nested deeper than ${MAX_DEPTH} levels.`)
  const shown = clean(text)
  const quoted = shown.length > QUOTED_CHARACTERS ? `${head(shown, QUOTED_CHARACTERS)}…` : shown
  return issue('output.json', place, `HTTP hook must return JSON, but got non-JSON response body: ${quoted}`)
}
