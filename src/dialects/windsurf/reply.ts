import { emptyVerdict, type Decision, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { failureText, lines, reasonOf, textsOf } from '../_families/reply-texts.ts'
import type { Dialect } from '../dialect.ts'
import { eventSpec } from '../event-spec.ts'
import { windsurfEvents } from './events.ts'

type Named = Pick<Event, 'name'> & Partial<Event>

/** Exit code 2 is the only no, and its reason is what stderr says. Messages are what stdout says. */
export function encodeReply(event: Named, verdict: Verdict): Reply {
  const spec = eventSpec({ events: windsurfEvents }, event)
  const messages = spec?.effects.includes('message') ? textsOf(verdict, 'message') : []
  if (!isRefused(verdict.decision) || spec?.decisions.includes('deny') !== true)
    return { stdout: lines(messages), stderr: '', exitCode: 0 }
  return { stdout: lines(messages), stderr: lines([reasonOf(verdict)]), exitCode: 2 }
}

/** The host cannot ask the user, so an `ask` is a deny. */
function isRefused(decision: Decision): boolean {
  return decision === 'deny' || decision === 'ask' || decision === 'defer'
}

/** An unknown event may be one that waits for a permission. */
export const encodeFailure: Dialect['encodeFailure'] = (event, problem: Issue, policy) => {
  const text = failureText(problem)
  if (policy === 'ignore') return { stdout: '', stderr: lines([text]), exitCode: 0 }
  return eventSpec({ events: windsurfEvents }, event) === undefined
    ? encodeWithoutStdout(event, text)
    : { ...encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: text }), stderr: lines([text]) }
}

/** The reply never needs stdout. */
export const encodeWithoutStdout: Dialect['encodeWithoutStdout'] = (event, reason) => {
  const spec = eventSpec({ events: windsurfEvents }, event)
  const isHeard = spec === undefined || spec.decisions.includes('deny')
  return { stdout: '', stderr: lines([reasonOf({ reason })]), exitCode: isHeard ? 2 : 0 }
}
