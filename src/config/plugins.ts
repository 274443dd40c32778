import * as path from 'node:path'
import type { Owner } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import { seal } from '../core/sealed.ts'
import type { Dialect, Places, PluginLayout, PluginManifest } from '../dialects/dialect.ts'
import { readText, type Files } from '../ports/files.ts'
import { isInside, realPath } from './places.ts'
import { join, readFiles, scopeByPlace, type FoundFile, type Gathered } from './read-files.ts'

/** A plugin whose hooks run, named by the caller: none is ever looked for. */
export type PluginSpec = {
  /** Its folder, relative to where the session runs. */
  readonly root: string
  /** `plugin@marketplace` where policy is to know it. Absent: the manifest's name, else the folder's. */
  readonly name?: string
  /** Folder in which the plugin keeps data. Absent: the plugin gets none. */
  readonly dataDir?: string
  /** What the user set for it. Opaque, possibly secret: never expanded, never written down. */
  readonly options?: Readonly<Record<string, string>>
  /** Policy switched it on, so it runs where only managed hooks do. */
  readonly forced?: boolean
}

type Gathering = {
  readonly sources: readonly string[]
  readonly plugins?: readonly PluginSpec[]
  readonly places: Places
  readonly files: Files
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly maxBytes: number
}

/** Does the file of a skill or agent lie in one of the plugins, links followed? */
export function comesWithPlugin(
  file: string,
  { plugins = [], places, files }: Pick<Gathering, 'plugins' | 'places' | 'files'>,
): boolean {
  const real = realPath(file, files)
  return plugins.some((spec) => isInside(real, realPath(rootOf(spec, places), files)))
}

/** The folder of a plugin, as a whole path. */
export function rootOf({ root }: PluginSpec, { startDir }: Places): string {
  return path.resolve(startDir, root)
}

/** The hook files of all plugins, in the order they were named; or of `only` the one in this folder. */
export function gatherPlugins(request: Gathering, only?: string): Gathered {
  const dialect = readerOf(request)
  const named = new Map((request.plugins ?? []).map((spec) => [rootOf(spec, request.places), spec]))
  if (dialect?.plugins === undefined || named.size === 0) return { files: [], broken: [] }
  const taken = new Map<string, string>()
  const parts: Gathered[] = []
  for (const [root, spec] of named) {
    const one = describePlugin(spec, root, { ...request, dialect: dialect.name, layout: dialect.plugins })
    const holder = taken.get(one.owner.name)
    if (holder === undefined) taken.set(one.owner.name, root)
    if (only !== undefined && only !== root) continue
    parts.push(holder === undefined ? gatherOne(one) : broken(one, sameName(one, holder)))
  }
  return join(parts)
}

/** Hosts keep hooks in different places of a plugin; whose files are asked for says which host's rules count. */
function readerOf({ sources, dialects }: Gathering): Dialect | undefined {
  const able = [...dialects.values()].filter((each) => each.plugins !== undefined)
  return able.find(({ name }) => sources.includes(name)) ?? able[0]
}

type Around = Gathering & { readonly dialect: string; readonly layout: PluginLayout }

type Plugin = Around & {
  readonly owner: Owner
  readonly manifest: PluginManifest
  readonly manifestFile: string
  readonly forced: boolean
}

function describePlugin(spec: PluginSpec, root: string, around: Around): Plugin {
  const manifestFile = path.join(root, around.layout.manifest)
  const manifest = around.layout.describe(parseLoosely(manifestFile, around))
  const owner: Owner = {
    kind: 'plugin',
    name: spec.name ?? plainName(manifest.name ?? path.basename(root)),
    root,
    ...(spec.dataDir !== undefined && { dataDir: spec.dataDir }),
    ...(spec.options !== undefined && { options: seal(spec.options) }),
  }
  return { ...around, owner, manifest, manifestFile, forced: spec.forced ?? false }
}

/** Only for its name and paths; whoever compiles the file says what is wrong with it. */
function parseLoosely(file: string, { files, maxBytes }: Around): unknown {
  const text = readText(files, file, maxBytes)
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Part of ids, so one word; without `@`, so that no plugin can call itself what policy calls another. */
function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._+-]+/gu, '-').slice(0, 80) || 'plugin'
}

type Candidate = { readonly path: string; readonly saidAt?: Place }

function gatherOne(plugin: Plugin): Gathered {
  const { owner, layout, manifest, manifestFile, files } = plugin
  if (files.kind(owner.root) !== 'directory') return broken(plugin, missingFolder(owner.root))
  const places = [layout.hooks, ...(layout.moreHooks ?? [])].map((place) => path.join(owner.root, place))
  const own: Candidate[] = [manifestFile, ...places].map((each) => ({ path: each }))
  const there = own.filter((each) => files.kind(each.path) !== undefined)
  const more = manifest.paths.map(({ path: written, pointer }): Candidate => ({
    path: path.resolve(owner.root, written),
    saidAt: { file: manifestFile, pointer },
  }))
  const all = [...there, ...more].filter(
    (each, index, every) => every.findIndex((other) => other.path === each.path) === index,
  )
  if (all.length === 0) return { files: [], broken: [], notes: [emptyFolder(plugin)] }
  return join(all.map((candidate) => gatherFile(candidate, plugin)))
}

/** The real path counts: no link brings a file of another folder in as the plugin's own (fault S09). */
function gatherFile({ path: file, saidAt }: Candidate, plugin: Plugin): Gathered {
  const { owner, files, dialect, forced } = plugin
  if (!isInside(realPath(file, files), realPath(owner.root, files)))
    return broken(plugin, escapes(file, saidAt ?? { file }, owner))
  if (saidAt !== undefined && files.kind(file) === undefined)
    return broken(plugin, missingFile(file, saidAt, owner))
  const found: Omit<FoundFile, 'text'> = { dialect, path: file, scope: 'plugin', owner, forced }
  return readFiles([found], plugin)
}

function broken(plugin: Plugin, problem: Issue): Gathered {
  const scope = scopeByPlace(plugin.owner.root, plugin)
  return { files: [], broken: [{ dialect: plugin.dialect, scope, issue: problem }] }
}

function missingFolder(root: string): Issue {
  const problem = `Plugin folder "${root}" does not exist or is no folder, so its hooks do not run.`
  return issue('plugin.missing', { file: root }, problem, 'Correct the path, or no longer name the plugin.')
}

function emptyFolder({ owner, layout }: Plugin): Issue {
  const problem = `Plugin "${owner.name}" has neither ${layout.manifest} nor ${layout.hooks}.`
  const hint = 'A plugin is named by its own folder, not by the folder above it.'
  return warning('plugin.empty', { file: owner.root }, problem, hint)
}

function sameName({ owner }: Plugin, holder: string): Issue {
  const problem = `The plugins in "${holder}" and "${owner.root}" are both called "${owner.name}"; the second is not loaded.`
  return issue('plugin.twice', { file: owner.root }, problem, 'Give one of them a name when you name it.')
}

function escapes(file: string, place: Place, { name }: Owner): Issue {
  const problem = `Plugin "${name}" names "${file}", which lies outside its folder; the file is not read.`
  return issue('plugin.escape', place, problem, 'Keep the hooks of a plugin in its own folder.')
}

function missingFile(file: string, place: Place, { name }: Owner): Issue {
  return issue('config.missing', place, `Plugin "${name}" names "${file}", which does not exist.`)
}
