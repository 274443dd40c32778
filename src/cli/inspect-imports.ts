import { readsItself } from '../config/host-files.ts'
import type { LoadedFile, LoadRequest } from '../config/gather.ts'
import { READ_BY_HOST, readByHost } from '../config/left-to-host.ts'
import { load } from '../config/load.ts'
import { notice, type Issue } from '../core/issue.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { findEntry, hostNames } from '../dialects/registry.ts'
import type { Files } from '../ports/files.ts'

type Around = { readonly places: Places; readonly files: Files }

/** One remark for each imported file that hosts other than its own read themselves: when they call, it is not imported. */
export async function inspectImports(
  loaded: readonly LoadedFile[],
  around: Around,
): Promise<readonly Issue[]> {
  const imported = loaded.filter(({ isImported }) => isImported)
  if (imported.length === 0) return []
  const hosts = await Promise.all(hostNames.map(loadHost))
  // Two imports may bring in one file.
  return [...new Set(imported.map(({ path }) => path))].flatMap((path) => {
    const owners = imported.filter((file) => file.path === path).map(({ dialect }) => dialect)
    const readers = hosts
      .filter(({ name }) => owners.some((owner) => owner !== name))
      .flatMap((host) => nameReader(host, (profile) => readsItself(profile, path, around)) ?? [])
    return readers.length === 0 ? [] : [remark(path, readers)]
  })
}

/**
 * One remark for each imported file of the calling host's own dialect. Such files are not even looked for when that
 * host calls, so they are looked for as if nobody did.
 */
export async function inspectOwnImports(
  request: LoadRequest,
  told: readonly Issue[],
): Promise<readonly Issue[]> {
  const host = request.dialects.get(request.host ?? '')
  if (host === undefined) return []
  const { files } = await load({ ...request, host: undefined })
  const known = new Set(told.filter(({ code }) => code === READ_BY_HOST).map(({ place }) => place.file))
  return files
    .filter(({ isImported, dialect, path }) => isImported && dialect === host.name && !known.has(path))
    .map(({ path }) => readByHost(path, host.title))
}

type Host = {
  readonly name: string
  readonly title: string
  readonly profiles: readonly (readonly [string | undefined, Dialect])[]
}

async function loadHost(name: string): Promise<Host> {
  const entry = findEntry(name)
  if (entry === undefined) throw new Error(`no dialect "${name}"`)
  const loading = (entry.profiles ?? [undefined]).map(
    async (profile) => [profile, await entry.load(profile)] as const,
  )
  return { name, title: entry.title, profiles: await Promise.all(loading) }
}

/** `Title`, or `Title (profile, profile)` when not all profiles read it; undefined when none does. */
function nameReader({ title, profiles }: Host, reads: (profile: Dialect) => boolean): string | undefined {
  const reading = profiles.filter(([, dialect]) => reads(dialect)).map(([profile]) => profile)
  if (reading.length === 0) return undefined
  return reading.length === profiles.length ? title : `${title} (${reading.join(', ')})`
}

function remark(file: string, readers: readonly string[]): Issue {
  const who = readers.join(', ')
  return notice(
    READ_BY_HOST,
    { file },
    `"${file}" is not imported for a host that reads it itself and runs its hooks: ${who}.`,
  )
}
