import * as path from 'node:path'
import type { Hook, Scope } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Combined, Commands, Dialect, Places } from '../dialects/dialect.ts'
import { dialectOfFile } from '../dialects/registry.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { discover, formatAmong } from './discover.ts'
import { gatherGiven } from './given.ts'
import { markHostFiles } from './host-files.ts'
import { refuseLinks } from './outside-link.ts'
import { comesWithPlugin, gatherPlugins, type PluginSpec } from './plugins.ts'
import {
  join,
  readFiles,
  scopeByPlace,
  type BrokenFile,
  type FoundFile,
  type Gathered,
} from './read-files.ts'

export type { BrokenFile, Gathered } from './read-files.ts'

export type LoadRequest = {
  /** Names of dialects whose own files are read, or paths of single files. */
  readonly sources: readonly string[]
  readonly plugins?: readonly PluginSpec[]
  readonly settings?: unknown
  readonly managedSettings?: unknown
  /** The calling host: hooks of files that it reads itself are not imported. */
  readonly host: string | undefined
  readonly places: Places
  readonly files: Files
  readonly state: State
  /** At least those of the host and the sources. */
  readonly dialects: ReadonlyMap<string, Dialect>
  /** Which of the hosts that share a dialect's files is meant. */
  readonly profile?: string | undefined
  readonly maxBytes: number
  readonly maxDepth: number
}

export type Loaded = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  readonly files: readonly LoadedFile[]
  /** Files none of whose hooks could be loaded. */
  readonly broken: readonly BrokenFile[]
  readonly commands?: Commands
  /** Dialects that files ask for and the request does not know; nothing else was loaded then. */
  readonly needs?: readonly string[]
  /** By dialect: why callbacks that a program registers do not run. */
  readonly callbacksOff?: Readonly<Record<string, string>>
  /** Only hooks of a policy run. */
  readonly managedOnly?: boolean
  /** What the user or the administrator says about the guard of our own files. Absent: nothing. */
  readonly selfGuard?: NonNullable<Combined['selfGuard']>
}

export type LoadedFile = {
  readonly dialect: string
  readonly path: string
  readonly scope: Scope
  /** Another file asks for it, not the caller. */
  readonly isImported?: true
}

type Gathering = Omit<LoadRequest, 'state' | 'host' | 'maxDepth'>

/** Finds and reads everything the caller named; what it means is not looked at. */
export function gatherOwn(request: Gathering): Gathered {
  const named = join([gather(request, request.sources), gatherGiven(request), gatherPlugins(request)])
  return withPolicy(named, request)
}

/** The files of these sources alone. */
export function gather(request: Gathering, sources: readonly string[]): Gathered {
  return join([...new Set(sources)].map((source) => gatherOne(source, request)))
}

/** The files of dialects that other files import. */
export function gatherImported(
  request: Gathering & Pick<LoadRequest, 'host'>,
  names: readonly string[],
): Gathered {
  return names.length === 0 ? join([]) : markHostFiles(gather(request, names), request)
}

/**
 * Settings steer hooks of plugins, skills and values too. Where the settings are no source themselves they are read
 * for that alone; otherwise leaving a source out would get around the policy in it.
 */
export function withPolicy(named: Gathered, request: Gathering): Gathered {
  const steered = named.files.filter(
    ({ scope, path: file }) => scope === 'plugin' || scope === 'session' || file.startsWith('<'),
  )
  const names = new Set(steered.map((file) => file.dialect).filter((name) => !request.sources.includes(name)))
  return join([named, asPolicy(gather(request, [...names]))])
}

/** What is wrong with them is told by who asks for their hooks; a policy nobody can read is a problem for all. */
export function asPolicy({ files, broken }: Gathered): Gathered {
  return {
    files: files.map((file) => ({ ...file, isPolicyOnly: true })),
    broken: broken.filter(({ scope }) => scope === 'managed'),
  }
}

function gatherOne(source: string, request: Gathering): Gathered {
  const dialect = request.dialects.get(source)
  if (dialect === undefined) return readAllowed([namedFile(source, request)], request)
  const { found, issues } = discover(dialect.files(request.places), request.files)
  const read = readAllowed(
    found.map((file) => ({ ...file, dialect: dialect.name })),
    request,
  )
  const problems = issues.map(({ scope, ...problem }) => ({ dialect: dialect.name, scope, issue: problem }))
  return { files: read.files, broken: [...read.broken, ...problems] }
}

function readAllowed(found: readonly Omit<FoundFile, 'text'>[], request: Gathering): Gathered {
  const { kept, broken } = refuseLinks(found, request)
  const read = readFiles(kept, request)
  return broken.length === 0 ? read : { ...read, broken: [...broken, ...read.broken] }
}

/** Name of the dialect that reads a source: the source itself, or that of the file it names. */
export function dialectOfSource(
  source: string,
  { places, dialects }: Pick<Gathering, 'places' | 'dialects'>,
): string {
  return dialects.has(source) ? source : dialectOfFile(writtenPath(source, places))
}

/** Whole, and with slashes on every platform. */
function writtenPath(source: string, { startDir }: Places): string {
  return path.resolve(startDir, source).replaceAll(path.sep, '/')
}

function namedFile(source: string, request: Gathering): Omit<FoundFile, 'text'> {
  const { places, dialects } = request
  const file = path.resolve(places.startDir, source)
  const written = writtenPath(source, places)
  const dialect = dialectOfFile(written)
  const format = formatAmong(dialects.get(dialect)?.files(places) ?? [], file)
  const found = { dialect, path: file, ...(format && { format }) }
  if (dialects.get(dialect)?.sessionFilePattern?.test(written) !== true)
    return { ...found, scope: scopeByPlace(file, request) }
  const isShipped = comesWithPlugin(file, request)
  return { ...found, scope: 'session', ...(isShipped && { isShipped }) }
}
