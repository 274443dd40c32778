import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { compileFiles } from './compile.ts'
import { asPolicy, withPolicy, type LoadRequest } from './gather.ts'
import { gatherGiven } from './given.ts'
import { gatherPlugins, rootOf, type PluginSpec } from './plugins.ts'
import { join, type BrokenFile } from './read-files.ts'

export type PluginHooks = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  readonly broken: readonly BrokenFile[]
}

/**
 * Hooks of one plugin that joins a running engine, as they would be had it been there from the start: all settings are
 * read with it, for what they say about it. `plugins` of the request are all plugins, this one included.
 */
export async function readPluginHooks(spec: PluginSpec, request: LoadRequest): Promise<PluginHooks> {
  const own = gatherPlugins(request, rootOf(spec, request.places))
  const given = join([own, asPolicy(gatherGiven(request))])
  const { loaded } = await compileFiles(withPolicy(given, { ...request, sources: [] }), request)
  return { hooks: loaded.hooks, issues: loaded.issues, broken: loaded.broken }
}
