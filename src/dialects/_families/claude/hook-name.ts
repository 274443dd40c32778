import { subjectOf, type Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { eventSpec } from './events.ts'

/** These match on a subject and are named without it. */
const BARE: ReadonlySet<string> = new Set(['SubagentStop', 'FileChanged'])

/** What the host calls a firing: the event, and what its matchers were tested against; functions have no more to say. */
export function hookName(event: Event, hook: Pick<Hook, 'handler'>): string {
  if (hook.handler.type === 'function') return `${event.name}:Callback`
  const subject = BARE.has(event.name) ? undefined : subjectOf(event, eventSpec(event.name).subject)
  return subject === undefined || subject === '' ? event.name : `${event.name}:${subject}`
}
