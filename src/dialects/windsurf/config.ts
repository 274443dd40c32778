import type { Hook, Start } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { commandHook } from '../_families/command-hook.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { toolKind, windsurfEvents } from './events.ts'
import { NAME } from './name.ts'
import { writeNote } from './note.ts'
import { TOOL_MATCHERS } from './tools.ts'

/** `{ "hooks": { EVENT: [ENTRY, …] } }` of all files, one after the other; nothing overrides anything. */
export const configSide: ConfigSide = {
  read,
  combine: (readings) => ({ hooks: readings.flatMap(({ hooks }) => hooks), issues: [] }),
}

type Found = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

function read(file: ConfigFile, places: Places): ConfigReading {
  const found = readFile(file, places)
  return { file: file.file, scope: file.scope, switches: {}, imports: [], ...found }
}

function readFile(file: ConfigFile, places: Places): Found {
  const { value } = file
  const place: Place = { file: file.file }
  if (!isObject(value)) return wrongShape(place, { name: 'A hook file', expected: 'an object', got: value })
  const { hooks: events = {} } = value
  if (!isObject(events))
    return wrongShape(at(place, 'hooks'), { name: '"hooks"', expected: 'an object', got: events })
  return join(Object.entries(events).map(([native, list]) => readEvent(native, list, { file, places })))
}

type Around = { readonly file: ConfigFile; readonly places: Places }

function readEvent(native: string, list: unknown, around: Around): Found {
  const place: Place = { file: around.file.file, pointer: ['hooks', native] }
  if (!Object.hasOwn(windsurfEvents, native)) return { hooks: [], issues: [unknownEvent(native, place)] }
  if (!Array.isArray(list)) return wrongShape(place, { name: `"${native}"`, expected: 'a list', got: list })
  return join(
    list.map((entry: unknown, index) =>
      readEntry(entry, { native, index, place: at(place, index), ...around }),
    ),
  )
}

type Spot = Around & { readonly native: string; readonly index: number; readonly place: Place }

function readEntry(entry: unknown, spot: Spot): Found {
  const { place, native, index, file, places } = spot
  if (!isObject(entry)) return wrongShape(place, { name: 'A hook entry', expected: 'an object', got: entry })
  const wrong = TEXTS.filter((key) => entry[key] !== undefined && typeof entry[key] !== 'string')
  if (wrong.length > 0) return { hooks: [], issues: wrong.map((key) => notText(key, entry[key], place)) }
  const { command, powershell, working_directory: cwd, show_output: shown } = entry as Texts & JsonObject
  if (!command && !powershell) return { hooks: [], issues: [noCommand(place)] }
  const start = startOf({ command, powershell }, places)
  const kind = toolKind(native)
  const hook = commandHook({
    id: `${NAME}:${labelOf(file)}:${native}:${index}`,
    event: windsurfEvents[native]?.event ?? native,
    dialect: NAME,
    note: writeNote({ native, isShown: shown === true }),
    ...(kind && { matcher: TOOL_MATCHERS[kind], subject: 'tool' as const }),
    start: start ?? { kind: 'inline', form: 'shell', command: '' },
    ...(start === undefined && { disabled: OTHER_SYSTEM }),
    cwd: cwd || '.',
    timeoutMs: MAX_MS,
    file,
    pointer: place.pointer ?? [],
  })
  return { hooks: [hook], issues: start === undefined ? [unfit(place)] : [] }
}

const TEXTS = ['command', 'powershell', 'working_directory'] as const
type Texts = { readonly [Key in (typeof TEXTS)[number]]?: string | undefined }

/** The host documents no limit of time; a hook that hangs must not hold up another host for ever. */
const MAX_MS = 600_000

const OTHER_SYSTEM = 'the entry has a command for another system only'

function startOf({ command, powershell }: Texts, { platform }: Places): Start | undefined {
  if (platform === 'win32' && powershell) return { kind: 'inline', form: 'powershell', command: powershell }
  return command ? { kind: 'inline', form: 'shell', command } : undefined
}

/** Middle part of the hooks' ids: short, and different for every file. */
function labelOf({ scope, file }: ConfigFile): string {
  if (scope !== 'user') return scope === 'managed' ? 'system' : 'workspace'
  return /\.codeium[\\/]hooks\.json$/.test(file) ? 'jetbrains' : 'user'
}

function join(found: readonly Found[]): Found {
  return { hooks: found.flatMap(({ hooks }) => hooks), issues: found.flatMap(({ issues }) => issues) }
}

function wrongShape(place: Place, problem: Parameters<typeof shapeIssue>[1]): Found {
  return { hooks: [], issues: [shapeIssue(place, problem)] }
}

function notText(key: string, got: unknown, place: Place): Issue {
  const problem = `The entry does not run: "${key}" must be a string, not ${misfit(got, 'a string')}.`
  return issue('hook.field', at(place, key), problem)
}

function noCommand(place: Place): Issue {
  return issue('hook.field', place, 'The entry does not run: it has neither "command" nor "powershell".')
}

function unfit(place: Place): Issue {
  const problem = 'The entry has "powershell" only, so the hook does not run on this system.'
  return warning('shell.unfit', place, problem, 'Add "command" for macOS and Linux.')
}

function unknownEvent(native: string, place: Place): Issue {
  const problem = `${shownKey(native)} is not an event of Windsurf, so its hooks never run.`
  return warning('event.unknown', place, problem, didYouMean(native, Object.keys(windsurfEvents)))
}
