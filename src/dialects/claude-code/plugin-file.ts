import type { Owner } from '../../core/hook.ts'
import { warning, type Issue, type Place } from '../../core/issue.ts'
import { didYouMean } from '../../core/suggest.ts'
import { readHookMap, reading, type MapSpot } from '../_families/claude/hook-map.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import type { ConfigFile, ConfigReading, Places } from '../dialect.ts'
import { claudeEvent } from './events.ts'
import { pluginLayout } from './files.ts'
import { claudeCodeProfile as contract } from './profile.ts'

/** The manifest of a plugin, or one of its hook files. */
export function readPluginFile(file: ConfigFile, places: Places): ConfigReading {
  const owner: Owner = { kind: 'plugin', root: '', ...file.owner, name: file.owner?.name ?? '' }
  const inside = relativePath(file.file, owner.root)
  const label = labelOf(owner.name, inside)
  const spot: MapSpot = { contract, file, places, owner, label, pointer: ['hooks'] }
  const value = file.value as JsonObject
  const found = inside === pluginLayout.manifest ? readManifest(value, spot) : readHooksFile(value, spot)
  return { ...found, switches: file.forced === true ? { forced: owner.name } : {} }
}

/** Hooks of the usual file carry the plugin's name alone; those of others also say where they stand. */
function labelOf(name: string, inside: string): string {
  return inside === pluginLayout.hooks ? `plugin/${name}` : `plugin/${name}/${inside.replace(/\.json$/, '')}`
}

function relativePath(file: string, root: string): string {
  return file.slice(root.length).replaceAll('\\', '/').replace(/^\/+/, '')
}

const FILE_KEYS = ['hooks', 'description', '$schema']

function readHooksFile(value: JsonObject, spot: MapSpot): ConfigReading {
  const place: Place = { file: spot.file.file }
  const { hooks, description } = value as { hooks?: unknown; description?: unknown }
  const issues: Issue[] = []
  if (description !== undefined && typeof description !== 'string')
    issues.push(
      shapeIssue(at(place, 'description'), { name: '"description"', expected: 'a string', got: description }),
    )
  if (hooks === undefined) return reading(spot.file, { issues: [...issues, withoutKey(value, place)] })
  const found = readHookMap(hooks, spot)
  return reading(spot.file, {
    hooks: found.hooks,
    issues: [...issues, ...unknownKeys(value, FILE_KEYS, { place, host: contract.title }), ...found.issues],
  })
}

function withoutKey(value: JsonObject, place: Place): Issue {
  const isBare = Object.keys(value).some((key) => claudeEvent(key) !== undefined)
  const hint = isBare
    ? 'Put the events under one key "hooks".'
    : 'Write { "hooks": {} } and put the hooks there.'
  return { ...shapeIssue(place, { name: '"hooks"', expected: 'an object', got: undefined }), hint }
}

const MANIFEST_KEYS = ['name', 'version', 'description', 'author', 'hooks', 'commands', 'agents', 'skills']

/** Paths in `hooks` were followed when the files were gathered; here only hooks written in the manifest are left. */
function readManifest(value: JsonObject, spot: MapSpot): ConfigReading {
  const place: Place = { file: spot.file.file }
  const { name, hooks } = value as { name?: unknown; hooks?: unknown }
  const issues = slips(value, place)
  if (name !== undefined && (typeof name !== 'string' || name === ''))
    issues.push(shapeIssue(at(place, 'name'), { name: '"name"', expected: 'a name', got: name }))
  if (isObject(hooks)) {
    const found = readHookMap(...inlineMap(hooks, spot))
    return reading(spot.file, { hooks: found.hooks, issues: [...issues, ...found.issues] })
  }
  const isPaths = Array.isArray(hooks) && hooks.every((each) => typeof each === 'string')
  const expected = 'a path, a list of paths or an object'
  if (hooks !== undefined && typeof hooks !== 'string' && !isPaths)
    issues.push(shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected, got: hooks }))
  return reading(spot.file, { issues })
}

/** Written as in a hooks file, with the key `hooks` once more, or as the map itself. */
function inlineMap(hooks: JsonObject, spot: MapSpot): [unknown, MapSpot] {
  const { hooks: inner } = hooks
  return inner === undefined ? [hooks, spot] : [inner, { ...spot, pointer: ['hooks', 'hooks'] }]
}

/** Manifests gain keys with every release, so only one that looks like a slip is worth a word. */
function slips(value: JsonObject, place: Place): Issue[] {
  return Object.keys(value).flatMap((key) => {
    const hint = MANIFEST_KEYS.includes(key) ? undefined : didYouMean(key, MANIFEST_KEYS)
    const problem = `"${key}" is not a key of a plugin that this version knows; it is ignored.`
    return hint === undefined ? [] : [warning('config.unknown-key', at(place, key), problem, hint)]
  })
}
