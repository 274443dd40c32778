import { parseRule, type PermissionRule } from '../../conditions/rule.ts'
import { reachOf } from '../../conditions/text-rules.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue, warning, type Issue, type Place } from '../../core/issue.ts'
import { parseMatcher } from '../../core/matcher.ts'
import { findRow, specOfNative } from '../_families/claude/event-table.ts'
import { matcherRules } from '../_families/claude/matcher.ts'
import { hostTitle } from '../_families/claude/profile.ts'
import { deadCondition, deadContent } from '../_families/claude/remarks.ts'
import { at } from '../_families/claude/shape.ts'
import { check } from './check.ts'
import { ownEvent } from './events.ts'
import { readForm, type Form } from './forms.ts'
import { readSpec } from './handler.ts'
import { hookwrightProfile } from './profile.ts'
import { readUse } from './pack-use.ts'
import { Entry } from './schema-entry.ts'
import { placeOf, refused, type Read, type Spot } from './spot.ts'

const { events: EVENTS, wire: WIRE, name: NAME } = hookwrightProfile
const DEFAULT_SECONDS = 60
/** A model that has not said yes or no by then is not going to. */
const PROMPT_SECONDS = 30

/** One entry with its handler inline. */
export function readEntry(value: unknown, spot: Spot): Read {
  const place = placeOf(spot)
  const wrong = check(value, { schema: Entry, name: 'a hook entry', place })
  if (wrong.length > 0) return refused(wrong)
  // Checked above. The value itself is used, because the schema library drops a variable named __proto__.
  const entry = value as Entry
  const form = readForm(entry, place)
  if (typeof form !== 'string') return refused(form)
  if (form === 'pack') return readUse(entry, spot)
  const handler = readSpec(entry, form, { ...spot, place })
  const matcher = parseMatcher(
    entry.matcher,
    matcherRules(specOfNative(EVENTS, spot.event)),
    at(place, 'matcher'),
  )
  const condition = entry.if === undefined ? undefined : parseRule(entry.if, at(place, 'if'))
  if (!('type' in handler) || isIssue(matcher) || isIssue(condition)) {
    return refused(['type' in handler ? [] : handler, matcher, condition].flat().filter(isIssue))
  }
  const remarks = [
    condition !== undefined && deadCondition(findRow(EVENTS, spot.event), at(place, 'if')),
    condition !== undefined && deadContent(condition, at(place, 'if'), hostTitle(hookwrightProfile)),
    condition !== undefined && entry.allow !== undefined && idleAllow(condition, at(place, 'if')),
    idleModel(form, spot.event, place),
  ]
  return {
    hooks: [makeHook(entry, { form, handler, matcher }, spot)],
    issues: remarks.filter((one) => one !== false),
  }
}

/** The model can add an argument of any name, so one that fits grants nothing. */
function idleAllow(rule: PermissionRule, place: Place): Issue | false {
  if (reachOf(rule) !== 'guards-only') return false
  const problem = `"${rule.text}" tests one argument; an \`allow\` does not count for such a rule, so this entry never allows anything.`
  const hint = `Write \`if: ${rule.tool}\` to allow every call, or a command that looks at the call.`
  return warning('hook.condition', place, problem, hint)
}

/** A model answers yes or no, and that is all it can do. */
function idleModel(form: Form, event: string, place: Place): Issue | false {
  const { decisions, denyBy } = ownEvent(event)
  if (form !== 'prompt' && form !== 'agent') return false
  if (decisions.includes('deny') && denyBy !== 'behavior') return false
  const problem = `A model's no has no effect on ${event}, so a hook of type "${form}" does nothing there.`
  return warning('hook.type', place, problem, 'Use a command.')
}

type Parts = Pick<Hook, 'handler' | 'matcher'> & { readonly form: Form }

function makeHook(entry: Entry, { form, ...parts }: Parts, spot: Spot): Hook {
  const { event, index, scope, file, defaults } = spot
  const { subject } = ownEvent(event)
  const defaultSeconds = form === 'prompt' ? PROMPT_SECONDS : DEFAULT_SECONDS
  const mode = entry.asyncRewake ? 'rewake' : entry.async ? 'background' : 'wait'
  // What nobody waits for decides nothing, whatever `defaults` says.
  const isAwaited = mode === 'wait'
  const meaning = {
    event,
    ...parts,
    ...(subject !== undefined && { subject }),
    ...(entry.if !== undefined && { condition: entry.if }),
    wire: entry.dialect ?? WIRE,
    timeoutMs: Math.ceil((entry.timeout ?? defaults.timeout ?? defaultSeconds) * 1_000),
    onFailure: isAwaited ? (entry.onFailure ?? defaults.onFailure ?? 'ignore') : 'ignore',
    guard: entry.guard ?? false,
    detach: entry.detach ?? false,
    stopOnDeny: isAwaited && (entry.stopOnDeny ?? defaults.stopOnDeny ?? false),
    mode,
    ...(entry.asks === true && { asks: true }),
    ...(entry.pins !== undefined && entry.pins.length > 0 && { pins: entry.pins }),
  } as const
  return {
    id: entry.id ?? `hookwright:${scope}:${event}:${index}`,
    ...meaning,
    dialect: NAME,
    source: { file, pointer: ['hooks', event, index], scope },
    dedup: JSON.stringify(meaning),
    ...(entry.statusMessage !== undefined && { statusMessage: entry.statusMessage }),
    ...(entry.enabled === false && { disabled: 'switched off in its file', offInFile: true as const }),
  }
}
