import { issue, type Issue, type Place } from '../../../core/issue.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function at(place: Place, ...keys: (string | number)[]): Place {
  return { ...place, pointer: [...(place.pointer ?? []), ...keys] }
}

export function shapeIssue(place: Place, what: { name: string; expected: string; got: unknown }): Issue {
  return issue('config.shape', place, `${what.name} must be ${what.expected}, not ${quote(what.got)}.`)
}

/** A value as a person wrote it, short; numbers JSON cannot write are named. */
export function quote(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** What a parser says, without the piece of the text that newer engines quote. */
export function parseProblem(error: unknown): string {
  const said = error instanceof Error ? error.message : 'unreadable'
  return said.replace(/, (?:\.\.\.)?".*$/s, '').replace(/\.$/, '')
}
