import { readHookMap, reading } from '../_families/claude/hook-map.ts'
import { isObject, shapeIssue } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine } from './combine.ts'
import { isMarkdown, readFrontmatter } from './frontmatter.ts'
import { readPluginFile } from './plugin-file.ts'
import { claudeCodeProfile as contract } from './profile.ts'
import { isRestricting, restrictOnly } from './restrict.ts'
import { readSwitches, restrictionsIn } from './switches.ts'

export const configSide: ConfigSide = { read, combine }

/** One file of any source. */
export function read(file: ConfigFile, places: Places): ConfigReading {
  if (!isObject(file.value)) {
    const problem = { name: 'A settings file', expected: 'an object', got: file.value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  if (file.owner?.kind === 'plugin') return readPluginFile(file, places)
  return isMarkdown(file.file) ? readFrontmatter(file, places) : readSettings(file, places)
}

function readSettings(file: ConfigFile, places: Places): ConfigReading {
  const value = isRestricting(file) ? restrictOnly(file.value) : file.value
  if (!isObject(value)) return reading(file, {})
  const switches = readSwitches(value, { ...file, label: scopeLabel(file, places) })
  const { hooks: events = {} } = value as { hooks?: unknown }
  const found = readHookMap(events, {
    contract,
    file,
    places,
    label: scopeLabel(file, places),
    pointer: ['hooks'],
  })
  const isVoid = found.voidedBy !== undefined
  return reading(file, {
    hooks: found.hooks,
    issues: [...switches.issues, ...found.issues],
    // A void file steers nothing either, but a broken policy must not set others free.
    switches: isVoid && file.scope !== 'managed' ? restrictionsIn(switches.values) : switches.values,
  })
}

/** Two files may share a scope: drop-ins of the managed folder, and a local file left in the start folder. */
function scopeLabel({ file, scope }: ConfigFile, { projectDir }: Places): string {
  if (file.startsWith('<')) return file.slice(1, -1)
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  if (scope === 'managed' && name !== 'managed-settings.json') return `managed/${name.replace(/\.json$/, '')}`
  if (scope !== 'local' || !file.startsWith(projectDir)) return scope
  const inside = file.slice(projectDir.length).split(/[\\/]/).slice(1, -2).join('/')
  return inside === '' ? scope : `local/${inside}`
}
