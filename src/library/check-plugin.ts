import type { PluginSpec } from '../config/plugins.ts'
import type { Names } from './check-mcp.ts'
import { kindOf, refuseNoText, refuseUnknown, shown } from '../core/argument.ts'

const PLUGIN: Names<PluginSpec> = { root: true, name: true, dataDir: true, options: true, forced: true }

export function checkPlugins(plugins: readonly PluginSpec[] | undefined): void {
  if (plugins === undefined) return
  if (!Array.isArray(plugins)) throw new TypeError(`The plugins must be a list, not ${shown(plugins)}.`)
  plugins.forEach(checkPlugin)
}

/** Throws a TypeError that names what is wrong, never the value of an option. */
export function checkPlugin(spec: PluginSpec): void {
  refuseUnknown('a plugin', spec, PLUGIN)
  const { root, name, dataDir, options, forced } = spec as { readonly [Key in keyof PluginSpec]?: unknown }
  refuseNoText('The `root` of a plugin', root)
  if (name !== undefined) refuseNoText('The `name` of a plugin', name)
  if (dataDir !== undefined) refuseNoText('The `dataDir` of a plugin', dataDir)
  if (forced !== undefined && typeof forced !== 'boolean')
    throw new TypeError(`The \`forced\` of a plugin must be true or false, not ${shown(forced)}.`)
  if (options !== undefined) checkValues(options)
}

function checkValues(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`The \`options\` of a plugin must be texts by name, not ${kindOf(options)}.`)
  const [name] = Object.entries(options).find(([, value]) => typeof value !== 'string') ?? []
  if (name !== undefined) throw new TypeError(`The option "${name}" of a plugin must be a text.`)
}
