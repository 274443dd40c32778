import { emptyVerdict, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { failureText, lines, reasonOf, textsOf } from '../_families/reply-texts.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { Dialect } from '../dialect.ts'
import { antigravityEvents } from './events.ts'
import { changedArguments, rewriteCall } from './tools.ts'

type Named = Pick<Event, 'name'> & Partial<Event>

/** One JSON object and exit code 0 on every event: docs/hosts/antigravity.md#answers. */
export function encodeReply(event: Named, verdict: Verdict): Reply {
  return document(documentFor(event, verdict))
}

function documentFor(event: Named, verdict: Verdict): JsonObject {
  switch (event.name) {
    case 'PreToolUse':
      return toolDecision(event, verdict)
    case 'Stop':
      return stopDecision(verdict)
    case 'PreInvocation':
    case 'SessionStart':
      return steps(textsOf(verdict, 'add-context'))
    case 'PostInvocation':
      return afterInvocation(verdict)
    default:
      return {}
  }
}

/**
 * A missing decision is a no to the host, so that one is always there. `force_ask` and not `ask`: the latter lets calls
 * pass that the user once chose to always allow.
 */
function toolDecision({ tool }: Named, verdict: Verdict): JsonObject {
  const { decision } = verdict
  if (decision === 'deny' || decision === 'defer') return { decision: 'deny', reason: reasonOf(verdict) }
  const rewrite = verdict.effects.findLast((effect) => effect.kind === 'rewrite-input')
  const call = rewrite && tool && rewriteCall(tool, rewrite.input)
  if (typeof call === 'string') return { decision: 'deny', reason: call }
  const overwrite = call && tool ? changedArguments(tool, call) : {}
  return {
    decision: decision === 'ask' ? 'force_ask' : 'allow',
    ...(verdict.reason !== undefined && { reason: reasonOf(verdict) }),
    ...(Object.keys(overwrite).length > 0 && { overwrite }),
  }
}

/** Every other word than `continue` ends the turn. */
function stopDecision(verdict: Verdict): JsonObject {
  const more = textsOf(verdict, 'keep-going')
  if (verdict.decision !== 'deny' && more.length === 0) return { decision: 'stop' }
  const reason = [...(verdict.decision === 'deny' ? [reasonOf(verdict)] : []), ...more].join('\n')
  return { decision: 'continue', reason }
}

function afterInvocation(verdict: Verdict): JsonObject {
  const more = textsOf(verdict, 'keep-going')
  const isStopped = verdict.effects.some(({ kind }) => kind === 'stop')
  const behaviour = isStopped ? 'terminate' : more.length > 0 ? 'force_continue' : undefined
  return {
    ...steps([...textsOf(verdict, 'add-context'), ...more]),
    ...(behaviour !== undefined && { terminationBehavior: behaviour }),
  }
}

function steps(texts: readonly string[]): JsonObject {
  return texts.length === 0 ? {} : { injectSteps: texts.map((text) => ({ ephemeralMessage: text })) }
}

/** An unknown event may be a tool call, which the host refuses without a decision. */
export const encodeFailure: Dialect['encodeFailure'] = ({ name }, problem, policy) => {
  const text = failureText(problem)
  const verdict: Verdict =
    policy === 'ignore' ? emptyVerdict : { ...emptyVerdict, decision: 'deny', reason: text }
  const event = { name: Object.hasOwn(antigravityEvents, name) ? name : 'PreToolUse' }
  return { ...encodeReply(event, verdict), stderr: lines([text]) }
}

/** No decision is a no for a tool call; on other events nothing but stdout is read. */
export const encodeWithoutStdout: Dialect['encodeWithoutStdout'] = ({ name }, reason) => {
  const isHeard = !Object.hasOwn(antigravityEvents, name) || antigravityEvents[name]?.gate === true
  return { stdout: '', stderr: lines([reasonOf({ reason })]), exitCode: isHeard ? 1 : 0 }
}

function document(value: JsonObject): Reply {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', exitCode: 0 }
}
