import * as path from 'node:path'
import type { Hook, Scope } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { isFileProblem, readText, type Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { discover, fileIssue } from './discover.ts'
import { isInside } from './places.ts'

export type LoadRequest = {
  /** Names of dialects whose own files are read, or paths of single files. */
  readonly sources: readonly string[]
  /** The calling host: it runs its own files itself, so `imports` of them are left out. */
  readonly host: string | undefined
  readonly places: Places
  readonly files: Files
  readonly state: State
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly maxBytes: number
  readonly maxDepth: number
}

/** One config file as found, or why it cannot be read. */
export type FoundFile = {
  readonly dialect: string
  readonly path: string
  readonly scope: Scope
  readonly text: string
}

export type BrokenFile = { readonly dialect: string; readonly scope: Scope; readonly issue: Issue }

export type Loaded = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  readonly files: readonly { readonly dialect: string; readonly path: string; readonly scope: Scope }[]
  /** Files none of whose hooks could be loaded. */
  readonly broken: readonly BrokenFile[]
}

export type Gathered = { readonly files: readonly FoundFile[]; readonly broken: readonly BrokenFile[] }

/** Finds and reads the files of all sources; what they mean is not looked at. */
export function gather(request: LoadRequest, sources: readonly string[]): Gathered {
  const parts = [...new Set(sources)].map((source) => gatherOne(source, request))
  return { files: parts.flatMap((part) => part.files), broken: parts.flatMap((part) => part.broken) }
}

function gatherOne(source: string, request: LoadRequest): Gathered {
  const dialect = request.dialects.get(source)
  if (dialect === undefined) return readFiles([namedFile(source, request)], request)
  const { found, issues } = discover(dialect.files(request.places), request.files)
  const read = readFiles(
    found.map((file) => ({ ...file, dialect: dialect.name })),
    request,
  )
  const problems = issues.map(({ scope, ...problem }) => ({ dialect: dialect.name, scope, issue: problem }))
  return { files: read.files, broken: [...read.broken, ...problems] }
}

/** A file the caller named: a project's when it lies in the project, else the user's own choice. */
function namedFile(source: string, { places, dialects }: LoadRequest): Omit<FoundFile, 'text'> {
  const file = path.resolve(places.startDir, source)
  const owner = [...dialects.values()].find((dialect) =>
    dialect.filePattern?.test(file.replaceAll(path.sep, '/')),
  )
  const scope = isInside(file, places.projectDir) ? 'project' : 'user'
  return { dialect: owner?.name ?? 'hookwright', path: file, scope }
}

function readFiles(
  found: readonly Omit<FoundFile, 'text'>[],
  { files, maxBytes, dialects }: LoadRequest,
): Gathered {
  const read: FoundFile[] = []
  const broken: BrokenFile[] = []
  for (const file of found) {
    const text = readText(files, file.path, maxBytes)
    if (text === undefined) broken.push({ ...file, issue: missing(file.path, dialects) })
    else if (isFileProblem(text)) broken.push({ ...file, issue: fileIssue(file.path, text) })
    else read.push({ ...file, text })
  }
  return { files: read, broken }
}

/** Named by the caller, or gone since it was found. */
function missing(file: string, dialects: LoadRequest['dialects']): Issue {
  const names = [...dialects.keys()].join(', ')
  return issue(
    'config.missing',
    { file },
    `"${file}" does not exist.`,
    `A source is ${names} or the path of a file.`,
  )
}
