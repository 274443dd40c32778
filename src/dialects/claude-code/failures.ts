import type { Decision } from '../../core/decision.ts'
import type { HandlerSpec } from '../../core/hook.ts'
import type { FailureClass } from '../../core/outcome.ts'
import { claudeEvents } from './events.ts'

/** An SDK callback that does not answer in time is not waited for, and the call not let through (2.1.208). */
const CALLBACK_GATES: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion'])

/** A call that cannot be shown to its guards is not let through (2.1.288). */
const CLOSED: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest'])

/** The host goes on after a failed hook, with few exceptions. */
export function failures(event: string, failure: FailureClass, handler: HandlerSpec['type']): Decision {
  if (event === 'WorktreeCreate') return 'deny'
  if (failure === 'unprepared') return CLOSED.has(event) ? 'deny' : 'none'
  // Its answer has no length there; what our own limit cut off may have been a no.
  if (failure === 'overflow' && handler !== 'command')
    return claudeEvents[event]?.decisions.includes('deny') ? 'deny' : 'none'
  if (failure !== 'timeout') return 'none'
  return event === 'PreModelSwitch' || (handler === 'function' && CALLBACK_GATES.has(event)) ? 'deny' : 'none'
}
