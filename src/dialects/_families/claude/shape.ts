import { issue, type Issue, type Place } from '../../../core/issue.ts'
import { misfit } from '../../../core/misfit.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function at(place: Place, ...keys: (string | number)[]): Place {
  return { ...place, pointer: [...(place.pointer ?? []), ...keys] }
}

/** About a part of a config file. */
export function shapeIssue(
  place: Place,
  { name, expected, got }: { readonly name: string; readonly expected: string; readonly got: unknown },
): Issue {
  return issue('config.shape', place, `${name} must be ${expected}, not ${misfit(got, expected)}.`)
}

/**
 * A value of a payload or of a hook's output, short; numbers JSON cannot write are named. Never one of a config file,
 * which may be secret: see core/misfit.ts.
 */
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
