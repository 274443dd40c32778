import { noAnswer, type Answer, type Decision, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { notice, warning, type Issue } from '../../core/issue.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import type { EventSpec } from '../dialect.ts'
import { toCanonical } from './arguments.ts'
import { hookSpec } from './events.ts'
import { NAME } from './name.ts'
import { isUsable, NATIVE_FIELDS } from './native-fields.ts'
import { fitText } from './texts.ts'
import { nativeTool } from './tools.ts'
import { unreadRefusals } from './unread-refusal.ts'

/** One answer, for the hook that gave it and the event it is about. */
export type DocumentReading = { readonly hook: Hook; readonly event: Event }

const NOTHING: EventSpec = { event: '', gate: false, decisions: [], effects: [] }

/** Returns what one JSON object means. The host checks no types: what it cannot use is as if it were not there. */
export function readDocument(output: JsonObject, reading: DocumentReading): Answer {
  const { hook, event } = reading
  const spec = hookSpec(event.name) ?? NOTHING
  const specific = isObject(output['hookSpecificOutput']) ? output['hookSpecificOutput'] : {}
  const stops = output['continue'] === false && spec.effects.includes('stop')
  const stance = stanceOf(output, spec, stops)
  const found = [
    stops ? stopEffect(output) : undefined,
    messageOf(output, spec),
    contextOf(specific, spec, stance.decision),
    rewriteOf(specific, spec, { ...reading, decision: stance.decision }),
    ...nativesOf(specific, spec, hook),
  ].filter((each) => each !== undefined)
  const answer: Answer = {
    ...noAnswer,
    ...stance,
    effects: found.filter((each): each is Effect => 'kind' in each),
    issues: found.filter((each): each is Issue => !('kind' in each)),
  }
  const unread = unreadRefusals(output, answer, { hook, event, spec })
  return unread.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...unread] }
}

/**
 * On events about the model a later allow overrules an earlier deny. Elsewhere an allow counts as no decision: the
 * host still asks its user where it would have.
 */
export function saysAllow(event: string): Decision {
  return event === 'BeforeModel' || event === 'AfterModel' ? 'allow' : 'none'
}

type Stance = Pick<Answer, 'decision' | 'reason'>

/** To end the turn before something happens also keeps it from happening. */
function stanceOf(output: JsonObject, { event, decisions, gate }: EventSpec, stops: boolean): Stance {
  const { decision } = output
  const denies = decision === 'deny' || decision === 'block' || (stops && gate)
  if (denies && decisions.includes('deny')) return { decision: 'deny', reason: reasonIn(output) }
  if (decision === 'ask' && decisions.includes('ask')) {
    const reason = textOf(output['reason']) ?? textOf(output['systemMessage'])
    return { decision: 'ask', ...(reason !== undefined && { reason }) }
  }
  return { decision: decision === 'allow' || decision === 'approve' ? saysAllow(event) : 'none' }
}

function stopEffect(output: JsonObject): Effect {
  return { kind: 'stop', reason: reasonIn(output) }
}

function reasonIn({ stopReason, reason }: JsonObject): string {
  return textOf(stopReason) ?? textOf(reason) ?? 'No reason provided'
}

/** The host puts any value that is not empty into its sentence. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === false || value === 0)
    return undefined
  return fitText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** `suppressOutput` hides it from the debug log only. */
function messageOf({ systemMessage }: JsonObject, { effects }: EventSpec): Effect | undefined {
  const text = textOf(systemMessage)
  return text === undefined || !effects.includes('message') ? undefined : { kind: 'message', text }
}

/** Beside a deny the host does not use it. */
function contextOf(
  { additionalContext }: JsonObject,
  { effects }: EventSpec,
  decision: Decision,
): Effect | undefined {
  const isHeard = effects.includes('add-context') && decision !== 'deny'
  if (!isHeard || typeof additionalContext !== 'string' || additionalContext === '') return undefined
  return { kind: 'add-context', text: fitText(additionalContext) }
}

type Rewriting = DocumentReading & { readonly decision: Decision }

/** The object takes the place of all arguments. */
function rewriteOf(
  { tool_input: args }: JsonObject,
  { effects }: EventSpec,
  { hook, event: { tool, host }, decision }: Rewriting,
): Effect | Issue | undefined {
  if (args === undefined || tool === undefined || !effects.includes('rewrite-input')) return undefined
  if (!isObject(args)) {
    const problem = `"tool_input" in the output must be an object, not ${quote(args)}; the host ignores it.`
    return notice('output.field', { hook: hook.id }, problem)
  }
  if (decision === 'deny') return undefined
  const native = host === NAME ? tool.nativeName : nativeTool(tool).name
  return { kind: 'rewrite-input', input: toCanonical(tool.name, native, args).input }
}

function nativesOf(specific: JsonObject, { event }: EventSpec, hook: Hook): readonly (Effect | Issue)[] {
  const fields = NATIVE_FIELDS[event] ?? []
  return fields.flatMap((field): readonly (Effect | Issue)[] => {
    const value = specific[field]
    if (isUsable(field, value)) return [{ kind: 'native', wire: NAME, field, value }]
    return field === 'llm_response' && Boolean(value) ? [brokenResponse(hook)] : []
  })
}

function brokenResponse({ id }: Hook): Issue {
  const problem =
    '"llm_response" in the output is not a response, so it is left out; the host itself would drop the whole output for it, a deny included.'
  const hint = 'Write "candidates": [{ "content": { "role": "model", "parts": ["TEXT"] } }].'
  return warning('output.field', { hook: id }, problem, hint)
}
