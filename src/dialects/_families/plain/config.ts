import type { Hook, Scope } from '../../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../../core/issue.ts'
import { misspelt, shownKey } from '../../../core/misfit.ts'
import { didYouMean } from '../../../core/suggest.ts'
import type { Combined, ConfigFile, ConfigReading, ConfigSide, Places } from '../../dialect.ts'
import { reading } from '../claude/hook-map.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../claude/shape.ts'
import { readEntry, type EntryReading, type EntrySpot } from './entry.ts'
import { nativeName, rowAt } from './event-table.ts'
import type { PluginForm } from './file-form.ts'
import { row, type PlainEventSpec, type PlainProfile } from './profile.ts'

export function plainConfig(profile: PlainProfile): ConfigSide {
  return {
    read: (file, places) => read(file, places, profile),
    combine: (readings, places) => combine(readings, places, profile),
  }
}

function read(file: ConfigFile, places: Places, profile: PlainProfile): ConfigReading {
  const { plugins } = profile.files
  const path = file.file.replaceAll('\\', '/')
  if (plugins?.settings.file.test(path)) return reading(file, { switches: offIn(file.value, plugins) })
  if (plugins !== undefined && file.owner === undefined && !plugins.file.test(path)) return reading(file, {})
  if (!isObject(file.value)) {
    const problem = { name: 'A hook file', expected: 'an object', got: file.value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  const version = wrongVersion(file.value, file, profile)
  if (version !== undefined) return reading(file, { issues: [version] })
  const found = entriesIn(file.value, spotFor(file, places, profile))
  return reading(file, {
    hooks: found.flatMap(({ hooks }) => hooks),
    issues: found.flatMap(({ issues }) => issues),
  })
}

function offIn(value: unknown, { settings: { key } }: PluginForm): Readonly<Record<string, unknown>> {
  const list = isObject(value) ? value[key] : undefined
  return Array.isArray(list) ? { off: list.filter((name) => typeof name === 'string') } : {}
}

function wrongVersion(
  { version }: JsonObject,
  { file }: ConfigFile,
  { title, files }: PlainProfile,
): Issue | undefined {
  if (files.version === undefined || version === undefined || version === files.version) return undefined
  const got = misspelt(version, [files.version])
  const problem = `"version" must be "${files.version}", not ${got}; ${title} has another form for other versions.`
  return issue('config.version', at({ file }, 'version'), problem, `Write "version": "${files.version}".`)
}

type FileSpot = Omit<EntrySpot, 'native' | 'spec' | 'pointer' | 'id' | 'matcher'> & { readonly label: string }

function spotFor({ file, scope, owner }: ConfigFile, { home }: Places, profile: PlainProfile): FileSpot {
  const path = file.replaceAll('\\', '/')
  const { root, name } = profile.files.plugins?.file.exec(path)?.groups ?? {}
  const found =
    owner ?? (root !== undefined && name !== undefined ? { kind: 'plugin' as const, name, root } : undefined)
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const label = found?.name ?? (profile.files.named ? `${scope}/${base}` : scope)
  return { profile, file, scope, home, label, ...(found && { owner: { ...found, name: found.name ?? '' } }) }
}

function entriesIn(value: JsonObject, spot: FileSpot): readonly EntryReading[] {
  const { shape, bare } = spot.profile.files
  const isBare = bare === true && value['hooks'] === undefined
  const hooks = isBare ? value : value['hooks']
  const pointer = isBare ? [] : ['hooks']
  if (hooks === undefined || hooks === null) return []
  const place: Place = { file: spot.file, pointer }
  if (shape === 'triggers' || shape === 'list')
    return Array.isArray(hooks)
      ? hooks.map((entry: unknown, index) => readTrigger(entry, [...pointer, index], spot))
      : [wrong(shapeIssue(place, { name: '"hooks"', expected: 'a list', got: hooks }))]
  if (!isObject(hooks))
    return [wrong(shapeIssue(place, { name: '"hooks"', expected: 'an object', got: hooks }))]
  return Object.entries(hooks).flatMap(([written, entries]) => readEvent(written, entries, { spot, pointer }))
}

function wrong(problem: Issue): EntryReading {
  return { hooks: [], issues: [problem] }
}

function readTrigger(entry: unknown, pointer: EntrySpot['pointer'], spot: FileSpot): EntryReading {
  const place: Place = { file: spot.file, pointer }
  if (!isObject(entry)) return wrong(shapeIssue(place, { name: 'A hook', expected: 'an object', got: entry }))
  const { name } = entry
  const key = spot.profile.files.shape === 'list' ? 'type' : 'trigger'
  const trigger = entry[key]
  if (typeof trigger !== 'string')
    return wrong(shapeIssue(at(place, key), { name: `"${key}"`, expected: 'a string', got: trigger }))
  const event = eventFor(trigger, spot.profile)
  if (event === undefined) return wrong(unknownEvent(trigger, spot.profile, at(place, key)))
  const called = typeof name === 'string' && /^[\w .-]+$/.test(name) ? name : pointer.at(-1)
  return readEntry(entry, { ...spot, ...event, pointer, id: idOf(spot, event.native, called) })
}

type Spot = { readonly spot: FileSpot; readonly pointer: readonly (string | number)[] }

function readEvent(written: string, entries: unknown, { spot, pointer }: Spot): readonly EntryReading[] {
  const { profile } = spot
  if (profile.files.notEvents?.includes(written)) return []
  const place: Place = { file: spot.file, pointer: [...pointer, written] }
  const event = eventFor(written, profile)
  if (event === undefined) return [wrong(unknownEvent(written, profile, place))]
  if (entries === null) return []
  if (!Array.isArray(entries))
    return [wrong(shapeIssue(place, { name: shownKey(written), expected: 'a list', got: entries }))]
  return entries.flatMap((entry: unknown, index) => {
    const here = { ...spot, ...event, pointer: [...pointer, written, index], id: idOf(spot, written, index) }
    return profile.files.shape === 'groups' ? readGroup(entry, here) : [readEntry(entry, here)]
  })
}

function readGroup(group: unknown, spot: EntrySpot): readonly EntryReading[] {
  const place: Place = { file: spot.file, pointer: spot.pointer }
  if (!isObject(group))
    return [wrong(shapeIssue(place, { name: 'A hook group', expected: 'an object', got: group }))]
  const { hooks, matcher = '' } = group
  if (!Array.isArray(hooks))
    return [wrong(shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'a list', got: hooks }))]
  return hooks.map((entry: unknown, index) =>
    readEntry(entry, {
      ...spot,
      matcher,
      pointer: [...spot.pointer, 'hooks', index],
      id: `${spot.id}.${index}`,
    }),
  )
}

function idOf({ profile, label }: FileSpot, event: string, called: string | number | undefined): string {
  return `${profile.name}:${label}:${event}:${called ?? 0}`
}

function eventFor(
  written: string,
  profile: PlainProfile,
): { native: string; spec: PlainEventSpec } | undefined {
  const native = nativeName(profile, written)
  const spec = rowAt(profile, native) ?? (profile.files.moreEvents ? row(written) : undefined)
  return spec && { native, spec }
}

function unknownEvent(written: string, { title, events }: PlainProfile, place: Place): Issue {
  const problem = `${title} has no event ${shownKey(written)}; its hooks are skipped.`
  return warning('event.unknown', place, problem, didYouMean(written, Object.keys(events)))
}

/** Weakest first, as hosts merge their files; then plugins and sessions. */
const ORDER: readonly Scope[] = ['user', 'project', 'local', 'managed', 'plugin', 'session']

function combine(readings: readonly ConfigReading[], places: Places, { files }: PlainProfile): Combined {
  const namesOff = (some: readonly ConfigReading[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ switches }) => (switches['off'] as string[] | undefined) ?? []))
  const off = namesOff(readings)
  const offElsewhere = namesOff(readings.filter(({ scope }) => scope !== 'project' && scope !== 'local'))
  const isOff = files.offVariable !== undefined && isOn(places.env(files.offVariable))
  const ordered = readings.toSorted((a, b) => ORDER.indexOf(a.scope) - ORDER.indexOf(b.scope))
  const seen = new Map<string, number>()
  const hooks = ordered
    .flatMap((one) => one.hooks)
    .map((hook) => numbered(hook, seen))
    .map((hook) => {
      if (isOff) return { ...hook, disabled: `switched off by the variable ${files.offVariable}` }
      const name = hook.source.owner?.name ?? ''
      if (!off.has(name)) return hook
      const offInFile = offElsewhere.has(name) ? {} : ({ offInFile: true } as const)
      return { ...hook, disabled: 'its plugin is switched off in the settings', ...offInFile }
    })
  return { hooks, issues: [] }
}

/** Two files of one scope may give two hooks the same id; the second gets a number. */
function numbered(hook: Hook, seen: Map<string, number>): Hook {
  const count = (seen.get(hook.id) ?? 0) + 1
  seen.set(hook.id, count)
  return count === 1 ? hook : { ...hook, id: `${hook.id}@${count}` }
}

function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value ?? '')
}
