import type { Issue, Place } from '../../../core/issue.ts'
import { readHookMap, type Found, type MapSpot } from './hook-map.ts'
import { at, isObject, shapeIssue } from './shape.ts'
import { unknownKeys } from './unknown-keys.ts'

/** Reads `hooks` as a list of entries, each with its event, a matcher and one command. */
export function readEntries(list: unknown, spot: MapSpot, keys: readonly string[]): Found {
  const place: Place = { file: spot.file.file, pointer: spot.pointer }
  if (!Array.isArray(list)) {
    const problem = shapeIssue(place, { name: '"hooks"', expected: 'a list', got: list })
    return { hooks: [], issues: [problem] }
  }
  const found = list.map((entry: unknown, index) => readEntry(entry, { spot, index, keys }))
  return { hooks: found.flatMap((one) => one.hooks), issues: found.flatMap((one) => one.issues) }
}

type Entry = { readonly spot: MapSpot; readonly index: number; readonly keys: readonly string[] }

function readEntry(entry: unknown, { spot, index, keys }: Entry): Found {
  const place = at({ file: spot.file.file, pointer: spot.pointer }, index)
  if (!isObject(entry))
    return { hooks: [], issues: [shapeIssue(place, { name: 'A hook', expected: 'a table', got: entry })] }
  const { event, matcher, ...handler } = entry
  if (typeof event !== 'string') {
    const problem = { name: '"event"', expected: 'the name of an event', got: event }
    return { hooks: [], issues: [shapeIssue(at(place, 'event'), problem)] }
  }
  const known = Object.fromEntries(Object.entries(handler).filter(([key]) => keys.includes(key)))
  const group = { ...(matcher !== undefined && { matcher }), hooks: [{ ...known, type: 'command' }] }
  const found = readHookMap({ [event]: [group] }, spot)
  const { contract } = spot
  const unknown = unknownKeys(entry, ['event', 'matcher', ...keys], { place, host: contract.title })
  const id = `${contract.name}:${spot.label}:${event}:${index}`
  return {
    hooks: found.hooks.map((hook) => ({
      ...hook,
      id,
      source: { ...hook.source, pointer: place.pointer ?? [] },
    })),
    issues: [...unknown, ...found.issues.map((problem) => moved(problem, place))],
  }
}

/** What is said about a group or its handler is about the entry. */
function moved(problem: Issue, place: Place): Issue {
  const key = problem.code === 'event.unknown' ? 'event' : problem.place.pointer?.at(-1)
  const isKey = typeof key === 'string' && key !== 'hooks'
  return { ...problem, place: isKey ? at(place, key) : place }
}
