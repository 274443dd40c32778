import { emptyVerdict, type Decision, type Effect, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { EventSpec } from '../dialect.ts'
import { nativeEvent, specOf } from './events.ts'
import { nativeFields } from './native-fields.ts'
import { rewriteCall } from './rewrite-call.ts'
import { fitText } from './texts.ts'

type Called = Pick<Event, 'name'> & Partial<Event>

/** One verdict on its way to the host. */
type ReplyParts = { readonly event: Called; readonly verdict: Verdict; readonly spec: EventSpec }

/**
 * Returns one JSON value and exit code 0, also when there is nothing to say: with an empty stdout the host would take
 * whatever is on stderr, such as a warning of Node, for an answer and show it to the user.
 */
export function encodeReply(event: Called, verdict: Verdict): Reply {
  const spec = specOf(event) ?? ANY
  const decision = expressible(verdict.decision, spec)
  const document = documentOf({ event, spec, verdict: { ...verdict, decision } })
  return written(isSilent(document, spec) ? null : document)
}

/**
 * Here every object makes the host put its request together anew, also one that says nothing: it then chooses among
 * tools by default, and repeats what it had added to a retry. Null is no answer (0.61.0).
 */
const REQUESTS: ReadonlySet<string> = new Set(['BeforeModel', 'BeforeToolSelection'])

function isSilent(document: JsonObject, { event }: EventSpec): boolean {
  return REQUESTS.has(event) && Object.keys(document).length === 0
}

/** An event of a later release: a deny is honoured or passed over there, and a message is shown. */
const ANY: EventSpec = { event: '', gate: false, decisions: ['deny'], effects: ['message', 'stop'] }

/** Our own failure. An unknown event may be one that waits for a permission, so it gets the same deny. */
export function encodeFailure(
  event: Pick<Event, 'name'>,
  { message, hint }: Issue,
  policy: 'ignore' | 'deny',
): Reply {
  const text = `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
  const told: Effect = { kind: 'message', text }
  const isDenied = policy === 'deny' && (specOf(event) ?? ANY).decisions.includes('deny')
  const verdict: Verdict = isDenied
    ? { ...emptyVerdict, decision: 'deny', reason: text }
    : { ...emptyVerdict, effects: [told] }
  return { ...encodeReply(event, verdict), stderr: `${text}\n` }
}

/**
 * With an empty stdout the host reads stderr: exit code 2 makes of it a deny with that reason, exit code 0 a message to
 * the user (0.61.0).
 */
export function encodeWithoutStdout(event: Called, reason: string): Reply {
  const isHeard = (specOf(event) ?? ANY).decisions.includes('deny')
  return { stdout: '', stderr: `${reasonOf({ reason })}\n`, exitCode: isHeard ? 2 : 0 }
}

function written(document: JsonObject | null): Reply {
  return { stdout: `${JSON.stringify(document)}\n`, stderr: '', exitCode: 0 }
}

/** `fit` has done this before; a verdict that skipped it must still never be weakened. */
function expressible(decision: Decision, { decisions }: EventSpec): Decision {
  if (decision === 'none' || decisions.includes(decision)) return decision
  return decision !== 'allow' && decisions.includes('deny') ? 'deny' : 'none'
}

function documentOf(parts: ReplyParts): JsonObject {
  const { event, spec } = parts
  const rewritten = rewrittenInput(parts)
  // The call must not go on with its original arguments.
  const isUnmapped = typeof rewritten === 'string' && parts.verdict.decision !== 'deny'
  const verdict = isUnmapped
    ? { ...parts.verdict, decision: 'deny' as const, reason: rewritten }
    : parts.verdict
  const said = { event, spec, verdict }
  const decision = decisionKeys(said)
  const specific = {
    ...(isUnmapped || typeof rewritten === 'string' ? {} : rewritten),
    ...contextKeys(said, decision),
    ...(spec.effects.includes('native') && nativeFields(verdict, spec.event)),
  }
  return {
    ...decision,
    ...stopKeys(said),
    ...messageKeys(said),
    ...(Object.keys(specific).length > 0 && {
      hookSpecificOutput: { hookEventName: nativeEvent(event.name), ...specific },
    }),
  }
}

type DecisionKeys = { readonly decision?: 'deny' | 'ask'; readonly reason?: string }

function decisionKeys(parts: ReplyParts): DecisionKeys {
  const { verdict } = parts
  const more = feedback(parts)
  if (verdict.decision === 'deny')
    return { decision: 'deny', reason: [reasonOf(verdict), ...more].join('\n') }
  if (more.length > 0) return { decision: 'deny', reason: more.join('\n') }
  if (verdict.decision !== 'ask') return {}
  return { decision: 'ask', ...(verdict.reason !== undefined && { reason: fitText(verdict.reason) }) }
}

/** Texts for the model that only the reason of a deny can carry. */
function feedback({ verdict, spec }: ReplyParts): readonly string[] {
  if (spec.event === 'Stop') return textsOf(verdict, 'keep-going')
  if (spec.event !== 'PostToolUse') return []
  const output = verdict.effects.findLast((effect) => effect.kind === 'rewrite-output')
  const replaced = output === undefined ? [] : [`${REPLACED}\n${fitText(asText(output.output))}`]
  // Beside a deny the host passes over the context (0.61.0).
  const isDenied = verdict.decision === 'deny' || replaced.length > 0
  return [...replaced, ...(isDenied ? textsOf(verdict, 'add-context') : [])]
}

/** The host has no other place for a new result than the reason why the old one is not shown. */
const REPLACED = 'A hook replaced the result of the tool. The new result:'

function contextKeys({ verdict, spec }: ReplyParts, { decision }: DecisionKeys): JsonObject {
  const context = textsOf(verdict, 'add-context').join('\n')
  const isHeard = spec.effects.includes('add-context') && decision !== 'deny'
  return isHeard && context !== '' ? { additionalContext: context } : {}
}

/** The host reads `stopReason` in place of `reason`, so the reason of a deny is in both. */
function stopKeys({ verdict, spec }: ReplyParts): JsonObject {
  const stops = verdict.effects.filter((effect) => effect.kind === 'stop')
  if (stops.length === 0 || !spec.effects.includes('stop')) return {}
  const denied = verdict.decision === 'deny' && spec.event !== 'Stop' ? [verdict.reason] : []
  const texts = [...stops.map(({ reason }) => reason), ...denied].flatMap((text) =>
    text ? fitText(text) : [],
  )
  return { continue: false, stopReason: [...new Set(texts)].join('\n') || 'Stopped by a hook' }
}

/** The person who is asked sees the message, not the reason. Lines of the reason are not told twice. */
function messageKeys({ verdict, spec }: ReplyParts): JsonObject {
  const asked = verdict.decision === 'ask' && verdict.reason ? [fitText(verdict.reason)] : []
  const messages = spec.effects.includes('message') ? textsOf(verdict, 'message') : []
  const lines = new Set(asked.flatMap((reason) => [reason, ...reason.split('\n')]))
  const further = messages.filter((message) => !lines.has(message.replace(/^hookwright: /u, '')))
  const text = [...asked, ...further].join('\n')
  return text === '' ? {} : { systemMessage: text }
}

/** The whole native arguments, because they take the place of the old ones; a text says why there are none. */
function rewrittenInput({ event, verdict, spec }: ReplyParts): JsonObject | string {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  const isHeard = spec.effects.includes('rewrite-input') && verdict.decision !== 'deny'
  if (rewrite === undefined || event.tool === undefined || !isHeard) return {}
  const call = rewriteCall(event.tool, rewrite.input)
  return typeof call === 'string' ? call : { tool_input: call.nativeInput }
}

function reasonOf({ reason = '' }: Pick<Verdict, 'reason'>): string {
  return fitText(reason).trim() || 'Denied by a hook'
}

function textsOf(verdict: Verdict, kind: Extract<Effect, { text: string }>['kind']): readonly string[] {
  const texts = verdict.effects.flatMap((effect) => (effect.kind === kind ? fitText(effect.text) : []))
  return [...new Set(texts)].filter((text) => text !== '')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
