import type { Issue } from '../core/issue.ts'
import type { ConfigReading, Dialect } from '../dialects/dialect.ts'
import {
  gather,
  type BrokenFile,
  type FoundFile,
  type Gathered,
  type Loaded,
  type LoadRequest,
} from './gather.ts'
import { placeIssue } from './locate.ts'
import { parseConfig, type ParseBounds } from './parse.ts'

/** `gathered` holds the very texts that were compiled; reading the files again might find others. */
export type Compiled = {
  readonly loaded: Loaded
  readonly imported: readonly string[]
  readonly gathered: Gathered
}

/** The slow way from text to hooks: parse, validate, combine, follow imports. */
export async function compile(request: LoadRequest): Promise<Compiled> {
  const own = await compileSources(request, request.sources)
  const imported = importsOf(own.readings, request)
  if (imported.length === 0) return { loaded: own.loaded, imported, gathered: own.gathered }
  const more = await compileSources(request, imported)
  const allowed = keepImported(more.loaded, own.readings)
  return { loaded: concat(own.loaded, allowed), imported, gathered: both(own.gathered, more.gathered) }
}

type Part = { readonly loaded: Loaded; readonly readings: readonly ConfigReading[] }

function both(a: Gathered, b: Gathered): Gathered {
  return { files: [...a.files, ...b.files], broken: [...a.broken, ...b.broken] }
}

async function compileSources(
  request: LoadRequest,
  sources: readonly string[],
): Promise<Part & { readonly gathered: Gathered }> {
  const gathered = gather(request, sources)
  const { files, broken } = gathered
  const names = [...new Set(files.map((file) => file.dialect))]
  const parts = await Promise.all(
    names.map(async (name) => {
      const dialect = request.dialects.get(name)
      const mine = files.filter((file) => file.dialect === name)
      return dialect === undefined ? NOTHING : compileDialect(dialect, mine, request)
    }),
  )
  const unread: Loaded = { hooks: [], issues: broken.map((each) => each.issue), files: [], broken }
  return {
    loaded: parts.map((part) => part.loaded).reduce(concat, unread),
    readings: parts.flatMap((part) => part.readings),
    gathered,
  }
}

const NOTHING: Part = { loaded: { hooks: [], issues: [], files: [], broken: [] }, readings: [] }

async function compileDialect(
  dialect: Dialect,
  files: readonly FoundFile[],
  request: LoadRequest,
): Promise<Part> {
  const side = await dialect.config()
  const readings = files.map((file) =>
    readOne(file, request, (value) => side.read({ ...file, file: file.path, value }, request.places)),
  )
  const combined = side.combine(readings, request.places)
  const issues = [...readings.flatMap((reading) => reading.issues), ...combined.issues]
  const loaded: Loaded = {
    hooks: combined.hooks,
    issues: issues.map((problem) => withPosition(problem, files)),
    files: files.map(({ dialect: name, path, scope }) => ({ dialect: name, path, scope })),
    broken: readings.flatMap((reading) => brokenReading(reading, dialect, files)),
  }
  return { loaded, readings }
}

function readOne(
  file: FoundFile,
  bounds: ParseBounds,
  read: (value: unknown) => ConfigReading,
): ConfigReading {
  const { value, issues } = parseConfig(file.text, file.path, bounds)
  const nothing = { file: file.path, scope: file.scope, hooks: [], switches: {}, imports: [] }
  if (issues.some((problem) => problem.severity === 'error')) return { ...nothing, issues }
  const reading = read(value)
  return { ...reading, issues: [...issues, ...reading.issues] }
}

function brokenReading(reading: ConfigReading, dialect: Dialect, files: readonly FoundFile[]): BrokenFile[] {
  const error = reading.issues.find((problem) => problem.severity === 'error')
  if (error === undefined || reading.hooks.length > 0) return []
  return [{ dialect: dialect.name, scope: reading.scope, issue: withPosition(error, files) }]
}

function withPosition(problem: Issue, files: readonly FoundFile[]): Issue {
  const source = files.find((file) => file.path === problem.place.file)
  return source === undefined ? problem : placeIssue(problem, source.text)
}

/** The host runs its own files itself; everything named twice is read once. */
function importsOf(readings: readonly ConfigReading[], { sources, host }: LoadRequest): readonly string[] {
  const wanted = new Set(readings.flatMap((reading) => reading.imports))
  return [...wanted].filter((name) => name !== host && !sources.includes(name))
}

/** What only a project's file asked for brings in project files only: a repository cannot start the user's hooks. */
function keepImported(loaded: Loaded, readings: readonly ConfigReading[]): Loaded {
  const askedBy = (name: string): boolean =>
    readings.some(
      (reading) =>
        reading.imports.includes(name) && (reading.scope === 'user' || reading.scope === 'managed'),
    )
  const isAllowed = (dialect: string, scope: string): boolean =>
    askedBy(dialect) || scope === 'project' || scope === 'local'
  const unwanted = new Set([
    ...loaded.files.flatMap((file) => (isAllowed(file.dialect, file.scope) ? [] : file.path)),
    ...loaded.broken.flatMap((file) =>
      isAllowed(file.dialect, file.scope) ? [] : (file.issue.place.file ?? []),
    ),
  ])
  return {
    issues: loaded.issues.filter(({ place }) => place.file === undefined || !unwanted.has(place.file)),
    hooks: loaded.hooks.filter((hook) => isAllowed(hook.dialect, hook.source.scope)),
    files: loaded.files.filter((file) => isAllowed(file.dialect, file.scope)),
    broken: loaded.broken.filter((file) => isAllowed(file.dialect, file.scope)),
  }
}

function concat(a: Loaded, b: Loaded): Loaded {
  return {
    hooks: [...a.hooks, ...b.hooks],
    issues: [...a.issues, ...b.issues],
    files: [...a.files, ...b.files],
    broken: [...a.broken, ...b.broken],
  }
}
