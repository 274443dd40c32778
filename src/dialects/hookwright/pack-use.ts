import { parseRule } from '../../conditions/rule.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import { parseMatcher } from '../../core/matcher.ts'
import { suggest } from '../../core/suggest.ts'
import { usualHook } from '../../packs/describe.ts'
import type { Options, PackHook, PackManifest } from '../../packs/manifest.ts'
import { checkOptions, withDefaults } from '../../packs/options.ts'
import { specOfNative } from '../_families/claude/event-table.ts'
import { matcherRules } from '../_families/claude/matcher.ts'
import { at } from '../_families/claude/shape.ts'
import { check } from './check.ts'
import { ownEvent } from './events.ts'
import { hookwrightProfile } from './profile.ts'
import { isOwnUse, readOwnUse } from './own-pack.ts'
import { PackUse, type Entry } from './schema-entry.ts'
import { joined, placeOf, refused, type Around, type Read, type Spot } from './spot.ts'

const { events: EVENTS, wire: WIRE, name: NAME } = hookwrightProfile
const PREFIX = 'hookwright/'

/** One use of a pack under an event. */
export function readUse(entry: Entry, spot: Spot): Read {
  const place = placeOf(spot)
  if (isOwnUse(entry.use)) return readOwnUse({ entry, around: spot, place, event: spot.event })
  const manifest = findPack(entry.use ?? '', spot.manifests, at(place, 'use'))
  if (isIssue(manifest)) return refused([manifest])
  const hook = manifest.hooks.find(({ event }) => event === spot.event)
  if (hook === undefined) return refused([hasNot(manifest, spot.event, at(place, 'use'))])
  const { event, scope, index } = spot
  const id = entry.id ?? `hookwright:${scope}:${event}:${index}`
  return readHook(hook, { entry, manifest, around: spot, place, id })
}

/** The items of `packs`: each on every event of its pack. */
export function readPacks(list: readonly unknown[], around: Around): Read {
  return joined(list.map((item, index) => readItem(item, index, around)))
}

function readItem(item: unknown, index: number, around: Around): Read {
  const place: Place = { file: around.file, pointer: ['packs', index] }
  const wrong = check(item, { schema: PackUse, name: 'a use of a pack', place })
  if (wrong.length > 0) return refused(wrong)
  const entry = item as Entry
  if (isOwnUse(entry.use)) return readOwnUse({ entry, around, place })
  const manifest = findPack(entry.use ?? '', around.manifests, at(place, 'use'))
  if (isIssue(manifest)) return refused([manifest])
  const idle = idleKeys(entry, manifest, place)
  if (idle.length > 0) return refused(idle)
  const reads = manifest.hooks.map((hook) => {
    const id = idOf(entry, hook, manifest) ?? `hookwright:${around.scope}:${hook.event}:packs.${index}`
    return readHook(hook, { entry: fitting(entry, hook), manifest, around, place, id })
  })
  // What is wrong with the options would be told once for each event.
  return reads.find(({ hooks }) => hooks.length === 0) ?? joined(reads)
}

/** One name for the hooks of several events needs something that tells them apart. */
function idOf({ id }: Entry, { event }: PackHook, { hooks }: PackManifest): string | undefined {
  return id === undefined || hooks.length === 1 ? id : `${id}.${event}`
}

const ABOUT_TOOLS = ['matcher', 'if'] as const

/** A matcher and a condition are about tools; events of the pack that are about something else do not have them. */
function fitting(entry: Entry, { event }: PackHook): Entry {
  if (ownEvent(event).subject === 'tool') return entry
  const { matcher: _m, if: _i, ...rest } = entry
  return rest
}

function idleKeys(entry: Entry, { name, hooks }: PackManifest, place: Place): readonly Issue[] {
  if (hooks.some(({ event }) => ownEvent(event).subject === 'tool')) return []
  return ABOUT_TOOLS.filter((key) => entry[key] !== undefined).map((key) =>
    issue(
      'hook.handler',
      at(place, key),
      `"${key}" has no meaning here: no event of ${PREFIX}${name} is about a tool.`,
      'Remove it.',
    ),
  )
}

/** The pack that a text names, or why there is none. */
function findPack(use: string, manifests: readonly PackManifest[], place: Place): PackManifest | Issue {
  const found = manifests.find(({ name }) => use === `${PREFIX}${name}`)
  if (found !== undefined) return found
  const near = suggest(
    use.startsWith(PREFIX) ? use.slice(PREFIX.length) : use,
    manifests.map(({ name }) => name),
  )
  const isTold = near !== undefined || A_NAME.test(use)
  const message = `"use" must name a pack, not ${isTold ? `"${use}"` : 'this string'}.`
  const all = manifests.map(({ name }) => `${PREFIX}${name}`).join(', ')
  const hint = near === undefined ? `Packs are ${all}.` : `Did you mean "${PREFIX}${near}"?`
  return issue('pack.unknown', place, message, hint)
}

/** Nobody writes a secret like this. */
const A_NAME = /^hookwright\/[\w.-]{1,40}$/

function hasNot({ name, hooks }: PackManifest, event: string, place: Place): Issue {
  const events = hooks.map((hook) => hook.event).join(', ')
  return issue('pack.event', place, `${PREFIX}${name} does nothing on ${event}.`, `It has ${events}.`)
}

type Using = {
  readonly entry: Entry
  readonly manifest: PackManifest
  readonly around: Around
  readonly place: Place
  readonly id: string
}

function readHook(hook: PackHook, using: Using): Read {
  const { entry, manifest, place } = using
  const options = (entry.with ?? {}) as Options
  const wrong = checkOptions(options, manifest, at(place, 'with'))
  const rules = matcherRules(specOfNative(EVENTS, hook.event))
  const matcher = parseMatcher(entry.matcher ?? hook.matcher, rules, at(place, 'matcher'))
  const condition = entry.if === undefined ? undefined : parseRule(entry.if, at(place, 'if'))
  if (wrong.length > 0 || isIssue(matcher) || isIssue(condition))
    return refused([...wrong, ...[matcher, condition].filter(isIssue)])
  return { hooks: [makeHook(hook, { ...using, options, matcher })], issues: [] }
}

type Parts = Using & { readonly options: Options; readonly matcher: Hook['matcher'] }

function makeHook(hook: PackHook, { entry, manifest, around, place, id, options, matcher }: Parts): Hook {
  const { defaults, file, scope } = around
  const { event } = hook
  const { subject } = ownEvent(event)
  const handler = {
    type: 'pack',
    name: manifest.name,
    options,
    ...(hook.programs !== undefined && { programs: hook.programs }),
    ...(hook.decides === false && { decides: false as const }),
  } as const
  const usual = usualHook(hook)
  const seconds = entry.timeout ?? hook.timeout ?? defaults.timeout ?? usual.timeout
  const statusMessage = entry.statusMessage ?? hook.statusMessage
  const meaning = {
    event,
    handler,
    matcher,
    ...(subject !== undefined && { subject }),
    ...(entry.if !== undefined && { condition: entry.if }),
    wire: WIRE,
    timeoutMs: Math.ceil(seconds * 1_000),
    onFailure: entry.onFailure ?? hook.onFailure ?? defaults.onFailure ?? usual.onFailure,
    guard: entry.guard ?? usual.guard,
    detach: false,
    stopOnDeny: entry.stopOnDeny ?? defaults.stopOnDeny ?? false,
    mode: 'wait',
    ...(entry.pins !== undefined && entry.pins.length > 0 && { pins: entry.pins }),
  } as const
  return {
    id,
    ...meaning,
    dialect: NAME,
    source: { file, pointer: place.pointer ?? [], scope },
    // A default that is written down changes nothing.
    dedup: JSON.stringify({ ...meaning, handler: { ...handler, options: withDefaults(manifest, options) } }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(entry.enabled === false && { disabled: 'switched off in its file', offInFile: true as const }),
  }
}
