import type { HandlerSpec, Hook, Source } from '../../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import type { ConfigFile, Places } from '../dialect.ts'
import { events, type CursorEvent } from './events.ts'
import { managedDir, userDir } from './files.ts'
import { loopNote, readLoopLimit } from './loop-limit.ts'
import { readMatcher } from './matcher.ts'
import { NAME, TITLE } from './name.ts'

/** Without a hook, `issues` say what is wrong with the entry. */
export type EntryReading = { readonly hook?: Hook; readonly issues: readonly Issue[] }

/** Where an entry stands, and for whom it is read. */
export type EntrySpot = {
  readonly row: CursorEvent
  readonly index: number
  readonly file: ConfigFile
  readonly places: Places
}

const KEYS = ['command', 'type', 'prompt', 'model', 'timeout', 'matcher', 'failClosed', 'loop_limit']

/** The host's own default is not documented. */
const DEFAULT_SECONDS = { command: 60, model: 30 }
const MAX_SECONDS = 86_400

export function readEntry(value: unknown, spot: EntrySpot): EntryReading {
  const place: Place = { file: spot.file.file, pointer: ['hooks', spot.row.native, spot.index] }
  if (!isObject(value))
    return { issues: [shapeIssue(place, { name: 'A hook entry', expected: 'an object', got: value })] }
  const handler = readHandler(value, spot, place)
  const matcher = readMatcher(value['matcher'], spot.row, at(place, 'matcher'))
  const timeoutMs = readTimeout(value, place)
  const isClosed = readFailClosed(value, place)
  const limit = readLoopLimit(value, place)
  if (isIssue(handler) || isIssue(matcher) || isIssue(timeoutMs) || isIssue(isClosed) || isIssue(limit))
    return { issues: [handler, matcher, timeoutMs, isClosed, limit].filter(isIssue) }
  const { matcher: test, subject, off } = matcher
  const seconds = handler.type === 'model' ? DEFAULT_SECONDS.model : DEFAULT_SECONDS.command
  return {
    hook: {
      ...makeHook(spot, place),
      handler,
      matcher: test,
      ...(subject !== undefined && { subject }),
      ...(off !== undefined && { disabled: off }),
      ...(spot.row.denyBy === 'followup' && { note: loopNote(limit) }),
      timeoutMs: timeoutMs ?? seconds * 1_000,
      onFailure: isClosed && spot.row.gate ? 'deny' : 'native',
    },
    issues: [
      ...matcher.issues,
      ...unknownKeys(value, KEYS, { place, host: TITLE }),
      ...idle(value, spot.row, place),
    ],
  }
}

function makeHook({ row, index, file }: EntrySpot, place: Place): Omit<Hook, EntryPart> {
  const source: Source = { file: file.file, pointer: place.pointer ?? [], scope: file.scope }
  const { event, native, tools } = row
  const isShared = Object.entries(events).some(([other, spec]) => other !== native && spec.event === event)
  return {
    id: `${NAME}:${file.scope}:${native}:${index}`,
    event,
    ...(isShared && { native }),
    ...(tools !== undefined && { tools }),
    dialect: NAME,
    wire: NAME,
    source,
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
  }
}

type EntryPart = 'handler' | 'matcher' | 'timeoutMs' | 'onFailure'

function readHandler(value: JsonObject, spot: EntrySpot, place: Place): HandlerSpec | Issue {
  const { type = 'command', command, prompt, model } = value
  if (type === 'command') {
    if (typeof command !== 'string' || command.trim() === '') return textNeeded('command', command, place)
    return { type, start: { kind: 'inline', form: 'system-shell', command }, cwd: workingDirectory(spot) }
  }
  if (type !== 'prompt') {
    const known = ['command', 'prompt']
    const problem = `The type of an entry must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
    return issue('hook.type', at(place, 'type'), problem)
  }
  if (typeof prompt !== 'string' || prompt.trim() === '') return textNeeded('prompt', prompt, place)
  if (model !== undefined && typeof model !== 'string') return textNeeded('model', model, place)
  return { type: 'model', form: 'prompt', prompt, continueOnBlock: true, ...(model && { model }) }
}

function textNeeded(key: string, got: unknown, place: Place): Issue {
  const expected = 'a string with text'
  return issue('hook.field', at(place, key), `"${key}" must be ${expected}, not ${misfit(got, expected)}.`)
}

/** The source decides it: docs/hosts/cursor.md#starting-hooks. */
function workingDirectory({ file, places }: EntrySpot): string {
  if (file.scope === 'managed') return managedDir(places)
  return file.scope === 'user' ? userDir(places) : '.'
}

function readTimeout({ timeout }: JsonObject, place: Place): number | undefined | Issue {
  if (timeout === undefined) return undefined
  if (typeof timeout === 'number' && timeout > 0) return Math.ceil(Math.min(timeout, MAX_SECONDS) * 1_000)
  const expected = 'a number of seconds above 0'
  const problem = `"timeout" must be ${expected}, not ${misfit(timeout, expected)}.`
  return issue('hook.timeout', at(place, 'timeout'), problem)
}

function readFailClosed({ failClosed = false }: JsonObject, place: Place): boolean | Issue {
  if (typeof failClosed === 'boolean') return failClosed
  const problem = `"failClosed" must be true or false, not ${misfit(failClosed)}.`
  return issue('hook.field', at(place, 'failClosed'), problem)
}

/** What the entry says and the event has no use for. */
function idle(value: JsonObject, { gate, denyBy, native }: CursorEvent, place: Place): readonly Issue[] {
  const closed = `"failClosed" has no effect on ${native}, because a hook cannot stop anything there.`
  const model = `A model's no has no effect on ${native}, so an entry of type "prompt" does nothing there.`
  const loops = `"loop_limit" has no effect on ${native}; it is for stop and subagentStop.`
  return [
    ...(value['failClosed'] === true && !gate ? [notice('hook.field', at(place, 'failClosed'), closed)] : []),
    ...(value['type'] === 'prompt' && denyBy === 'none'
      ? [warning('hook.type', at(place, 'type'), model)]
      : []),
    ...('loop_limit' in value && denyBy !== 'followup'
      ? [notice('hook.field', at(place, 'loop_limit'), loops)]
      : []),
  ]
}
