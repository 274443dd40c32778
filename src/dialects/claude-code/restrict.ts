import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile } from '../dialect.ts'

/** Managed settings that the embedding program hands over, not the machine's administrator. */
export function isRestricting({ file, scope }: ConfigFile): boolean {
  return scope === 'managed' && file.startsWith('<')
}

/** Returns the keys that can only restrict, never hooks: docs/hosts/claude-code.md#managed-settings. */
export function restrictOnly(value: unknown): JsonObject {
  if (!isObject(value)) return {}
  const { disableAllHooks: off, allowManagedHooksOnly, strictPluginOnlyCustomization: strict } = value
  const isOff = off !== undefined && off !== false && off !== 'false'
  return {
    ...((isOff || allowManagedHooksOnly === true) && { allowManagedHooksOnly: true }),
    ...(strict !== undefined && { strictPluginOnlyCustomization: strict }),
    ...emptyList(value, 'allowedHttpHookUrls'),
    ...emptyList(value, 'httpHookAllowedEnvVars'),
    ...onlyFalse(value['enabledPlugins']),
  }
}

function emptyList(value: JsonObject, key: string): JsonObject {
  const list = value[key]
  return Array.isArray(list) && list.length === 0 ? { [key]: [] } : {}
}

function onlyFalse(plugins: unknown): JsonObject {
  if (!isObject(plugins)) return {}
  return { enabledPlugins: Object.fromEntries(Object.entries(plugins).filter(([, on]) => on === false)) }
}
