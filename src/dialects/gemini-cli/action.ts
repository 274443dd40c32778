import type { Event } from '../../core/event.ts'
import { NAME } from './name.ts'

/** Events that one session fires one after the other. */
const ONE_BY_ONE: ReadonlySet<string> = new Set([
  'SessionStart',
  'SessionEnd',
  'BeforeAgent',
  'AfterAgent',
  'PreCompress',
])

/**
 * Returns the bytes of the payload as text, on events that a session fires one at a time: all hooks of one firing get
 * the same bytes, and the time in them tells two firings apart. The host runs tools and subagents side by side and
 * gives their events no id, so that two equal calls in one millisecond have equal bytes: those are not told apart.
 */
export function actionOf({ native, sessionId, fields, payload }: Event): string | undefined {
  const isTold = ONE_BY_ONE.has(native) && Boolean(sessionId) && typeof fields['timestamp'] === 'number'
  if (!isTold || payload?.wire !== NAME) return undefined
  return new TextDecoder().decode(payload.bytes)
}
