import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { claudeEvent, claudeEvents } from '../_families/claude/events.ts'
import { readGroup, refused } from '../_families/claude/groups.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine } from './combine.ts'
import { readSwitches } from './switches.ts'

export const configSide: ConfigSide = { read, combine }

const NAME = 'claude-code'

/**
 * A broken guard may protect permissions declared beside it, so the host then applies nothing of the file. It does
 * so for a bad handler; we also do for a matcher that is no pattern, which it logs and never matches, and for an
 * event that is no list, which it skips: the guard would be off just the same, and nobody would hear of it.
 */
const VOIDING: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest'])

/** One settings file. */
export function read(file: ConfigFile, places: Places): ConfigReading {
  const place: Place = { file: file.file }
  if (!isObject(file.value))
    return reading(file, {
      issues: [shapeIssue(place, { name: 'A settings file', expected: 'an object', got: file.value })],
    })
  const switches = readSwitches(file.value, file)
  const { hooks: events = {} } = file.value as { hooks?: unknown }
  if (!isObject(events)) {
    const problem = shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'an object', got: events })
    return reading(file, { issues: [...switches.issues, problem], switches: switches.values })
  }
  const found = readEvents(events, file, places)
  const isVoid = found.voidedBy !== undefined
  return reading(file, {
    hooks: isVoid ? [] : found.hooks,
    issues: [...switches.issues, ...found.issues, ...(isVoid ? [voided(found.voidedBy, place)] : [])],
    // A void file steers nothing either, but a broken policy must not set others free.
    switches: isVoid && file.scope !== 'managed' ? {} : switches.values,
  })
}

function reading(file: ConfigFile, found: Partial<ConfigReading>): ConfigReading {
  return { file: file.file, scope: file.scope, hooks: [], issues: [], switches: {}, imports: [], ...found }
}

type Found = { hooks: readonly Hook[]; issues: readonly Issue[]; voidedBy?: string | undefined }

function readEvents(events: JsonObject, file: ConfigFile, places: Places): Found {
  const found = Object.entries(events).map(([event, groups]) => readEvent(event, groups, { file, places }))
  return {
    hooks: found.flatMap((one) => one.hooks),
    issues: found.flatMap((one) => one.issues),
    voidedBy: found.find((one) => one.voidedBy !== undefined)?.voidedBy,
  }
}

function readEvent(event: string, groups: unknown, from: { file: ConfigFile; places: Places }): Found {
  const place: Place = { file: from.file.file, pointer: ['hooks', event] }
  if (claudeEvent(event) === undefined) return { hooks: [], issues: [unknownEvent(event, place)] }
  const found = Array.isArray(groups)
    ? groups.map((group: unknown, index) => readOne(group, { event, index, ...from }))
    : [refused(shapeIssue(place, { name: `"${event}"`, expected: 'a list', got: groups }))]
  const isVoid = VOIDING.has(event) && found.some((one) => one.broken)
  return {
    hooks: found.flatMap((one) => one.hooks),
    issues: found.flatMap((one) => one.issues),
    ...(isVoid && { voidedBy: event }),
  }
}

type Spot = {
  readonly event: string
  readonly index: number
  readonly file: ConfigFile
  readonly places: Places
}

function readOne(group: unknown, { event, index, file, places }: Spot): ReturnType<typeof readGroup> {
  const scope = scopeLabel(file, places)
  return readGroup(group, {
    event,
    dialect: NAME,
    speaks: NAME,
    file: file.file,
    scope: file.scope,
    pointer: ['hooks', event, index],
    onFailure: 'native',
    detach: true,
    id: (place) => `${NAME}:${scope}:${event}:${index}.${place}`,
    projectDir: places.startDir,
  })
}

/** Two files may share a scope: drop-ins of the managed folder, and a local file left in the start folder. */
function scopeLabel({ file, scope }: ConfigFile, { projectDir }: Places): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  if (scope === 'managed' && name !== 'managed-settings.json') return `managed/${name.replace(/\.json$/, '')}`
  if (scope !== 'local' || !file.startsWith(projectDir)) return scope
  const inside = file.slice(projectDir.length).split(/[\\/]/).slice(1, -2).join('/')
  return inside === '' ? scope : `local/${inside}`
}

function unknownEvent(event: string, place: Place): Issue {
  const hint = didYouMean(event, Object.keys(claudeEvents))
  return warning('event.unknown', place, `Claude Code has no event "${event}"; its hooks are skipped.`, hint)
}

function voided(event: string | undefined, place: Place): Issue {
  const problem = `Nothing in this file is applied, because a hook under ${event} is broken and may be a guard.`
  return issue('config.void', place, problem, 'Fix the hook named above.')
}
