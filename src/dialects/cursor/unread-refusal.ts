import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { refusalsIn, unreadRefusal } from '../_families/refusals.ts'
import type { CursorEvent } from './events.ts'

type About = { readonly hook: Hook; readonly event: Event; readonly row: CursorEvent | undefined }

/**
 * Returns a warning about keys of an output that say no and that the host does not read on this event. Hooks written for
 * another event or host use them, and without a warning the author would take the hook for a guard.
 */
export function unreadRefusals(
  output: JsonObject,
  answer: Answer,
  { hook, event, row }: About,
): readonly Issue[] {
  if (answer.decision === 'deny' || answer.decision === 'ask' || answer.unheard) return []
  const keys = [...refusalsIn(output, WORDS), ...(output['continue'] === false ? ['continue'] : [])]
  if (keys.length === 0) return []
  return [
    unreadRefusal({ hook, event: row?.native ?? event.native, keys, hint: HINTS[row?.denyBy ?? 'none'] }),
  ]
}

const WORDS = ['permission', 'decision', 'permissionDecision'] as const

const HINTS: Readonly<Record<CursorEvent['denyBy'], string>> = {
  permission: 'Write "permission": "deny" with "user_message" and "agent_message".',
  continue: 'Write "continue": false with a "user_message".',
  followup: 'Write a "followup_message" to keep the agent working.',
  context: 'Write "additional_context" to tell the model; the call has been made already.',
  none: 'A hook cannot refuse anything on this event.',
}
