import * as path from 'node:path'
import { compileFiles } from '../../config/compile.ts'
import { discover, formatAmong } from '../../config/discover.ts'
import {
  readFiles,
  scopeByPlace,
  type BrokenFile,
  type FoundFile,
  type Gathered,
} from '../../config/read-files.ts'
import type { Hook, Scope } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { Dialect, Places } from '../../dialects/dialect.ts'
import { dialectOfFile, OWN_DIALECT } from '../../dialects/registry.ts'
import { limits } from '../../engine/limits.ts'
import { systemFiles } from '../../ports/files.ts'
import { leadsOutside } from '../../ports/leads-outside.ts'

export type Sources = {
  readonly files: readonly FoundFile[]
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  /** Ids of hooks that start something else on the other kind of system. */
  readonly differing: ReadonlySet<string>
  /** Files of the host that are not the project's, and therefore were not read. */
  readonly besides: readonly string[]
}

/** Reads the files that were named, else those of the project. Nothing runs, so that no approval is needed. */
export async function readSources(
  dialect: Dialect,
  named: readonly string[],
  places: Places,
): Promise<Sources> {
  const { gathered, besides } =
    named.length > 0 ? gatherNamed(dialect, named, places) : gatherFound(dialect, places)
  const read = async (
    platform: NodeJS.Platform,
  ): Promise<Awaited<ReturnType<typeof compileFiles>>['loaded']> => {
    const request = {
      host: undefined,
      places: { ...places, platform },
      files: systemFiles,
      dialects: new Map([[dialect.name, dialect]]),
      maxBytes: limits.configBytes,
      maxDepth: limits.configDepth,
    }
    return (await compileFiles(gathered, request)).loaded
  }
  const own = await read(places.platform)
  const other = await read(places.platform === 'win32' ? 'linux' : 'win32')
  return {
    files: gathered.files,
    hooks: own.hooks,
    // Warnings about the style of the old file do not help somebody who moves away from it.
    issues: own.issues.filter(({ severity }) => severity !== 'notice'),
    differing: differingIds(own.hooks, other.hooks),
    besides,
  }
}

type Found = { readonly gathered: Gathered; readonly besides: readonly string[] }

/** Scopes of files that lie in a project and are everybody's. */
const SHARED: ReadonlySet<Scope> = new Set(['project'])

function gatherFound(dialect: Dialect, places: Places): Found {
  const { found, issues } = discover(dialect.files(places), systemFiles)
  const ours = found
    .filter(({ scope, path: file }) => SHARED.has(scope) && !isOthers(file, dialect))
    .map((file) => ({ ...file, dialect: dialect.name }))
  const broken = issues
    .filter(({ scope }) => SHARED.has(scope))
    .map(({ scope, ...problem }) => ({ dialect: dialect.name, scope, issue: problem }))
  const read = readInside(ours, places)
  return {
    gathered: { ...read, broken: [...broken, ...read.broken] },
    besides: found
      .filter(({ scope, path: file }) => !SHARED.has(scope) && !isOthers(file, dialect))
      .map((file) => file.path),
  }
}

/** Some hosts read the files of another one too; those are converted as what they are. */
function isOthers(file: string, { name }: Dialect): boolean {
  const owner = dialectOfFile(file.replaceAll(path.sep, '/'))
  return owner !== name && owner !== OWN_DIALECT
}

function gatherNamed(dialect: Dialect, named: readonly string[], places: Places): Found {
  const specs = dialect.files(places)
  const found = [...new Set(named.map((file) => path.resolve(places.startDir, file)))].map((file) => {
    const format = formatAmong(specs, file)
    const scope = scopeByPlace(file, { places, files: systemFiles })
    return { dialect: dialect.name, path: file, scope, ...(format && { format }) }
  })
  const { files, broken } = readInside(found, places)
  return { gathered: { files, broken: broken.map(withOwnHint) }, besides: [] }
}

/** The usual hint is about `--source`, which may name a host too. */
function withOwnHint(broken: BrokenFile): BrokenFile {
  if (broken.issue.code !== 'config.missing') return broken
  const hint = 'Without a name, the files of the project are converted.'
  return { ...broken, issue: { ...broken.issue, hint } }
}

type Unread = Omit<FoundFile, 'text'>

/** A link that leads outside the project is not read: the target of the link is not part of the project. */
function readInside(found: readonly Unread[], places: Places): Gathered {
  const isLink = ({ path: file }: Unread): boolean => leadsOutside(file, places.projectDir, systemFiles)
  const read = readFiles(
    found.filter((file) => !isLink(file)),
    { files: systemFiles, maxBytes: limits.configBytes },
  )
  const links = found.filter(isLink).map(({ dialect, scope, path: file }) => ({
    dialect,
    scope,
    issue: issue(
      'config.outside-link',
      { file },
      `"${file}" is a link that leads outside the project; it is not read.`,
      'Name the file that it leads to.',
    ),
  }))
  return { files: read.files, broken: [...links, ...read.broken] }
}

/** Compares what is started, not the shell, which differs between systems anyway. */
function differingIds(own: readonly Hook[], other: readonly Hook[]): ReadonlySet<string> {
  const starts = new Map(other.map((hook) => [placeOf(hook), startedBy(hook)]))
  const differs = (hook: Hook): boolean => {
    const there = starts.get(placeOf(hook))
    return there !== undefined && there !== startedBy(hook)
  }
  return new Set(own.filter(differs).map(({ id }) => id))
}

/** Ids go by what a hook does, which differs between systems. */
function placeOf({ source: { file, pointer } }: Hook): string {
  return JSON.stringify([file, pointer])
}

function startedBy({ handler }: Hook): string | undefined {
  if (handler.type !== 'command') return undefined
  const { start } = handler
  return start.kind === 'inline' ? (start.written ?? start.command) : JSON.stringify(start)
}
