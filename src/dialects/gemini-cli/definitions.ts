import type { Hook, Source } from '../../core/hook.ts'
import { isIssue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { at, isObject, shapeIssue } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import type { ConfigFile, EventSpec, Places } from '../dialect.ts'
import { SEQUENTIAL } from './combination.ts'
import { geminiEvents, nativeEvent } from './events.ts'
import { readHandler, type HandlerReading } from './handler.ts'
import { hydrateText, hydrationOf, type Hydration } from './hydrate.ts'
import { readMatcher, type MatcherReading } from './matcher.ts'
import { NAME, TITLE } from './name.ts'

/** Hooks of a file, the names by which they can be switched off, and what is wrong with the rest. */
export type Found = {
  readonly hooks: readonly NamedHook[]
  readonly issues: readonly Issue[]
}

export type NamedHook = { readonly hook: Hook; readonly name: string }

export type MapSpot = {
  readonly file: ConfigFile
  readonly places: Places
  /** Middle part of the hooks' ids. */
  readonly label: string
}

/** Reads `{ Event: [definition…] }`. What is broken is dropped alone, as the host does. */
export function readDefinitions(events: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: ['hooks'] }
  if (!isObject(events))
    return { hooks: [], issues: [shapeIssue(place, { name: '"hooks"', expected: 'an object', got: events })] }
  return join(Object.entries(events).map(([native, value]) => readEvent(native, value, spot)))
}

/** Keys that older releases had here. */
const MOVED: ReadonlySet<string> = new Set(['enabled', 'disabled', 'notifications'])

function readEvent(native: string, value: unknown, spot: MapSpot): Found {
  const place: Place = { file: spot.file.file, pointer: ['hooks', native] }
  if (MOVED.has(native)) return { hooks: [], issues: [moved(native, place)] }
  const spec = Object.hasOwn(geminiEvents, native) ? geminiEvents[native] : undefined
  if (spec === undefined) return { hooks: [], issues: [unknownEvent(native, place)] }
  if (!Array.isArray(value))
    return { hooks: [], issues: [shapeIssue(place, { name: `"${native}"`, expected: 'a list', got: value })] }
  const eventSpot: EventSpot = { ...spot, native, spec, ...hydrationOf(spot.file, spot.places) }
  return join(value.map((definition: unknown, index) => readDefinition(definition, index, eventSpot)))
}

type EventSpot = MapSpot & Hydration & { readonly native: string; readonly spec: EventSpec }

function readDefinition(value: unknown, index: number, spot: EventSpot): Found {
  const { native, spec } = spot
  const place: Place = { file: spot.file.file, pointer: ['hooks', native, index] }
  if (!isObject(value))
    return {
      hooks: [],
      issues: [shapeIssue(place, { name: 'A definition', expected: 'an object', got: value })],
    }
  const { hooks: entries, matcher: pattern, sequential } = value as Record<string, unknown>
  if (!Array.isArray(entries))
    return {
      hooks: [],
      issues: [shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'a list', got: entries })],
    }
  const written = typeof pattern === 'string' ? hydrateText(pattern, spot) : pattern
  const matcher = readMatcher(written, { spec, native, place: at(place, 'matcher') })
  if (isIssue(matcher)) return { hooks: [], issues: [matcher] }
  const group = { matcher, isSequential: sequential === true, index }
  const found = join(entries.map((entry: unknown, inner) => readOne(entry, inner, group, spot)))
  const unknown = unknownKeys(value, ['matcher', 'sequential', 'hooks'], { place, host: TITLE })
  return { hooks: found.hooks, issues: [...matcher.issues, ...unknown, ...found.issues] }
}

type Group = { readonly matcher: MatcherReading; readonly isSequential: boolean; readonly index: number }

function readOne(entry: unknown, inner: number, group: Group, spot: EventSpot): Found {
  const pointer = ['hooks', spot.native, group.index, 'hooks', inner]
  const place: Place = { file: spot.file.file, pointer }
  const read = readHandler(entry, { ...spot, place, platform: spot.places.platform })
  if (isIssue(read)) return { hooks: [], issues: [read] }
  const id = `${NAME}:${spot.label}:${spot.native}:${group.index}.${inner}`
  return {
    hooks: [{ hook: makeHook(read, group, { ...spot, id, pointer }), name: read.name }],
    issues: read.issues,
  }
}

type HookSpot = EventSpot & { readonly id: string; readonly pointer: Source['pointer'] }

function makeHook({ handler, timeoutMs, dedup }: HandlerReading, group: Group, spot: HookSpot): Hook {
  const { matcher, subject } = group.matcher
  const { file, scope, owner } = spot.file
  return {
    id: spot.id,
    event: spot.spec.event,
    matcher,
    ...(subject && { subject }),
    handler,
    dialect: NAME,
    wire: NAME,
    ...(group.isSequential && { note: SEQUENTIAL }),
    source: {
      file,
      pointer: spot.pointer,
      scope,
      ...(owner && { owner: { ...owner, name: owner.name ?? '' } }),
    },
    timeoutMs,
    onFailure: 'native',
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
    dedup,
    dedupKeeps: 'first',
  }
}

function moved(key: string, place: Place): Issue {
  return notice(
    'config.moved',
    place,
    `The host ignores "${key}" here.`,
    `Write "hooksConfig": { "${key}": … }.`,
  )
}

function unknownEvent(written: string, place: Place): Issue {
  const own = nativeEvent(written)
  const hint = own === written ? didYouMean(written, Object.keys(geminiEvents)) : `Did you mean "${own}"?`
  return warning(
    'event.unknown',
    place,
    `${TITLE} has no event ${shownKey(written)}; its hooks are skipped.`,
    hint,
  )
}

function join(found: readonly Found[]): Found {
  return { hooks: found.flatMap(({ hooks }) => hooks), issues: found.flatMap(({ issues }) => issues) }
}
