import type { HandlerSpec, Hook, Owner, Scope, Start } from '../../../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { misfit, misspelt } from '../../../core/misfit.ts'
import { splitWords } from '../../../shells/argv.ts'
import { fillPlaceholders } from '../claude/placeholders.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../claude/shape.ts'
import { unknownKeys } from '../claude/unknown-keys.ts'
import { readMatcher } from './matcher.ts'
import type { PlainEventSpec, PlainProfile } from './profile.ts'

/** Where an entry stands, and what its file says around it. */
export type EntrySpot = {
  readonly profile: PlainProfile
  readonly native: string
  readonly spec: PlainEventSpec
  readonly file: string
  readonly scope: Scope
  readonly owner?: Owner
  readonly home: string
  readonly pointer: readonly (string | number)[]
  readonly id: string
  /** Of the group around it. */
  readonly matcher?: unknown
}

export type EntryReading = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

const LONGEST_MS = 86_400_000

/** One entry as the host reads it. Without a hook, `issues` say why. */
export function readEntry(value: unknown, spot: EntrySpot): EntryReading {
  const place: Place = { file: spot.file, pointer: spot.pointer }
  if (!isObject(value))
    return dropped([shapeIssue(place, { name: 'A hook entry', expected: 'an object', got: value })])
  const { profile, spec } = spot
  const { matcherKey = 'matcher' } = profile.files
  const matcher = readMatcher(spot.matcher ?? value[matcherKey], {
    profile,
    spec,
    place: at(place, matcherKey),
  })
  const handler = readHandler(value, spot, place)
  if (matcher.matcher === undefined || isIssue(handler))
    return dropped([...matcher.issues, ...(isIssue(handler) ? [handler] : [])])
  const timeout = readTimeout(value, spot, place)
  const closed = readClosed(value, spot, place)
  const base: Hook = {
    ...commonFields(spot),
    matcher: matcher.matcher,
    ...(matcher.subject !== undefined && { subject: matcher.subject }),
    handler: handler.spec,
    timeoutMs: timeout.ms,
    onFailure: closed.isClosed ? 'deny' : 'native',
    mode: value['async'] === true && profile.files.keys.includes('async') ? 'background' : 'wait',
    ...dedupOf(value, spot),
    ...(value['enabled'] === false && {
      disabled: 'switched off by "enabled" in its file',
      offInFile: true as const,
    }),
  }
  const unknown = unknownKeys(value, profile.files.keys, { place, host: profile.title })
  return {
    hooks: [base],
    issues: [...unknown, ...matcher.issues, ...handler.issues, ...timeout.issues, ...closed.issues],
  }
}

function dropped(issues: readonly Issue[]): EntryReading {
  return { hooks: [], issues }
}

function commonFields({ profile, native, spec, file, scope, owner, pointer, id }: EntrySpot) {
  const isShared = Object.values(profile.events).filter(({ event }) => event === spec.event).length > 1
  return {
    id,
    event: spec.event,
    ...(isShared && { native }),
    ...(spec.implied !== undefined && { tools: spec.implied.tools }),
    dialect: profile.name,
    wire: profile.name,
    source: { file, pointer, scope, ...(owner !== undefined && { owner }) },
    guard: false,
    detach: true,
    stopOnDeny: false,
  }
}

type HandlerReading = { readonly spec: HandlerSpec; readonly issues: readonly Issue[] }

function readHandler(value: JsonObject, spot: EntrySpot, place: Place): HandlerReading | Issue {
  if (spot.profile.files.shape === 'list') return readCommand(value, spot, place)
  const isTrigger = spot.profile.files.shape === 'triggers'
  const action = isTrigger ? value['action'] : value
  if (!isObject(action))
    return shapeIssue(at(place, 'action'), { name: '"action"', expected: 'an object', got: action })
  const where = isTrigger ? at(place, 'action') : place
  const { type = 'command' } = action
  if (value['confirm'] !== undefined && value['confirm'] !== null && isTrigger)
    return unsupported('confirm', 'a hook that asks for a confirmation before it runs', at(place, 'confirm'))
  if (type === 'command') return readCommand(action, spot, where)
  if (type === 'agent' && isTrigger) return readPrompt(action, where)
  if (type === 'prompt' || type === 'agent')
    return unsupported(type, `a handler of the type "${type}"`, at(where, 'type'))
  const known = ['command', 'prompt', 'agent']
  const problem = `The type of a handler must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
  return issue('hook.type', at(where, 'type'), problem)
}

/** The step fails with the reason, so that people see that the guard does not run. */
function unsupported(name: string, what: string, place: Place): HandlerReading {
  const why = `${what} of this host is not run here`
  return {
    spec: { type: 'unsupported', name, why },
    issues: [warning('hook.unsupported', place, `The hook fails: ${why}.`)],
  }
}

/** The host gives the text to its agent, so it is context. */
function readPrompt({ prompt }: JsonObject, place: Place): HandlerReading | Issue {
  if (typeof prompt !== 'string' || prompt.trim() === '')
    return issue('hook.field', at(place, 'prompt'), 'An agent action needs "prompt".')
  return { spec: { type: 'rule', decision: 'none', context: prompt }, issues: [] }
}

function readCommand({ command }: JsonObject, spot: EntrySpot, place: Place): HandlerReading | Issue {
  if (typeof command !== 'string' || command.trim() === '') {
    const problem = `A command hook needs "command": a string, not ${misfit(command, 'a string')}.`
    return issue('hook.field', at(place, 'command'), problem)
  }
  const start = startOf(command, spot)
  if (isIssue(start)) return { ...start, place: at(place, 'command') }
  const { variables } = spot.profile
  const filled = fillPlaceholders(start, {
    ...(spot.owner !== undefined && { owner: spot.owner }),
    placeholders: variables?.pluginRoot === undefined ? {} : { pluginRoot: variables.pluginRoot },
  })
  if ('why' in filled) return { spec: { type: 'unsupported', name: 'command', why: filled.why }, issues: [] }
  return { spec: { type: 'command', start: filled }, issues: [] }
}

function startOf(command: string, { profile, home }: EntrySpot): Start | Issue {
  const { start } = profile.files
  if (start !== 'argv') return { kind: 'inline', form: start, command }
  const words = splitWords(command.trim().replace(/^~(?=[\\/])/, () => home))
  return isIssue(words) ? words : { kind: 'argv', words }
}

function readTimeout(
  value: JsonObject,
  { profile }: EntrySpot,
  place: Place,
): { ms: number; issues: readonly Issue[] } {
  const { key, unitMs, defaultMs, mostMs = LONGEST_MS, zeroIsNone } = profile.files.timeout
  const given = value[key] ?? undefined
  if (given === undefined) return { ms: defaultMs, issues: [] }
  if (given === 0 && zeroIsNone === true) return { ms: LONGEST_MS, issues: [] }
  if (typeof given === 'number' && given > 0)
    return longest(Math.ceil(given * unitMs), mostMs, at(place, key))
  const expected = `a number of ${unitMs === 1 ? 'milliseconds' : 'seconds'} above 0`
  const problem = `"${key}" must be ${expected}, not ${misfit(given, expected)}; the default is used.`
  return { ms: defaultMs, issues: [warning('hook.timeout', at(place, key), problem)] }
}

function longest(ms: number, mostMs: number, place: Place): { ms: number; issues: readonly Issue[] } {
  if (ms <= mostMs) return { ms, issues: [] }
  const problem = `The timeout is longer than the host allows; it is ${mostMs / 1_000} seconds.`
  return { ms: mostMs, issues: [notice('hook.timeout', place, problem)] }
}

type Closed = { readonly isClosed: boolean; readonly issues: readonly Issue[] }

/** True when a failure denies, which is possible only on events that wait for a decision. */
function readClosed(value: JsonObject, { profile, spec }: EntrySpot, place: Place): Closed {
  const { closed } = profile.files
  const key = closed?.keys.find((each) => value[each] !== undefined)
  if (closed === undefined || key === undefined || value[key] !== closed.at)
    return { isClosed: false, issues: [] }
  if (spec.gate && spec.decisions.includes('deny')) return { isClosed: true, issues: [] }
  const problem = `"${key}" has no effect on this event, which does not wait for a decision.`
  return { isClosed: false, issues: [warning('hook.closed', at(place, key), problem)] }
}

function dedupOf(value: JsonObject, { profile, matcher }: EntrySpot): Pick<Hook, 'dedup'> {
  const { sameBy } = profile.files
  if (sameBy === undefined) return {}
  const by = sameBy === 'command' ? [] : [matcher ?? value['matcher'] ?? null]
  return { dedup: JSON.stringify([value['command'] ?? null, ...by]) }
}
