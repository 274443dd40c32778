import { emptyVerdict, type Decision, type Effect, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { sameInput } from '../../core/rewrite.ts'
import { rowFor, rowOf, type CursorEvent } from './events.ts'
import { NAME } from './name.ts'
import { rewriteCall } from './rewrite.ts'
import { fitText } from './texts.ts'
import { mcpParts } from './tools.ts'

type Called = Pick<Event, 'name'> & Partial<Event>
type Document = Readonly<Record<string, unknown>>

/** One JSON object with exit code 0: an exit code alone would lose the reason, and empty output may count as a failure. */
export function encodeReply(event: Called, verdict: Verdict): Reply {
  const row = rowFor(event) ?? rowOf(event.name)
  if (row === undefined) return verdict.decision === 'deny' ? unnamed(reasonOf(verdict)) : reply({})
  return reply(documentFor(row, settled(event, row, verdict), event))
}

/** Our own failure. An unknown event may be one that waits for a permission, so every form of a deny is sent. */
export function encodeFailure(event: Called, problem: Issue, policy: 'ignore' | 'deny'): Reply {
  const { message, hint } = problem
  const text = `hookwright: ${message}${hint === undefined ? '' : ` ${hint}`}`
  const stderr = `${text}\n`
  if (policy === 'ignore') return { ...reply({}), stderr }
  return { ...encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: text }), stderr }
}

/** Exit code 2 blocks what the host waits for; what it does with stderr is not documented. */
export function encodeWithoutStdout(event: Called, reason: string): Reply {
  const row = rowFor(event) ?? rowOf(event.name)
  return { stdout: '', stderr: `${fitText(reason)}\n`, exitCode: row === undefined || row.gate ? 2 : 0 }
}

function reply(document: Document): Reply {
  return { stdout: `${JSON.stringify(document)}\n`, stderr: '', exitCode: 0 }
}

function unnamed(text: string): Reply {
  const document = { permission: 'deny', continue: false, user_message: text, agent_message: text }
  return { ...reply(document), exitCode: 2 }
}

/** The verdict in terms of the event: `fit` has done most of it, and one that skipped it must not be weakened. */
function settled(event: Called, row: CursorEvent, verdict: Verdict): Verdict {
  const stop = verdict.effects.find((effect) => effect.kind === 'stop')
  if (stop !== undefined && row.gate && verdict.decision !== 'deny')
    return denied(verdict, stop.reason ?? 'Stopped by a hook')
  const decision = expressible(verdict.decision, row)
  const rewrite = decision === 'deny' ? undefined : rewriteOf(verdict)
  if (rewrite === undefined || sameInput(event.tool?.input ?? {}, rewrite)) return { ...verdict, decision }
  if (row.gate && !row.keys.includes('updated_input')) return denied(verdict, NO_PLACE)
  const call = event.tool && rewriteCall(event.tool, rewrite)
  return typeof call === 'string' ? denied(verdict, call) : { ...verdict, decision }
}

const NO_PLACE = 'A hook changed the input, and the host has no place for the change here.'

function denied(verdict: Verdict, reason: string): Verdict {
  return { ...verdict, decision: 'deny', reason }
}

function expressible(decision: Decision, { decisions }: CursorEvent): Decision {
  if (decision === 'none' || decisions.includes(decision)) return decision
  return decision !== 'allow' && decisions.includes('deny') ? 'deny' : 'none'
}

/** Never a key that the host does not read on this event. */
function documentFor(row: CursorEvent, verdict: Verdict, event: Called): Document {
  const all: Document = {
    ...decisionFor(row, verdict),
    ...newInput(verdict, event),
    ...newOutput(verdict, event),
    additional_context: contextFor(row, verdict, event),
    env: variablesOf(verdict),
    ...nativeFields(row, verdict),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => value !== undefined && row.keys.includes(key)),
  )
}

function decisionFor({ denyBy }: CursorEvent, verdict: Verdict): Document {
  const { decision } = verdict
  const user_message = messageFor(verdict)
  switch (denyBy) {
    case 'permission':
      return { ...(decision !== 'none' && permission(verdict)), user_message }
    case 'continue':
      return { ...(decision === 'deny' && { continue: false }), user_message }
    case 'followup':
      return { followup_message: followupOf(verdict) }
    case 'context':
    case 'none':
      return { user_message }
  }
}

function permission(verdict: Verdict): Document {
  const { decision } = verdict
  const isTold = decision === 'deny' || (decision === 'ask' && verdict.reason !== undefined)
  return { permission: decision, ...(isTold && { agent_message: reasonOf(verdict) }) }
}

/** The user reads the reason as well; an allow needs none. */
function messageFor(verdict: Verdict): string | undefined {
  const { decision } = verdict
  const isHeld = decision === 'deny' || (decision === 'ask' && verdict.reason !== undefined)
  const texts = new Set([...(isHeld ? [reasonOf(verdict)] : []), ...textsOf(verdict, 'message')])
  return texts.size === 0 ? undefined : fitText([...texts].join('\n'))
}

/** A stop ends the turn, whatever else was said. */
function followupOf(verdict: Verdict): string | undefined {
  if (verdict.effects.some(({ kind }) => kind === 'stop')) return undefined
  const texts = [
    ...(verdict.decision === 'deny' ? [reasonOf(verdict)] : []),
    ...textsOf(verdict, 'keep-going'),
  ]
  return texts.length === 0 ? undefined : fitText(texts.join('\n'))
}

/** After a call a no is feedback, and so is a result that only the model's context has a place for. */
function contextFor({ denyBy }: CursorEvent, verdict: Verdict, event: Called): string | undefined {
  const texts = [
    ...(denyBy === 'context' && verdict.decision === 'deny' ? [reasonOf(verdict)] : []),
    ...textsOf(verdict, 'add-context'),
    ...replacedResult(verdict, event),
  ]
  return texts.length === 0 ? undefined : fitText(texts.join('\n\n'))
}

function newInput(verdict: Verdict, { tool }: Called): Document {
  const input = verdict.decision === 'deny' ? undefined : rewriteOf(verdict)
  if (input === undefined) return {}
  const call = tool && rewriteCall(tool, input)
  return { updated_input: typeof call === 'object' ? call.nativeInput : input }
}

function rewriteOf({ effects }: Verdict): Readonly<Record<string, unknown>> | undefined {
  return effects.findLast((effect) => effect.kind === 'rewrite-input')?.input
}

function outputOf({ effects }: Verdict): { readonly output: unknown } | undefined {
  return effects.findLast((effect) => effect.kind === 'rewrite-output')
}

function newOutput(verdict: Verdict, { tool }: Called): Document {
  const rewrite = outputOf(verdict)
  if (rewrite === undefined || mcpParts(tool?.name ?? '') === undefined) return {}
  return { updated_mcp_tool_output: rewrite.output }
}

/** The host replaces results of MCP tools only. */
function replacedResult(verdict: Verdict, { tool }: Called): readonly string[] {
  const rewrite = outputOf(verdict)
  if (rewrite === undefined || mcpParts(tool?.name ?? '') !== undefined) return []
  const { output } = rewrite
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
  return [`A hook replaced the result of this tool call. Use this result instead:\n${text}`]
}

function variablesOf({ effects }: Verdict): Document | undefined {
  const all = effects.flatMap((effect) => (effect.kind === 'session-env' ? [effect.variables] : []))
  return all.length === 0 ? undefined : Object.assign({}, ...all)
}

/** Only where the host has a field that no canonical effect stands for: a hook must not write a decision this way. */
function nativeFields({ effects: honoured }: CursorEvent, { effects }: Verdict): Document {
  if (!honoured.includes('native')) return {}
  return Object.fromEntries(
    effects.flatMap((effect) =>
      effect.kind === 'native' && effect.wire === NAME ? [[effect.field, effect.value]] : [],
    ),
  )
}

function reasonOf({ reason }: Verdict): string {
  return fitText(reason ?? 'Denied by a hook')
}

function textsOf(verdict: Verdict, kind: Extract<Effect, { text: string }>['kind']): readonly string[] {
  return verdict.effects.flatMap((effect) => (effect.kind === kind ? fitText(effect.text) : []))
}
