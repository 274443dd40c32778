import { claudeEvents, eventSpec, type ClaudeEventSpec } from '../_families/claude/events.ts'
import type { EventSpec } from '../dialect.ts'
import { HOST_EVENTS } from './host-events.ts'

/** Every event that some host fires, by its canonical name. */
export const events: Readonly<Record<string, EventSpec>> = Object.freeze({ ...claudeEvents, ...HOST_EVENTS })

/** Returns the row of an event, with the way in which our wire says no on it. */
export function ownEvent(event: string): EventSpec & Pick<ClaudeEventSpec, 'denyBy'> {
  return { ...eventSpec(event), ...(Object.hasOwn(HOST_EVENTS, event) && HOST_EVENTS[event]) }
}
