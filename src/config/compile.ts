import type { Issue } from '../core/issue.ts'
import { isName } from '../core/misfit.ts'
import type { Combined, Commands, ConfigReading, ConfigSide, Dialect, Places } from '../dialects/dialect.ts'
import { OWN_DIALECT } from '../dialects/registry.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { withContentIds } from './content-ids.ts'
import { withNames } from './with-names.ts'
import { gatherImported, gatherOwn, type Loaded, type LoadRequest } from './gather.ts'
import { findPacks, isPackFile, type PackInput, type PacksRead } from './find-packs.ts'
import { firstIssues } from './first-issues.ts'
import { leaveToHost } from './left-to-host.ts'
import { createPlacer } from './locate.ts'
import { hideOutside } from './outside.ts'
import { lostEvents } from './lost-events.ts'
import { parseConfig, type ParseBounds } from './parse.ts'
import { join, scopeByPlace, type BrokenFile, type FoundFile, type Gathered } from './read-files.ts'

/** `gathered` holds the very texts that were compiled; reading the files again might find others. */
export type Compiled = {
  readonly loaded: Loaded
  readonly imported: readonly string[]
  readonly gathered: Gathered
  /** What packs were read from; it is among the texts of `gathered`, too. */
  readonly packs: readonly PackInput[]
}

/** The slow way from text to hooks: parse, validate, combine, follow imports. */
export async function compile(request: LoadRequest): Promise<Compiled> {
  const gathered = gatherOwn(request)
  const own = await compileFiles(gathered, request)
  const imported = importsOf(own.readings, request)
  const all = join([gathered, { files: own.inputs, broken: [] }])
  const packs = own.inputs.map(({ dialect, path, scope }) => ({ dialect, path, scope }))
  if (imported.length === 0) return { loaded: own.loaded, imported, gathered: all, packs }
  const needs = imported.filter((name) => !request.dialects.has(name))
  if (needs.length > 0) return { loaded: { ...NOTHING.loaded, needs }, imported: [], gathered, packs: [] }
  const others = gatherImported(request, imported)
  const more = await compileFiles(others, request)
  const allowed = leaveToHost(keepImported(more.loaded, own.readings), others, request)
  const texts = join([gathered, others, { files: own.inputs, broken: [] }])
  return { loaded: concat(own.loaded, allowed), imported, gathered: texts, packs }
}

type Part = {
  readonly loaded: Loaded
  readonly readings: readonly ConfigReading[]
  /** What packs were read from. */
  readonly inputs: readonly FoundFile[]
}

/** What the meaning of files depends on besides their text. */
export type CompileRequest = ParseBounds & {
  readonly host: string | undefined
  readonly places: Places
  readonly files: Files
  readonly dialects: ReadonlyMap<string, Dialect>
  /** Holds the content of packages. Absent: there is none. */
  readonly state?: Pick<State, 'dir'>
}

export async function compileFiles(
  { files, broken, notes = [] }: Gathered,
  request: CompileRequest,
): Promise<Part> {
  const names = [...new Set(files.map((file) => file.dialect))]
  const parts = await Promise.all(
    names.map(async (name) => {
      const dialect = request.dialects.get(name)
      const mine = files.filter((file) => file.dialect === name)
      return dialect === undefined ? NOTHING : compileDialect(dialect, mine, request)
    }),
  )
  const withPosition = placerIn(files)
  const placed = broken.map((each) => ({ ...each, issue: withPosition(each.issue) }))
  const issues = [...placed.map((each) => each.issue), ...notes]
  const start: Loaded = { hooks: [], issues, files: [], broken: placed }
  return {
    loaded: hideOutside(parts.map((part) => part.loaded).reduce(concat, start), request),
    readings: parts.flatMap((part) => part.readings),
    inputs: parts.flatMap((part) => part.inputs),
  }
}

const NOTHING: Part = { loaded: { hooks: [], issues: [], files: [], broken: [] }, readings: [], inputs: [] }

async function compileDialect(
  dialect: Dialect,
  files: readonly FoundFile[],
  request: CompileRequest,
): Promise<Part> {
  const side = await dialect.config()
  const asked = files.filter((file) => !file.isPolicyOnly)
  const inputs: FoundFile[] = []
  const read = (file: FoundFile): ParsedReading =>
    readOne(file, request, (value) => {
      const found = packsOf(value, file, { side, request })
      inputs.push(...found.inputs)
      return side.read({ ...file, file: file.path, value, packs: found.packs }, request.places)
    })
  const readings = asked.map(read)
  const policies = files.filter((file) => file.isPolicyOnly).map((file) => policyOf(read(file)))
  const combined = side.combine([...readings, ...policies], request.places, { host: request.host })
  const { hooks, renamed } = withContentIds(combined.hooks, request.places)
  const issues = [...readings, ...policies, combined].flatMap((reading) => reading.issues)
  const withPosition = placerIn([...files, ...inputs])
  const loaded: Loaded = {
    hooks: await withNames(hooks, dialect),
    issues: firstIssues(issues.map(renamed)).map(withPosition),
    files: [...asked, ...inputs.filter(isPackFile)].map(({ dialect: name, path, scope }) => ({
      dialect: name,
      path,
      scope,
    })),
    broken: [...readings, ...policies].flatMap((reading) =>
      brokenReading(reading, dialect, { withPosition, request }),
    ),
    ...(await commandsOf(combined, asked, dialect)),
    ...(combined.callbacksOff !== undefined && { callbacksOff: { [dialect.name]: combined.callbacksOff } }),
    ...(combined.managedOnly && { managedOnly: true }),
    ...(combined.selfGuard && { selfGuard: combined.selfGuard }),
  }
  return { loaded, readings, inputs }
}

type PackAsking = { readonly side: ConfigSide; readonly request: CompileRequest }

/** The packs outside the program that a config uses, which its dialect cannot look for. */
function packsOf(value: unknown, file: FoundFile, { side, request }: PackAsking): PacksRead {
  const { packUses = () => [] } = side
  const { places, files, maxBytes, maxDepth, state } = request
  const search = { file, places, files, maxBytes, maxDepth, stateDir: state?.dir, usesOf: packUses }
  return findPacks(packUses(value), search)
}

/** Only what it says about others; its own faults matter where nobody may weaken it. */
function policyOf(reading: ParsedReading): ParsedReading {
  return { ...reading, hooks: [], imports: [], issues: reading.scope === 'managed' ? reading.issues : [] }
}

async function commandsOf(
  { commands = {} }: Combined,
  asked: readonly FoundFile[],
  dialect: Dialect,
): Promise<{ commands?: Commands }> {
  const isAsked = (file: string): boolean => asked.some((each) => each.path === file)
  const kept = Object.entries(commands)
    .map(([name, hooks]) => [name, hooks.filter((hook) => isAsked(hook.source.file))] as const)
    .filter(([, hooks]) => hooks.length > 0)
  const named = kept.map(async ([name, hooks]) => [name, await withNames(hooks, dialect)] as const)
  return kept.length === 0 ? {} : { commands: Object.fromEntries(await Promise.all(named)) }
}

/** With what the text says; absent when it says nothing whole. */
type ParsedReading = ConfigReading & { readonly value?: unknown }

function readOne(
  file: FoundFile,
  bounds: ParseBounds,
  read: (value: unknown) => ConfigReading,
): ParsedReading {
  const { value, issues } = parseConfig(file.text, file.path, {
    maxBytes: bounds.maxBytes,
    maxDepth: bounds.maxDepth,
    format: file.format,
    mayBeYaml: file.dialect === OWN_DIALECT,
  })
  const nothing = { file: file.path, scope: file.scope, hooks: [], switches: {}, imports: [] }
  if (issues.some((problem) => problem.severity === 'error')) return { ...nothing, issues }
  const reading = read(value)
  return { ...reading, value, issues: [...issues, ...reading.issues] }
}

function brokenReading(
  reading: ParsedReading,
  dialect: Dialect,
  { withPosition, request }: { readonly withPosition: Placer; readonly request: CompileRequest },
): BrokenFile[] {
  const errors = reading.issues.filter((problem) => problem.severity === 'error')
  const [error] = errors
  if (error === undefined || reading.hooks.length > 0) return []
  const { scope, file, value } = reading
  const isNamed = scope === 'plugin' || scope === 'session'
  const whose = isNamed ? scopeByPlace(file, request) : scope
  const events = lostEvents(errors, { file, value })
  return [{ dialect: dialect.name, scope: whose, issue: withPosition(error), ...(events && { events }) }]
}

type Placer = (problem: Issue) => Issue

function placerIn(files: readonly FoundFile[]): Placer {
  const formats = new Map(files.toReversed().map((file) => [file.path, file.format]))
  const place = createPlacer((file) => formats.get(file))
  const texts = new Map(files.toReversed().map((file) => [file.path, file.text]))
  return (problem) => {
    const text = texts.get(problem.place.file ?? '')
    return withoutOddKeys(text === undefined ? problem : place(problem, text))
  }
}

/** The line says where it is; a key that is no name may hold a value, and the pointer is told to everybody. */
function withoutOddKeys(problem: Issue): Issue {
  const { pointer } = problem.place
  const odd = pointer?.findIndex((step) => typeof step === 'string' && !isName(step)) ?? -1
  return odd < 0
    ? problem
    : { ...problem, place: { ...problem.place, pointer: pointer?.slice(0, odd) ?? [] } }
}

/** All files of the calling host's own dialect are read by it; everything named twice is read once. */
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
    files: loaded.files
      .filter((file) => isAllowed(file.dialect, file.scope))
      .map((file) => ({ ...file, isImported: true })),
    broken: loaded.broken.filter((file) => isAllowed(file.dialect, file.scope)),
  }
}

function concat(a: Loaded, b: Loaded): Loaded {
  return {
    hooks: [...a.hooks, ...b.hooks],
    issues: [...a.issues, ...b.issues],
    files: [...a.files, ...b.files],
    broken: [...a.broken, ...b.broken],
    ...((a.commands ?? b.commands) && { commands: { ...b.commands, ...a.commands } }),
    ...((a.callbacksOff ?? b.callbacksOff) && { callbacksOff: { ...b.callbacksOff, ...a.callbacksOff } }),
    ...((a.managedOnly ?? b.managedOnly) && { managedOnly: true }),
    ...((a.selfGuard ?? b.selfGuard) && { selfGuard: a.selfGuard ?? b.selfGuard }),
  }
}
