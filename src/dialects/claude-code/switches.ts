import { issue, notice, type Issue } from '../../core/issue.ts'
import { at, isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile } from '../dialect.ts'

/** Keys of a settings file that steer hooks of other files. */
export type Switches = {
  readonly disableAllHooks?: boolean
  /** Managed files only. */
  readonly allowManagedHooksOnly?: boolean
  /** Managed files only: settings hooks stop, plugin and managed ones run. */
  readonly pluginHooksOnly?: boolean
}

export function readSwitches(
  value: JsonObject,
  file: ConfigFile,
): { values: Switches; issues: readonly Issue[] } {
  const issues: Issue[] = []
  const disableAllHooks = readFlag(value, 'disableAllHooks', { file, issues })
  const managedOnly = readFlag(value, 'allowManagedHooksOnly', { file, issues })
  const { strictPluginOnlyCustomization: strict } = value as { strictPluginOnlyCustomization?: unknown }
  const isManaged = file.scope === 'managed'
  if (!isManaged && managedOnly !== undefined) issues.push(managedKey('allowManagedHooksOnly', file))
  if (!isManaged && strict !== undefined) issues.push(managedKey('strictPluginOnlyCustomization', file))
  return {
    values: {
      ...(disableAllHooks !== undefined && { disableAllHooks }),
      ...(isManaged && managedOnly !== undefined && { allowManagedHooksOnly: managedOnly }),
      ...(isManaged && coversHooks(strict) && { pluginHooksOnly: true }),
    },
    issues,
  }
}

/** How a reading's untyped switches come back to `combine`. */
export function switchesOf(reading: { readonly switches: Readonly<Record<string, unknown>> }): Switches {
  return isObject(reading.switches) ? reading.switches : {}
}

type Noting = { readonly file: ConfigFile; readonly issues: Issue[] }

function readFlag(value: JsonObject, key: string, { file, issues }: Noting): boolean | undefined {
  const found = value[key]
  if (found === undefined || typeof found === 'boolean') return found
  issues.push(
    issue(
      'config.shape',
      at({ file: file.file }, key),
      `"${key}" must be true or false, not ${quote(found)}.`,
    ),
  )
  return undefined
}

function coversHooks(strict: unknown): boolean {
  return strict === true || (Array.isArray(strict) && strict.includes('hooks'))
}

function managedKey(key: string, file: ConfigFile): Issue {
  return notice('config.scope', at({ file: file.file }, key), `"${key}" counts in managed settings only.`)
}
