import type { Hook, Owner, Scope } from '../../../core/hook.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../../dialect.ts'
import { readEntries } from './entries.ts'
import { readHookMap, reading, type Found, type MapSpot } from './hook-map.ts'
import type { HookContract } from './profile.ts'
import { isObject, shapeIssue, type JsonObject } from './shape.ts'
import { applySwitches, readSwitches } from './switches.ts'

/** Reads files of a host that has hooks in its settings. */
export function claudeConfig(contract: HookContract): ConfigSide {
  return {
    read: (file, places) => read(file, places, contract),
    combine: (readings) => applySwitches(ordered(readings), readings, contract),
  }
}

function read(file: ConfigFile, places: Places, contract: HookContract): ConfigReading {
  if (!isObject(file.value)) {
    const problem = { name: 'A settings file', expected: 'an object', got: file.value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  const { hooks, issues } = readHooks(file.value, { file, places, contract })
  const { switches, issues: odd } = readSwitches(file.value, file, contract)
  return reading(file, { hooks, issues: [...odd, ...issues], switches })
}

type Reading = Pick<MapSpot, 'file' | 'places' | 'contract'>

function readHooks(value: JsonObject, around: Reading): Found {
  const { file, contract } = around
  const { bare, entryKeys } = contract.configForm ?? {}
  const owner = ownerOf(file)
  const isBare = bare?.test(file.file.replaceAll('\\', '/')) === true && value['hooks'] === undefined
  const spot: MapSpot = {
    ...around,
    label: owner === undefined ? file.scope : `${owner.kind}/${owner.name}`,
    pointer: isBare ? [] : ['hooks'],
    ...(owner !== undefined && { owner }),
  }
  const { hooks: found } = value
  if (entryKeys !== undefined) return readEntries(found ?? [], spot, entryKeys)
  return readHookMap(isBare ? withoutSwitches(value, contract) : (found ?? {}), spot)
}

/** A file that holds the map itself may hold switches beside the events. */
function withoutSwitches(value: JsonObject, { configForm = {} }: HookContract): JsonObject {
  const keys = new Set([configForm.off, configForm.managedOnly, '$schema'])
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)))
}

function ownerOf({ owner }: ConfigFile): Owner | undefined {
  return owner && { ...owner, name: owner.name ?? '' }
}

/** Weakest settings first, as the host merges them; then plugins and sessions. */
const ORDER: readonly Scope[] = ['user', 'project', 'local', 'managed', 'plugin', 'session']

/** Two files of one scope may give two hooks the same id; the second gets a number. */
function ordered(readings: readonly ConfigReading[]): readonly Hook[] {
  const sorted = readings.toSorted((a, b) => ORDER.indexOf(a.scope) - ORDER.indexOf(b.scope))
  const seen = new Map<string, number>()
  return sorted
    .flatMap((one) => one.hooks)
    .map((hook) => {
      const count = (seen.get(hook.id) ?? 0) + 1
      seen.set(hook.id, count)
      return count === 1 ? hook : { ...hook, id: `${hook.id}@${count}` }
    })
}
