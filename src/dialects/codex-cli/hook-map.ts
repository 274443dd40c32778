import type { Hook } from '../../core/hook.ts'
import { isIssue, issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { matchAll } from '../../core/matcher.ts'
import { at, isObject, shapeIssue } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import type { ConfigFile, Places } from '../dialect.ts'
import { codexEvents, rowOf } from './events.ts'
import { readHandler, type HandlerReading } from './handler.ts'
import { readMatcher } from './matcher.ts'
import { NAME, TITLE } from './name.ts'
import { NATIVE_TOOLS } from './tools.ts'

/** Where a map of events to groups stands. */
export type MapSpot = {
  readonly file: ConfigFile
  readonly places: Places
  /** Middle part of the hooks' ids. */
  readonly label: string
  /** Keys of the map that are not events. */
  readonly otherKeys: readonly string[]
}

export type FoundHooks = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  /** True: Codex rejects the whole file. */
  readonly isVoid?: boolean
}

/** Reads `{ EVENT: [{ matcher?, hooks: [handler…] }…] }`. One value of a wrong type makes all of it void. */
export function readHookMap(events: unknown, spot: MapSpot): FoundHooks {
  const place: Place = { file: spot.file.file, pointer: ['hooks'] }
  if (!isObject(events))
    return voided([shapeIssue(place, { name: '"hooks"', expected: 'an object', got: events })], place)
  const found = Object.entries(events)
    .filter(([key]) => !spot.otherKeys.includes(key))
    .map(([event, groups]) => readEvent(event, groups, spot))
  const all = joined(found)
  return all.isVoid ? voided(all.issues, place) : all
}

function joined(found: readonly FoundHooks[]): FoundHooks {
  return {
    hooks: found.flatMap((one) => one.hooks),
    issues: found.flatMap((one) => one.issues),
    isVoid: found.some((one) => one.isVoid),
  }
}

/** Returns what is left of a file that Codex rejects: the problems, and that none of its hooks runs. */
export function voided(issues: readonly Issue[], { file }: Place): FoundHooks {
  const problem = `${TITLE} rejects all hooks of this file for the mistake named above, so none of them runs.`
  const found = issue('config.void', file === undefined ? {} : { file }, problem, 'Fix the mistake.')
  return { hooks: [], issues: [...issues, found], isVoid: true }
}

function readEvent(event: string, groups: unknown, spot: MapSpot): FoundHooks {
  const place: Place = { file: spot.file.file, pointer: ['hooks', event] }
  if (rowOf(event) === undefined) return { hooks: [], issues: [unknownEvent(event, place)] }
  if (!Array.isArray(groups))
    return wrong(shapeIssue(place, { name: `"${event}"`, expected: 'a list', got: groups }))
  return joined(
    groups.map((group: unknown, index) =>
      readGroup(group, { ...spot, event, index, place: at(place, index) }),
    ),
  )
}

type GroupSpot = MapSpot & { readonly event: string; readonly index: number; readonly place: Place }

function readGroup(group: unknown, spot: GroupSpot): FoundHooks {
  const { place, event } = spot
  if (!isObject(group))
    return wrong(shapeIssue(place, { name: 'A hook group', expected: 'an object', got: group }))
  const { matcher: pattern, hooks: handlers = [] } = group
  if (!Array.isArray(handlers))
    return wrong(shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'a list', got: handlers }))
  if (pattern !== undefined && pattern !== null && typeof pattern !== 'string')
    return wrong(shapeIssue(at(place, 'matcher'), { name: '"matcher"', expected: 'a string', got: pattern }))
  const subject = rowOf(event)?.subject
  const options = { place: at(place, 'matcher'), isTool: subject === 'tool' }
  const matcher = subject === undefined ? matchAll : readMatcher(pattern, options)
  const read = handlers.map((value: unknown, index) => {
    const spotOf = { event, place: at(place, 'hooks', index), platform: spot.places.platform }
    return toFound(readHandler(value, spotOf), {
      ...spot,
      handler: index,
      matcher: isIssue(matcher) ? matchAll : matcher,
    })
  })
  const all = joined(read)
  const unknown = unknownKeys(group, ['matcher', 'hooks'], { place, host: TITLE })
  // The handlers are still read: one of a wrong shape makes the file void.
  if (isIssue(matcher)) {
    const bad: Issue = handlers.length === 0 ? { ...matcher, severity: 'warning' } : matcher
    return { ...all, hooks: [], issues: [bad, ...unknown, ...all.issues] }
  }
  return { ...all, issues: [...unknown, ...all.issues] }
}

type HandlerPlace = GroupSpot & { readonly handler: number; readonly matcher: Hook['matcher'] }

function toFound({ made, issues, isVoid }: HandlerReading, spot: HandlerPlace): FoundHooks {
  return { hooks: made === undefined ? [] : [toHook(made, spot)], issues, ...(isVoid && { isVoid }) }
}

function toHook(made: NonNullable<HandlerReading['made']>, spot: HandlerPlace): Hook {
  const { event, index, handler, label, file, matcher } = spot
  const row = rowOf(event)
  return {
    id: `${NAME}:${label}:${event}:${index}.${handler}`,
    event,
    matcher,
    ...(row?.subject !== undefined && {
      subject: row.subject === 'tool' ? { tool: NATIVE_TOOLS } : row.subject,
    }),
    ...made,
    dialect: NAME,
    wire: NAME,
    source: { file: file.file, pointer: ['hooks', event, index, 'hooks', handler], scope: file.scope },
    onFailure: 'native',
    guard: false,
    detach: true,
    stopOnDeny: false,
  }
}

function wrong(problem: Issue): FoundHooks {
  return { hooks: [], issues: [problem], isVoid: true }
}

function unknownEvent(event: string, place: Place): Issue {
  const problem = `${TITLE} has no event ${shownKey(event)}; its hooks are skipped.`
  return warning('event.unknown', place, problem, didYouMean(event, Object.keys(codexEvents)))
}
