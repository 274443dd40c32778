import type { Owner, Scope } from '../../../core/hook.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../../dialect.ts'
import { readHookMap, reading } from './hook-map.ts'
import type { HookContract } from './profile.ts'
import { isObject, shapeIssue } from './shape.ts'

/** Reads files of a host that has hooks in its settings and nothing that steers those of other files. */
export function claudeConfig(contract: HookContract): ConfigSide {
  return { read: (file, places) => read(file, places, contract), combine }
}

function read(file: ConfigFile, places: Places, contract: HookContract): ConfigReading {
  if (!isObject(file.value)) {
    const problem = { name: 'A settings file', expected: 'an object', got: file.value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  const { hooks: events = {} } = file.value as { hooks?: unknown }
  const owner = ownerOf(file)
  const { hooks, issues } = readHookMap(events, {
    contract,
    file,
    places,
    label: owner === undefined ? file.scope : `${owner.kind}/${owner.name}`,
    pointer: ['hooks'],
    ...(owner !== undefined && { owner }),
  })
  return reading(file, { hooks, issues })
}

function ownerOf({ owner }: ConfigFile): Owner | undefined {
  return owner && { ...owner, name: owner.name ?? '' }
}

/** Weakest settings first, as the host merges them; then plugins and sessions. */
const ORDER: readonly Scope[] = ['user', 'project', 'local', 'managed', 'plugin', 'session']

/** Two files of one scope may give two hooks the same id; the second gets a number. */
function combine(readings: readonly ConfigReading[]): ReturnType<ConfigSide['combine']> {
  const ordered = readings.toSorted((a, b) => ORDER.indexOf(a.scope) - ORDER.indexOf(b.scope))
  const seen = new Map<string, number>()
  const hooks = ordered
    .flatMap((one) => one.hooks)
    .map((hook) => {
      const count = (seen.get(hook.id) ?? 0) + 1
      seen.set(hook.id, count)
      return count === 1 ? hook : { ...hook, id: `${hook.id}@${count}` }
    })
  return { hooks, issues: [] }
}
