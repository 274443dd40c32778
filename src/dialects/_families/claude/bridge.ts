import type {
  BridgeCall,
  BridgeEntry,
  BridgeFile,
  BridgeSpec,
  InstallScope,
  Obstacle,
  ObstacleSearch,
} from '../../bridge-spec.ts'
import { fits } from '../../../core/reach.ts'
import { shownUrl } from '../../../core/url.ts'
import type { Places } from '../../dialect.ts'
import { bridgeFileAmong, isBare, valueAt } from '../bridge-file.ts'
import type { ClaudeProfile, TimeoutUnit } from './profile.ts'

type Form = Exclude<ClaudeProfile['bridge'], false | undefined>

/** Returns how the bridge is registered with a host of this family. */
export function claudeBridge(profile: ClaudeProfile, bridge: Form): BridgeSpec {
  const { configForm, host, events } = profile
  const file = (scope: InstallScope, places: Places): BridgeFile | undefined =>
    bridge.scopes?.includes(scope) === false
      ? undefined
      : bridgeFileAmong(host.files(places), { scope, places, ...(bridge.file && { fits: bridge.file }) })
  return {
    file,
    entry: (call, { path, value }) => {
      const bare = configForm?.bare?.test(path.replaceAll('\\', '/')) === true
      const isTop = isBare(value, events) || (bare && valueAt(value, 'hooks') === undefined)
      return entryOf(call, profile, isTop ? [] : ['hooks'])
    },
    ...(bridge.takesPath && { takesPath: true }),
    ...(bridge.longestTimeout && { longestTimeout: bridge.longestTimeout }),
    ...(bridge.http && { http: calledByHttp(profile) }),
    obstacles: (search) => [
      ...offBy(bridge.off ?? configForm?.off, profile, search),
      ...(bridge.http === undefined ? [] : refusedUrl(bridge.http.allowed, profile, search)),
    ],
    ...(bridge.notes && { notes: bridge.notes }),
  }
}

function entryOf(call: BridgeCall, profile: ClaudeProfile, top: readonly string[]): BridgeEntry {
  const { event, command, http } = call
  const timeout = timeoutOf(call, unitOf(profile))
  if (profile.configForm?.entryKeys) return { list: ['hooks'], value: { event, command, timeout } }
  const list = [...top, event]
  if (http === undefined) return { list, value: { hooks: [{ type: 'command', command, timeout }] } }
  const { url, headers, isStrict } = http
  const onFailure = isStrict ? { onFailure: 'block' } : {}
  return { list, value: { hooks: [{ type: 'http', url, headers, timeout, ...onFailure }] } }
}

/**
 * Side events stay commands: there the host takes messages and watched files of commands only. So do events that only an
 * exit code refuses, and those whose hooks get a file for variables.
 */
function calledByHttp({ events }: ClaudeProfile): readonly string[] {
  return Object.entries(events).flatMap(([native, { handlers, reader, denyBy, envFile }]) =>
    handlers.includes('http') && reader === 'standard' && denyBy !== 'exit-2' && envFile !== true
      ? native
      : [],
  )
}

/** Lists of all files add up. */
function refusedUrl(
  key: string,
  profile: ClaudeProfile,
  { places, lookUp, url }: ObstacleSearch,
): readonly Obstacle[] {
  if (url === undefined) return []
  const { host, title, name } = profile
  const lists = host
    .files(places)
    .flatMap((spec) => ('path' in spec && spec.find === 'file' ? [spec.path] : []))
    .map((path) => valueAt(lookUp(path), key))
    .filter((list): list is readonly unknown[] => Array.isArray(list))
  const isAllowed = lists.flat().some((pattern) => typeof pattern === 'string' && fits(new URL(url), pattern))
  if (lists.length === 0 || isAllowed) return []
  return [
    {
      text: `\`${key}\` does not list "${shownUrl(url)}", so ${title} does not call it and goes on.`,
      mend: `Add "${new URL('/run', url).href}*" to \`${key}\`, or run: hookwright install ${name}`,
    },
  ]
}

function unitOf({ timeoutUnit = 'seconds' }: ClaudeProfile): TimeoutUnit {
  return typeof timeoutUnit === 'string' ? timeoutUnit : (timeoutUnit.command ?? 'seconds')
}

const MIXED_FROM = 1_000

function timeoutOf({ timeoutSeconds }: BridgeCall, unit: TimeoutUnit): number {
  const isSeconds = unit === 'seconds' || (unit === 'mixed' && timeoutSeconds < MIXED_FROM)
  return isSeconds ? timeoutSeconds : timeoutSeconds * 1_000
}

/** The narrowest file that says something counts, and one of the organisation before all. */
const STRONGEST: readonly string[] = ['managed', 'local', 'project', 'user']

/** A file that switches all hooks off switches the bridge off too. */
function offBy(
  key: string | undefined,
  { host, title }: ClaudeProfile,
  { places, lookUp }: ObstacleSearch,
): readonly Obstacle[] {
  if (key === undefined) return []
  const deciding = host
    .files(places)
    .flatMap((spec) => ('path' in spec && spec.find === 'file' ? [spec] : []))
    .toSorted((a, b) => STRONGEST.indexOf(a.scope) - STRONGEST.indexOf(b.scope))
    .map(({ path }) => ({ path, value: valueAt(lookUp(path), key) }))
    .find(({ value }) => value !== undefined)
  if (deciding?.value !== true) return []
  const text = `\`${key}\` is true in "${deciding.path}", so ${title} runs no hook, and not the bridge.`
  return [{ text, mend: `Remove \`${key}\` from "${deciding.path}".` }]
}
