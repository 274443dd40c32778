import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { didYouMean } from '../../core/suggest.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { combine } from './combine.ts'
import { readEntry, type EntryReading } from './entry.ts'
import { ROWS_BY_NAME, rowFor } from './events.ts'
import { TITLE } from './name.ts'

export const configSide: ConfigSide = { read, combine }

/** One `hooks.json`. What the host does with a wrong file is not documented, so nothing in one is passed over silently. */
function read(file: ConfigFile, places: Places): ConfigReading {
  const place: Place = { file: file.file }
  const { value } = file
  if (!isObject(value))
    return reading(file, [], [shapeIssue(place, { name: 'A hook file', expected: 'an object', got: value })])
  const { hooks } = value
  const about = [
    ...wrongVersion(value, place),
    ...unknownKeys(value, ['version', 'hooks', '$schema'], { place, host: TITLE }),
  ]
  if (hooks === undefined) return reading(file, [], about)
  if (!isObject(hooks)) {
    const wrong = shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'an object', got: hooks })
    return reading(file, [], [...about, wrong])
  }
  const found = Object.entries(hooks).flatMap(([event, list]) => readEvent(event, list, { file, places }))
  return reading(
    file,
    found.flatMap(({ hook }) => hook ?? []),
    [...about, ...found.flatMap(({ issues }) => issues)],
  )
}

function reading(
  { file, scope }: ConfigFile,
  hooks: readonly Hook[],
  issues: readonly Issue[],
): ConfigReading {
  return { file, scope, hooks, issues, switches: {}, imports: [] }
}

/** The entries are read whatever it says: a guard that is not read guards nothing. */
function wrongVersion({ version }: JsonObject, place: Place): readonly Issue[] {
  if (version === 1) return []
  const expected = 'the number 1'
  const problem = `"version" must be ${expected}, not ${misfit(version, expected)}; the host may refuse the file.`
  return [warning('config.version', at(place, 'version'), problem, 'Write "version": 1.')]
}

type Around = { readonly file: ConfigFile; readonly places: Places }

function readEvent(event: string, list: unknown, { file, places }: Around): readonly EntryReading[] {
  const place: Place = { file: file.file, pointer: ['hooks', event] }
  const row = Object.hasOwn(ROWS_BY_NAME, event) ? ROWS_BY_NAME[event] : undefined
  if (row === undefined) return [{ issues: [unknownEvent(event, place)] }]
  if (!Array.isArray(list))
    return [{ issues: [shapeIssue(place, { name: `"${event}"`, expected: 'a list', got: list })] }]
  return list.map((entry: unknown, index) => {
    if (isObject(entry) && Array.isArray(entry['hooks'])) return { issues: [nested(at(place, index))] }
    return readEntry(entry, { row, index, file, places })
  })
}

/** Groups of entries are Claude Code's form. */
function nested(place: Place): Issue {
  const problem = 'An entry holds a list "hooks", but in this file entries stand directly under their event.'
  return issue(
    'config.shape',
    place,
    problem,
    'Move "command", "matcher" and the rest into the entry itself.',
  )
}

function unknownEvent(event: string, place: Place): Issue {
  const problem = `${shownKey(event)} is not an event of the host, so its hooks never run.`
  const same = rowFor({ name: event })
  const hint = same === undefined ? didYouMean(event, Object.keys(ROWS_BY_NAME)) : `Write "${same.native}".`
  return warning('event.unknown', place, problem, hint)
}
