import type { ClaudeEventSpec } from '../_families/claude/event-spec.ts'
import { specOfNative } from '../_families/claude/event-table.ts'
import { claudeContract } from '../claude-code/contract.ts'
import type { EventSpec } from '../dialect.ts'
import { HOST_EVENTS } from './host-events.ts'

/** Returns the row of an event of any host, with the way in which our wire says no on it. */
export function ownEvent(event: string): EventSpec & Pick<ClaudeEventSpec, 'denyBy'> {
  const row = specOfNative(claudeContract.events, event)
  return { ...row, ...(Object.hasOwn(HOST_EVENTS, event) && HOST_EVENTS[event]) }
}
