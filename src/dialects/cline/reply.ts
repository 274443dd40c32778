import { emptyVerdict, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { failureText, lines, reasonOf, textsOf } from '../_families/reply-texts.ts'
import type { Dialect, EventSpec } from '../dialect.ts'
import { eventSpec } from '../event-spec.ts'
import { clineEvents } from './events.ts'
import { rewriteCall } from './tools.ts'

type Named = Pick<Event, 'name'> & Partial<Event>

/** The host cuts longer ones. */
const CONTEXT_CHARS = 50_000

/** One JSON object and exit code 0: an exit code means nothing to the host. */
export function encodeReply(event: Named, verdict: Verdict): Reply {
  return document(documentFor(event, verdict))
}

function documentFor(event: Named, verdict: Verdict): JsonObject {
  const { decisions, effects, gate } = eventSpec({ events: clineEvents }, event) ?? NOTHING
  const stop = verdict.effects.find((effect) => effect.kind === 'stop')
  const isRefused = !['none', 'allow'].includes(verdict.decision) && decisions.includes('deny')
  const feedback = isRefused && !gate ? [reasonOf(verdict, CONTEXT_CHARS)] : []
  const context = effects.includes('add-context') ? textsOf(verdict, 'add-context', CONTEXT_CHARS) : []
  const shown = contextOf([...feedback, ...context])
  if (isRefused && gate) return { cancel: true, errorMessage: reasonOf(verdict), ...shown }
  if (stop !== undefined && effects.includes('stop'))
    return { cancel: true, errorMessage: reasonOf({ reason: stop.reason ?? 'Stopped by a hook' }), ...shown }
  return { cancel: false, ...shown, ...(effects.includes('rewrite-input') && overrideOf(event, verdict)) }
}

const NOTHING: Pick<EventSpec, 'decisions' | 'effects' | 'gate'> = { decisions: [], effects: [], gate: false }

function contextOf(texts: readonly string[]): JsonObject {
  const text = texts.join('\n\n')
  return text === '' ? {} : { contextModification: text.slice(0, CONTEXT_CHARS) }
}

function overrideOf({ tool }: Named, verdict: Verdict): JsonObject {
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || tool === undefined) return {}
  const call = rewriteCall(tool, rewrite.input)
  return typeof call === 'string' ? { cancel: true, errorMessage: call } : { overrideInput: call.nativeInput }
}

/** An unknown event may be one that waits for a permission. */
export const encodeFailure: Dialect['encodeFailure'] = (event, problem, policy) => {
  const text = failureText(problem)
  const refused: Verdict = { ...emptyVerdict, decision: 'deny', reason: text }
  const known = eventSpec({ events: clineEvents }, event) === undefined ? { name: 'PreToolUse' } : event
  const reply = encodeReply(known, policy === 'ignore' ? emptyVerdict : refused)
  return { ...reply, stderr: lines([text]) }
}

/** Nothing but stdout says no. A code that is not 0 makes the extension tell the user of a hook that failed. */
export const encodeWithoutStdout: Dialect['encodeWithoutStdout'] = (_event, reason) => ({
  stdout: '',
  stderr: lines([reasonOf({ reason })]),
  exitCode: 1,
})

function document(value: JsonObject): Reply {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', exitCode: 0 }
}
