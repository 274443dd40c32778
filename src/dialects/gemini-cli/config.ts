import { warning, type Issue } from '../../core/issue.ts'
import { misfit } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine, type Switches } from './combine.ts'
import { readDefinitions } from './definitions.ts'
import { defaultsPath, pluginLayout } from './files.ts'

export const configSide: ConfigSide = { read, combine }

/** Reads settings, or a file of an extension. */
function read(file: ConfigFile, places: Places): ConfigReading {
  const { value } = file
  if (!isObject(value))
    return reading(file, {
      issues: [shapeIssue({ file: file.file }, { name: 'The file', expected: 'an object', got: value })],
    })
  // The manifest of an extension has no hooks.
  if (file.owner?.kind === 'plugin' && isManifest(file)) return reading(file, {})
  const config = readSwitches(value, file)
  const found =
    value['hooks'] === undefined
      ? { hooks: [], issues: [] }
      : readDefinitions(value['hooks'], { file, places, label: labelOf(file, places) })
  const names = Object.fromEntries(found.hooks.map(({ hook, name }) => [hook.id, name]))
  const switches: Switches = { ...config.switches, names }
  return reading(file, {
    hooks: found.hooks.map(({ hook }) => hook),
    issues: [...config.issues, ...found.issues],
    switches,
  })
}

function reading(file: ConfigFile, found: Partial<ConfigReading>): ConfigReading {
  return { file: file.file, scope: file.scope, hooks: [], issues: [], switches: {}, imports: [], ...found }
}

function isManifest({ file }: ConfigFile): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${pluginLayout.manifest}`)
}

/** Short, and different for every file that the host reads. */
function labelOf({ file, scope, owner }: ConfigFile, places: Places): string {
  if (owner !== undefined) return `extension/${owner.name ?? ''}`
  if (scope === 'managed') return file === defaultsPath(places) ? 'defaults' : 'system'
  return scope === 'user' ? 'user' : 'settings'
}

type Read = { readonly switches: Pick<Switches, 'enabled' | 'disabled'>; readonly issues: readonly Issue[] }

/** `hooksConfig`; extensions have none. */
function readSwitches({ hooksConfig }: JsonObject, { file, owner }: ConfigFile): Read {
  if (hooksConfig === undefined || owner !== undefined) return { switches: {}, issues: [] }
  const place = { file, pointer: ['hooksConfig'] }
  if (!isObject(hooksConfig)) {
    const problem = shapeIssue(place, { name: '"hooksConfig"', expected: 'an object', got: hooksConfig })
    return { switches: {}, issues: [problem] }
  }
  const { enabled, disabled } = hooksConfig as { enabled?: unknown; disabled?: unknown }
  const isList = Array.isArray(disabled) && disabled.every((each) => typeof each === 'string')
  return {
    switches: {
      ...(typeof enabled === 'boolean' && { enabled }),
      ...(isList && { disabled }),
    },
    issues: [
      ...wrongSwitch(
        'enabled',
        'true or false',
        enabled,
        enabled === undefined || typeof enabled === 'boolean',
      ),
      ...wrongSwitch('disabled', 'a list of strings', disabled, disabled === undefined || isList),
    ],
  }

  function wrongSwitch(key: string, expected: string, got: unknown, isRight: boolean): readonly Issue[] {
    if (isRight) return []
    const problem = `"${key}" must be ${expected}, not ${misfit(got, expected)}; it is ignored.`
    return [warning('config.value', at(place, key), problem)]
  }
}
