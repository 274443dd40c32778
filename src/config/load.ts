import type { Issue } from '../core/issue.ts'
import type { Compiled } from './compile.ts'
import type { PackInput } from './find-packs.ts'
import {
  dialectOfSource,
  gatherImported,
  gatherOwn,
  type Gathered,
  type Loaded,
  type LoadRequest,
} from './gather.ts'
import { join } from './read-files.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** Reads all sources. When no byte changed since the last time, neither parsers nor schemas are loaded. */
export async function load(request: LoadRequest): Promise<Loaded> {
  const snapshot = mayRemember(request) ? readSnapshot(request) : undefined
  const needs = missing([...request.sources, ...(snapshot?.imported ?? [])], request)
  if (needs.length > 0) return { hooks: [], issues: [], files: [], broken: [], needs }
  const gathered = join([
    gatherOwn(request),
    gatherImported(request, snapshot?.imported ?? []),
    await inputsOfPacks(snapshot?.packs ?? [], request),
  ])
  if (gathered.files.length === 0)
    return { hooks: [], issues: issuesOf(gathered), files: [], broken: gathered.broken }
  if (snapshot?.matches(gathered)) return snapshot.loaded
  const { compile } = await import('./compile.ts')
  const compiled = await compile(request)
  if (isWhole(compiled) && mayRemember(request)) writeSnapshot(request, compiled)
  return compiled.loaded
}

/** Only a config with packs of its own pays for what reads them. */
async function inputsOfPacks(packs: readonly PackInput[], request: LoadRequest): Promise<Gathered> {
  if (packs.length === 0) return { files: [], broken: [] }
  return (await import('./find-packs.ts')).readPackInputs(packs, request)
}

/** A snapshot tells which dialects its files import, so that nothing is parsed only to find that out. */
function missing(sources: readonly string[], request: LoadRequest): readonly string[] {
  const names = sources.map((source) => dialectOfSource(source, request))
  return names.filter((name) => !request.dialects.has(name))
}

/** Mistakes in a file are remembered like its hooks; where its text does not say it all, nothing is. */
function isWhole({ loaded, gathered }: Compiled): boolean {
  // That a file is behind a link does not stand in its text.
  if (loaded.issues.some(({ code }) => code.startsWith('config.outside'))) return false
  const isByText = gathered.broken.length === 0
  // Whose a plugin's or skill's broken file is follows from links too.
  const isByScope = gathered.files.every(({ scope }) => scope !== 'plugin' && scope !== 'session')
  return loaded.broken.length === 0 || (isByText && isByScope)
}

/** Values a program hands over may be secret, and a snapshot lies on the disk. */
function mayRemember({ plugins = [], settings, managedSettings }: LoadRequest): boolean {
  const isValue = settings !== undefined || managedSettings !== undefined
  return !isValue && plugins.every((plugin) => plugin.options === undefined)
}

function issuesOf({ broken, notes = [] }: Gathered): readonly Issue[] {
  return [...broken.map((each) => each.issue), ...notes]
}
