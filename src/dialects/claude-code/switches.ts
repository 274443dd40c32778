import type { Hook } from '../../core/hook.ts'
import { notice, type Issue } from '../../core/issue.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { texts } from '../_families/claude/wire.ts'
import type { ConfigFile } from '../dialect.ts'
import { COMMANDS, readCommand } from './commands.ts'

/** Keys of a settings file that steer hooks of other files. */
export type Switches = {
  readonly disableAllHooks?: boolean
  /** Managed files only. */
  readonly allowManagedHooksOnly?: boolean
  /** Managed files only: settings hooks stop, plugin and managed ones run. */
  readonly pluginHooksOnly?: boolean
  readonly allowedHttpHookUrls?: readonly string[]
  readonly httpHookAllowedEnvVars?: readonly string[]
  /** By `plugin@marketplace`. */
  readonly enabledPlugins?: Readonly<Record<string, boolean>>
  /** Status line and file suggestion, by the setting's name. */
  readonly commands?: Readonly<Record<string, Hook>>
  /** Of a plugin's file: the plugin's name, when the caller says that policy switched it on. */
  readonly forced?: string
}

type File = ConfigFile & { readonly label: string }

export function readSwitches(value: JsonObject, file: File): { values: Switches; issues: readonly Issue[] } {
  const issues: Issue[] = []
  const noting = { file, issues }
  const disableAllHooks = readFlag(value, 'disableAllHooks', noting)
  const commands = readCommands(value, noting)
  return {
    values: {
      ...(disableAllHooks !== undefined && { disableAllHooks }),
      ...readManaged(value, noting),
      ...readList(value, 'allowedHttpHookUrls', noting),
      ...readList(value, 'httpHookAllowedEnvVars', noting),
      ...readPlugins(value, noting),
      ...(Object.keys(commands).length > 0 && { commands }),
    },
    issues,
  }
}

/** What a file forbids holds even when nothing else of it does. */
export function restrictionsIn({ allowedHttpHookUrls, httpHookAllowedEnvVars }: Switches): Switches {
  return {
    ...(allowedHttpHookUrls !== undefined && { allowedHttpHookUrls }),
    ...(httpHookAllowedEnvVars !== undefined && { httpHookAllowedEnvVars }),
  }
}

/** How a reading's untyped switches come back to `combine`. */
export function switchesOf(reading: { readonly switches: Readonly<Record<string, unknown>> }): Switches {
  return isObject(reading.switches) ? reading.switches : {}
}

type Noting = { readonly file: File; readonly issues: Issue[] }

function readManaged(value: JsonObject, { file, issues }: Noting): Switches {
  const managedOnly = readFlag(value, 'allowManagedHooksOnly', { file, issues })
  const { strictPluginOnlyCustomization: strict } = value as { strictPluginOnlyCustomization?: unknown }
  if (file.scope !== 'managed') {
    if (managedOnly !== undefined) issues.push(managedKey('allowManagedHooksOnly', file))
    if (strict !== undefined) issues.push(managedKey('strictPluginOnlyCustomization', file))
    return {}
  }
  return {
    ...(managedOnly !== undefined && { allowManagedHooksOnly: managedOnly }),
    ...(coversHooks(strict) && { pluginHooksOnly: true }),
  }
}

function readFlag(value: JsonObject, key: string, { file, issues }: Noting): boolean | undefined {
  const found = value[key]
  if (found === undefined || typeof found === 'boolean') return found
  const problem = { name: `"${key}"`, expected: 'true or false', got: found }
  issues.push(shapeIssue(at({ file: file.file }, key), problem))
  return undefined
}

/** A list that cannot be read allows nothing: it was written to restrict. */
function readList(
  value: JsonObject,
  key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars',
  { file, issues }: Noting,
): Switches {
  const found = value[key]
  if (found === undefined) return {}
  if (texts.holds(found)) return { [key]: found }
  issues.push(
    shapeIssue(at({ file: file.file }, key), { name: `"${key}"`, expected: texts.expected, got: found }),
  )
  return { [key]: [] }
}

function readPlugins({ enabledPlugins: found }: JsonObject, { file, issues }: Noting): Switches {
  if (found === undefined) return {}
  const place = at({ file: file.file }, 'enabledPlugins')
  if (!isObject(found)) {
    issues.push(shapeIssue(place, { name: '"enabledPlugins"', expected: 'an object', got: found }))
    return {}
  }
  // Other values than true and false belong to other versions of the host.
  const said = Object.entries(found).filter(([, on]) => typeof on === 'boolean')
  return { enabledPlugins: Object.fromEntries(said) as Record<string, boolean> }
}

function readCommands(value: JsonObject, { file, issues }: Noting): Record<string, Hook> {
  const found: Record<string, Hook> = {}
  for (const key of COMMANDS) {
    const read = readCommand(value[key], key, file)
    if (read.issue !== undefined) issues.push(read.issue)
    if (read.hook !== undefined) found[key] = read.hook
  }
  return found
}

function coversHooks(strict: unknown): boolean {
  return strict === true || (Array.isArray(strict) && strict.includes('hooks'))
}

function managedKey(key: string, file: ConfigFile): Issue {
  return notice('config.scope', at({ file: file.file }, key), `"${key}" counts in managed settings only.`)
}
