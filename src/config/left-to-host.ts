import { notice, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Loaded } from './gather.ts'
import type { Gathered } from './read-files.ts'

type Calling = { readonly host: string | undefined; readonly dialects: ReadonlyMap<string, Dialect> }

/**
 * Returns what was imported, without the hooks of files that the calling host reads itself. Such a file is still read:
 * its settings about hooks of other files count, and when it cannot be loaded here, it is treated as broken, because the
 * host may not be able to load it either.
 */
export function leaveToHost(loaded: Loaded, { files }: Gathered, { host, dialects }: Calling): Loaded {
  const left = new Set(files.filter(({ isReadByHost }) => isReadByHost).map((file) => file.path))
  for (const { issue } of loaded.broken) left.delete(issue.place.file ?? '')
  const named = new Set(loaded.files.filter((file) => left.has(file.path)).map((file) => file.path))
  if (named.size === 0) return loaded
  const reader = dialects.get(host ?? '')?.title ?? 'the calling host'
  return {
    ...loaded,
    hooks: loaded.hooks.filter(({ source }) => !left.has(source.file)),
    files: loaded.files.filter((file) => !left.has(file.path)),
    issues: [
      ...loaded.issues.filter(({ severity, place }) => severity === 'error' || !left.has(place.file ?? '')),
      ...[...named].map((file) => readByHost(file, reader)),
    ],
  }
}

export const READ_BY_HOST = 'config.read-by-host'

export function readByHost(file: string, reader: string): Issue {
  return notice(
    READ_BY_HOST,
    { file },
    `"${file}" is not imported: ${reader} reads it itself and runs its hooks.`,
    'Name its host with `--source` to run them here as well.',
  )
}
