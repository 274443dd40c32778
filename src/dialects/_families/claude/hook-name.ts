import { subjectOf, type Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'

/** What the host calls a firing: the event, and what its matchers were tested against; functions have no more to say. */
export function hookName(event: Event, hook: Pick<Hook, 'handler'>, spec: ClaudeEventSpec): string {
  const native = nativeOf(spec)
  if (hook.handler.type === 'function') return `${native}:Callback`
  const subject = spec.bareName ? undefined : subjectOf(event, spec.subject)
  return subject === undefined || subject === '' ? native : `${native}:${subject}`
}
