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

export function createAddedPlugins({ core, request: made, places, standIns }: Workspace): AddedPlugins {
  const entries = new Map<string, Entry>()
  let generation = 0
  const real = (root: string): string => realPath(root, made.files)

  function request(): LoadRequest {
    return { ...made, plugins: [...(made.plugins ?? []), ...[...entries.values()].map(({ spec }) => spec)] }
  }

  async function read({ spec }: Entry, files: Files): Promise<PluginFiles> {
    const { readPluginHooks } = await import('../config/plugin-hooks.ts')
    const { hooks, issues, broken } = await readPluginHooks(spec, { ...request(), files })
    return { hooks: [...standIns(broken), ...hooks], issues }
  }

  /** Settings that change while a plugin is read count for it too. */
  async function readNow(entry: Entry): Promise<PluginFiles> {
    const began = generation
    const found = await read(entry, made.files)
    return began === generation ? found : readNow(entry)
  }

  /** In one go: no event sees the plugin without its hooks. */
  function put(root: string, entry: Entry, hooks: readonly Hook[]): void {
    entry.removers.forEach((remove) => remove())
    const isIn = entries.get(root) === entry
    entry.hooks = isIn ? hooks : []
    entry.removers = entry.hooks.map((hook) => core.add(hook))
  }

  async function add(spec: PluginSpec): Promise<AddedHooks> {
    const root = rootOf(spec, places)
    const isSame = (each: PluginSpec): boolean => real(rootOf(each, places)) === real(root)
    if (request().plugins?.some(isSame))
      throw new TypeError(`The plugin in "${root}" is already there; remove it before you add it again.`)
    const entry: Entry = { spec: structuredClone({ ...spec, root }), hooks: [], removers: [] }
    const remove = (): void => {
      if (entries.get(root) === entry) entries.delete(root)
      put(root, entry, [])
    }
    entries.set(root, entry)
    try {
      const { hooks, issues } = await readNow(entry)
      put(root, entry, hooks)
      return addedHooks(entry, issues, remove)
    } catch (error) {
      remove()
      throw error
    }
  }

  async function reread(files: Files): Promise<readonly Issue[]> {
    generation += 1
    const all = [...entries].map(async ([root, entry]) => {
      const { hooks, issues } = await read(entry, files)
      put(root, entry, hooks)
      return issues
    })
    return (await Promise.all(all)).flat()
  }

  return { add, request, reread }
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
