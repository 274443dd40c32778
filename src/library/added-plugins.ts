import type { Workspace } from '../workspace/open.ts'
import type { LoadRequest } from '../config/gather.ts'
import { realPath } from '../config/places.ts'
import { rootOf, type PluginSpec } from '../config/plugins.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Files } from '../ports/files.ts'
import type { AddedHooks } from './session-hooks.ts'

/** The plugins that joined the engine after it was made. */
export type AddedPlugins = {
  /** Throws a TypeError for a folder that is a plugin already. */
  add(spec: PluginSpec): Promise<AddedHooks>
  /** How sources are read, with every plugin there is now. */
  request(): LoadRequest
  /** Reads them all again, because the settings that steer them changed. Returns what is wrong with them. */
  reread(files: Files): Promise<readonly Issue[]>
}

type Entry = { readonly spec: PluginSpec; hooks: readonly Hook[]; removers: readonly (() => void)[] }
type PluginFiles = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

/** What the steps of adding and reading again share. */
type Adding = Pick<Workspace, 'core' | 'places' | 'standIns'> & {
  /** How sources are read, with the plugins the engine was made with. */
  readonly made: LoadRequest
  /** By root. */
  readonly entries: Map<string, Entry>
  /** How often the settings were read again. */
  generation: number
}

export function createAddedPlugins({ core, request: made, places, standIns }: Workspace): AddedPlugins {
  const adding: Adding = { core, places, standIns, made, entries: new Map(), generation: 0 }
  return {
    add: (spec) => add(adding, spec),
    request: () => requestOf(adding),
    reread: (files) => reread(adding, files),
  }
}

async function add(adding: Adding, spec: PluginSpec): Promise<AddedHooks> {
  const { entries, places } = adding
  const root = rootOf(spec, places)
  refuseTwin(adding, root)
  const entry: Entry = { spec: structuredClone({ ...spec, root }), hooks: [], removers: [] }
  const remove = (): void => {
    if (entries.get(root) === entry) entries.delete(root)
    put(adding, root, { entry, hooks: [] })
  }
  entries.set(root, entry)
  try {
    const { hooks, issues } = await readNow(adding, entry)
    put(adding, root, { entry, hooks })
    return addedHooks(entry, issues, remove)
  } catch (error) {
    remove()
    throw error
  }
}

function refuseTwin(adding: Adding, root: string): void {
  const { made, places } = adding
  const real = (folder: string): string => realPath(folder, made.files)
  const isSame = (each: PluginSpec): boolean => real(rootOf(each, places)) === real(root)
  if (requestOf(adding).plugins?.some(isSame))
    throw new TypeError(`The plugin in "${root}" is already there; remove it before you add it again.`)
}

async function reread(adding: Adding, files: Files): Promise<readonly Issue[]> {
  adding.generation += 1
  const all = [...adding.entries].map(async ([root, entry]) => {
    const { hooks, issues } = await read(adding, entry, files)
    put(adding, root, { entry, hooks })
    return issues
  })
  return (await Promise.all(all)).flat()
}

function requestOf({ made, entries }: Adding): LoadRequest {
  return { ...made, plugins: [...(made.plugins ?? []), ...[...entries.values()].map(({ spec }) => spec)] }
}

/** Settings that change while a plugin is read count for it too. */
async function readNow(adding: Adding, entry: Entry): Promise<PluginFiles> {
  const began = adding.generation
  const found = await read(adding, entry, adding.made.files)
  return began === adding.generation ? found : readNow(adding, entry)
}

async function read(adding: Adding, { spec }: Entry, files: Files): Promise<PluginFiles> {
  const { readPluginHooks } = await import('../config/plugin-hooks.ts')
  const { hooks, issues, broken } = await readPluginHooks(spec, { ...requestOf(adding), files })
  return { hooks: [...adding.standIns(broken), ...hooks], issues }
}

/** In one go: no event sees the plugin without its hooks. */
function put(
  { core, entries }: Adding,
  root: string,
  { entry, hooks }: { readonly entry: Entry; readonly hooks: readonly Hook[] },
): void {
  entry.removers.forEach((remove) => remove())
  const isIn = entries.get(root) === entry
  entry.hooks = isIn ? hooks : []
  entry.removers = entry.hooks.map((hook) => core.add(hook))
}

/** Its hooks are others after the settings changed. */
function addedHooks(entry: Entry, issues: readonly Issue[], remove: () => void): AddedHooks {
  return {
    get hooks() {
      return entry.hooks
    },
    issues,
    remove,
  }
}
