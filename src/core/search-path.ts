import { notice, type Issue } from './issue.ts'

/** A PATH without the entries that lead into a repository, and those entries as they were written. */
export type SafePath = { readonly path: string; readonly dropped: readonly string[] }

export type PathRules = {
  readonly platform: NodeJS.Platform
  /** Whether a folder, given by its whole path, belongs to the repository. */
  readonly isInside: (folder: string) => boolean
}

/**
 * Returns PATH without empty and relative entries, which mean another folder in every directory, and without folders of
 * the repository. Never empty: an empty PATH is the current folder, and bash searches that too when PATH is not set.
 */
export function safePath(path: string | undefined, { platform, isInside }: PathRules): SafePath {
  const isWindows = platform === 'win32'
  const delimiter = isWindows ? ';' : ':'
  const written = isWindows ? windowsEntries(path) : (path?.split(delimiter) ?? [])
  const isKept = (entry: string): boolean => {
    const folder = isWindows ? unquoted(entry) : entry
    return (
      isWhole(folder, isWindows) && ((isWindows ? WINDOWS_SYSTEM : SYSTEM).test(folder) || !isInside(folder))
    )
  }
  const kept = written.filter(isKept)
  const dropped = written.filter((entry) => !isKept(entry))
  if (kept.length === 0) return { path: isWindows ? '' : DEFAULT, dropped }
  return { path: dropped.length === 0 && path !== undefined ? path : kept.join(delimiter), dropped }
}

/** The issue about entries that were left out of PATH; undefined when there are none. */
export function unsafePath(dropped: readonly string[], hook?: string): Issue | undefined {
  if (dropped.length === 0) return undefined
  const names = [...new Set(dropped)].map((entry) => JSON.stringify(entry)).join(', ')
  const where = hook === undefined ? 'PATH' : 'The PATH of its `env`'
  return notice(
    'path.unsafe',
    hook === undefined ? {} : { hook },
    `${where} has entries that lead to programs of the repository, and hooks run without them: ${names}.`,
    'Take them out of PATH, and name such a program by its path in the hook that needs it.',
  )
}

/** Windows spells it as it likes. */
export function pathKey(env: Readonly<Record<string, string>>, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return 'PATH'
  return Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
}

/** Returns the folders of Windows' PATH, without their quotes. */
export function windowsFolders(path: string | undefined): readonly string[] {
  return windowsEntries(path).map(unquoted)
}

/** Double quotes keep a `;` in its entry, and empty entries are skipped. */
function windowsEntries(path = ''): readonly string[] {
  return path.match(/(?:"[^"]*"?|[^;"])+/g) ?? []
}

function unquoted(entry: string): string {
  return entry.replaceAll('"', '')
}

const DEFAULT = '/usr/local/bin:/usr/bin:/bin'

/** A project may be `/` or `/usr/local`; the programs of the system are there all the same. */
const SYSTEM = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/?$/
const WINDOWS_SYSTEM = /^c:\\windows(?:\\system32)?\\?$/i

/** `C:tools` and `\tools` depend on the current drive and folder. */
function isWhole(entry: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|\\\\)/i.test(entry) : entry.startsWith('/')
}
