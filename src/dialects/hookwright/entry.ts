import { parseRule } from '../../conditions/rule.ts'
import type { HandlerSpec, Hook, Scope } from '../../core/hook.ts'
import { issue, isIssue, type Issue, type Place } from '../../core/issue.ts'
import { parseMatcher } from '../../core/matcher.ts'
import { eventSpec } from '../_families/claude/events.ts'
import { matcherRules } from '../_families/claude/matcher.ts'
import { deadCondition } from '../_families/claude/remarks.ts'
import { at, isObject, type JsonObject } from '../_families/claude/shape.ts'
import { check } from './check.ts'
import { readStart } from './command.ts'
import { Entry, type Defaults } from './schema.ts'

/** Where a list item stands, and what holds for its whole file. */
export type Spot = {
  readonly event: string
  readonly index: number
  readonly file: string
  readonly scope: Scope
  readonly defaults: Defaults
  /** What `${CLAUDE_PROJECT_DIR}` stands for. */
  readonly startDir: string
}

export type Read = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

const DEFAULT_SECONDS = 60

/** One entry with its handler inline. */
export function readEntry(value: unknown, spot: Spot): Read {
  const place = placeOf(spot)
  const later = isObject(value) ? notYet(value, place) : undefined
  if (later !== undefined) return refused([later])
  const wrong = check(value, { schema: Entry, name: 'a hook entry', place })
  if (wrong.length > 0) return refused(wrong)
  // Checked above. The value itself is used, because the schema library drops a variable named __proto__.
  const entry = value as Entry
  const misplaced = checkHandler(entry, place)
  if (misplaced.length > 0) return refused(misplaced)
  const handler = readHandler(entry, spot)
  const matcher = parseMatcher(entry.matcher, matcherRules(spot.event), at(place, 'matcher'))
  const condition = entry.if === undefined ? undefined : parseRule(entry.if, at(place, 'if'))
  if (isIssue(handler) || isIssue(matcher) || isIssue(condition)) {
    return refused([handler, matcher, condition].filter(isIssue))
  }
  const dead = condition !== undefined && deadCondition(spot.event, at(place, 'if'))
  return { hooks: [makeHook(entry, { handler, matcher }, spot)], issues: dead ? [dead] : [] }
}

export function placeOf({ file, event, index }: Spot): Place {
  return { file, pointer: ['hooks', event, index] }
}

function refused(issues: readonly Issue[]): Read {
  return { hooks: [], issues }
}

const LATER_TYPES = ['http', 'mcp_tool', 'prompt', 'agent', 'module']

function notYet(value: JsonObject, place: Place): Issue | undefined {
  const { use, type } = value as { use?: unknown; type?: unknown }
  const hint = 'Use "command", or a rule: "deny", "ask", "allow", "context".'
  if (use !== undefined) return issue('config.later', at(place, 'use'), '"use" is not in this version.', hint)
  const later = LATER_TYPES.find((each) => each === type)
  if (later === undefined) return undefined
  return issue(
    'config.later',
    at(place, 'type'),
    `Handlers of type "${later}" are not in this version.`,
    hint,
  )
}

const DECISIONS = ['deny', 'ask', 'allow'] as const
const HANDLERS = ['command', ...DECISIONS] as const
/** They steer a process; a rule has none. */
const PROCESS_KEYS = [
  'type',
  'shell',
  'args',
  'env',
  'cwd',
  'timeout',
  'onFailure',
  'detach',
  'dialect',
] as const

function checkHandler(entry: Entry, place: Place): readonly Issue[] {
  const given = HANDLERS.filter((key) => entry[key] !== undefined)
  const [first, second] = given
  if (first === undefined && entry.context === undefined) return [nothingToDo(place)]
  if (first !== undefined && second !== undefined) return [twoHandlers(first, second, place)]
  if (first === 'command') return entry.context === undefined ? [] : [twoHandlers(first, 'context', place)]
  return PROCESS_KEYS.filter((key) => entry[key] !== undefined).map((key) => needsCommand(key, place))
}

function nothingToDo(place: Place): Issue {
  const message = 'The entry has none of "command", "deny", "ask", "allow", "context", so it does nothing.'
  return issue('hook.handler', place, message, 'Add one of them.')
}

function twoHandlers(first: string, second: string, place: Place): Issue {
  const message = `The entry has both "${first}" and "${second}", but only one of them may stand in it.`
  return issue('hook.handler', at(place, second), message, 'Make two entries of it.')
}

function needsCommand(key: string, place: Place): Issue {
  const hint = 'Remove it: a rule starts no process.'
  return issue('hook.handler', at(place, key), `"${key}" has no meaning without "command".`, hint)
}

function readHandler(entry: Entry, spot: Spot): HandlerSpec | Issue {
  if (entry.command === undefined) return readRule(entry)
  const start = readStart(entry, spot.defaults, placeOf(spot))
  if (isIssue(start)) return start
  return {
    type: 'command',
    start,
    ...(entry.env !== undefined && { env: entry.env }),
    // The session may have moved to a folder that holds another `./gate.sh`; the project directory stays put.
    cwd: entry.cwd ?? '.',
  }
}

function readRule(entry: Entry): HandlerSpec {
  const decision = DECISIONS.find((key) => entry[key] !== undefined)
  const reason = decision === undefined ? undefined : entry[decision]
  return {
    type: 'rule',
    decision: decision ?? 'none',
    ...(reason !== undefined && { reason }),
    ...(entry.context !== undefined && { context: entry.context }),
  }
}

type Parts = Pick<Hook, 'handler' | 'matcher'>

function makeHook(entry: Entry, parts: Parts, spot: Spot): Hook {
  const { event, index, scope, file, defaults } = spot
  const { subject } = eventSpec(event)
  const meaning = {
    event,
    ...parts,
    ...(subject !== undefined && { subject }),
    ...(entry.if !== undefined && { condition: entry.if }),
    speaks: entry.dialect ?? 'claude-code',
    timeoutMs: Math.ceil((entry.timeout ?? defaults.timeout ?? DEFAULT_SECONDS) * 1_000),
    onFailure: entry.onFailure ?? defaults.onFailure ?? 'ignore',
    guard: entry.guard ?? false,
    detach: entry.detach ?? false,
    stopOnDeny: entry.stopOnDeny ?? defaults.stopOnDeny ?? false,
  } as const
  return {
    id: entry.id ?? `hookwright:${scope}:${event}:${index}`,
    ...meaning,
    dialect: 'hookwright',
    source: { file, pointer: ['hooks', event, index], scope },
    mode: 'wait',
    dedup: JSON.stringify(meaning),
    ...(entry.statusMessage !== undefined && { statusMessage: entry.statusMessage }),
    ...(entry.enabled === false && { disabled: 'switched off in its file' }),
  }
}
