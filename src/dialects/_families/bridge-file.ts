import type { BridgeFile, InstallScope } from '../bridge-spec.ts'
import type { FileSpec, Places } from '../dialect.ts'
import { joiner } from './places.ts'

const OWN_FILE = 'hookwright.json'

/**
 * Returns the file among those that the host reads: the first of the scope that fits, or one of our own in a folder of
 * which every file counts.
 */
export function bridgeFileAmong(
  specs: readonly FileSpec[],
  {
    scope,
    places,
    fits = /./,
  }: { readonly scope: InstallScope; readonly places: Places; readonly fits?: RegExp },
): BridgeFile | undefined {
  const found = specs.find((spec) => spec.scope === scope && 'path' in spec && fits.test(slashes(spec.path)))
  if (found === undefined || !('path' in found)) return undefined
  if (found.find === 'folder')
    return { path: joiner(places)(found.path, OWN_FILE), format: 'json', isOurs: true }
  return { path: found.path, format: formatOf(found), isOurs: false }
}

function formatOf({ format, ...spec }: FileSpec): BridgeFile['format'] {
  if (format !== undefined && format !== 'markdown') return format
  const [, ending] = ('path' in spec ? /\.(ya?ml|toml)$/.exec(spec.path) : null) ?? []
  if (ending === undefined) return 'json'
  return ending === 'toml' ? 'toml' : 'yaml'
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/** True where the map of events stands at the top level of what is there. */
export function isBare(value: unknown, events: Readonly<Record<string, unknown>>): boolean {
  if (typeof value !== 'object' || value === null || 'hooks' in value) return false
  return Object.keys(value).some((key) => Object.hasOwn(events, key))
}

/** Returns the value under some keys; undefined where one is missing. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  )
}
