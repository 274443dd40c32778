import { isWindows } from '../../conditions/paths.ts'
import type { Event } from '../../core/event.ts'
import { realPathOf } from '../../ports/real-path.ts'
import type { PackContext } from '../code.ts'

/** What paths in a line are compared with. */
export type Roots = {
  /** The folder in which the line starts. */
  readonly cwd: string
  readonly projectDir: string
  readonly home: string
  /** Folders for temporary files. */
  readonly temporary: readonly string[]
  /** True where names that differ only in case are the same file. */
  readonly ignoreCase: boolean
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Returns the path when links are followed; undefined when that cannot be found out. */
  readonly realPath: (path: string) => string | undefined
}

const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm', '/private/tmp', '/private/var/folders', '/var/folders']

/** Returns the roots for a call. */
export function rootsOf(
  { cwd, projectDir }: Pick<Event, 'cwd' | 'projectDir'>,
  { home, platform, variables }: Pick<PackContext, 'home' | 'platform' | 'variables'>,
): Roots {
  const own = ['TMPDIR', 'TEMP', 'TMP'].flatMap((name) => variables[name] ?? [])
  const windows = isWindows(home) ? [`${home}/AppData/Local/Temp`] : []
  return {
    cwd,
    projectDir,
    home,
    temporary: [...TEMPORARY, ...own.filter((path) => /^(?:[A-Za-z]:)?[\\/][^\\/]/.test(path)), ...windows],
    ignoreCase: platform === 'win32' || platform === 'darwin',
    variables,
    realPath: remembered(realPathOf),
  }
}

function remembered(find: (path: string) => string | undefined): typeof find {
  const found = new Map<string, string | undefined>()
  return (path) => {
    if (!found.has(path)) found.set(path, find(path))
    return found.get(path)
  }
}
