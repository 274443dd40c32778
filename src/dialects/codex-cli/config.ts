import { issue, notice, type Issue } from '../../core/issue.ts'
import { shownKey } from '../../core/misfit.ts'
import { reading } from '../_families/claude/hook-map.ts'
import { isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine } from './combine.ts'
import { rowOf } from './events.ts'
import { FILE_NAMES, nameOf } from './files.ts'
import { readHookMap, voided, type FoundHooks } from './hook-map.ts'
import { TITLE } from './name.ts'
import { readSwitches } from './switches.ts'

export const configSide: ConfigSide = { read, combine }

/** Reads one file of any layer; which one it is follows from its name. */
function read(file: ConfigFile, places: Places): ConfigReading {
  const name = nameOf(file.file)
  if (!isObject(file.value)) {
    const problem = { name: 'A settings file', expected: 'an object', got: file.value }
    return reading(file, { issues: [shapeIssue({ file: file.file }, problem)] })
  }
  return name.endsWith('.toml') ? readToml(file, file.value, places) : readJson(file, file.value, places)
}

/** Keys beside these two make Codex reject the file. */
const ROOT_KEYS: ReadonlySet<string> = new Set(['description', 'hooks'])

function readJson(file: ConfigFile, value: JsonObject, places: Places): ConfigReading {
  const odd = Object.keys(value).filter((key) => !ROOT_KEYS.has(key))
  const { description } = value
  const place = { file: file.file }
  const issues = [
    ...odd.map((key) => oddKey(key, file.file)),
    ...(description === undefined || description === null || typeof description === 'string'
      ? []
      : [
          shapeIssue(
            { ...place, pointer: ['description'] },
            { name: '"description"', expected: 'a string', got: description },
          ),
        ]),
  ]
  const { hooks = {} } = value
  const found = issues.length > 0 ? voided(issues, place) : readHookMap(hooks, spotOf(file, places, []))
  return reading(file, found)
}

function oddKey(key: string, file: string): Issue {
  const problem = `${TITLE} knows only "description" and "hooks" at the root of this file, not ${shownKey(key)}.`
  const isEvent = rowOf(key) !== undefined
  return issue(
    'config.shape',
    { file, pointer: [key] },
    problem,
    isEvent ? 'Put the event under "hooks".' : 'Remove the key.',
  )
}

/** Only `[hooks]` and the switches are looked at; the rest of the file is about other things. */
function readToml(file: ConfigFile, value: JsonObject, places: Places): ConfigReading {
  const isRequirements = nameOf(file.file) === FILE_NAMES.requirements
  const others = isRequirements ? ['managed_dir', 'windows_managed_dir'] : ['state']
  const { hooks: events } = value
  const found: FoundHooks =
    events === undefined ? { hooks: [], issues: [] } : readHookMap(events, spotOf(file, places, others))
  const switches = readSwitches(value, { isRequirements })
  return reading(file, {
    hooks: found.hooks,
    issues: [
      ...found.issues,
      ...(isRequirements && switches.hooks !== false ? required(found, file) : []),
      ...misplaced(value, file, isRequirements),
    ],
    switches,
  })
}

/** A requirement that cannot be loaded is more than a hook that does not run. */
function required({ issues }: FoundHooks, { file }: ConfigFile): readonly Issue[] {
  if (!issues.some(isUnloadable)) return []
  const problem = `${TITLE} starts no session while a hook of this file cannot be loaded.`
  return [issue('config.required', { file }, problem, 'Fix the hooks named above.')]
}

/** A bad matcher of a group without handlers is only a warning. */
function isUnloadable({ code, severity }: Issue): boolean {
  if (code === 'matcher.invalid') return severity === 'error'
  return code === 'hook.skipped' || code === 'config.void'
}

function misplaced(value: JsonObject, { file }: ConfigFile, isRequirements: boolean): readonly Issue[] {
  const key = 'allow_managed_hooks_only'
  if (isRequirements || value[key] === undefined) return []
  return [
    notice(
      'config.unknown-key',
      { file, pointer: [key] },
      `"${key}" counts in ${FILE_NAMES.requirements} only.`,
    ),
  ]
}

function spotOf(
  file: ConfigFile,
  places: Places,
  otherKeys: readonly string[],
): Parameters<typeof readHookMap>[1] {
  return { file, places, label: labelOf(file, places), otherKeys }
}

/** Tells the files of one scope apart: `user`, `user/config`, `project/sub/config`, `managed/requirements`. */
function labelOf({ file, scope }: ConfigFile, { projectDir }: Places): string {
  const name = nameOf(file)
  const form = name === FILE_NAMES.json ? [] : [name.replace(/\.\w+$/, '')]
  const isInside = scope === 'project' && file.startsWith(projectDir)
  const folders = isInside ? file.slice(projectDir.length).split(/[\\/]/).slice(1, -2) : []
  return [scope, ...folders, ...form].join('/')
}
