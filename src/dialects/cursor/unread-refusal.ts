import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { CursorEvent } from './events.ts'

type About = { readonly hook: Hook; readonly event: Event; readonly row: CursorEvent | undefined }

/**
 * Returns a warning about keys of an output that say no and that the host does not read on this event. Hooks written for
 * another event or host use them, and without a word the author would take the hook for a guard.
 */
export function unreadRefusals(
  output: JsonObject,
  answer: Answer,
  { hook, event, row }: About,
): readonly Issue[] {
  if (answer.decision === 'deny' || answer.decision === 'ask' || answer.unheard) return []
  const unread = refusalsIn(output)
  if (unread.length === 0) return []
  const keys = unread.map((key) => `"${key}"`).join(', ')
  const name = row?.native ?? event.native
  const problem = `The output says no, but on ${name} the host does not read ${keys}, so nothing is refused.`
  return [warning('output.lost-decision', { hook: hook.id }, problem, HINTS[row?.denyBy ?? 'none'])]
}

const NO: ReadonlySet<unknown> = new Set(['block', 'deny', 'ask'])

/** Paths of all values that are a no in some dialect. */
function refusalsIn(output: JsonObject): readonly string[] {
  const nested = output['hookSpecificOutput']
  return [
    ...wordsIn(output),
    ...(isObject(nested) ? wordsIn(nested).map((key) => `hookSpecificOutput.${key}`) : []),
    ...(output['continue'] === false ? ['continue'] : []),
  ]
}

function wordsIn(part: JsonObject): readonly string[] {
  return ['permission', 'decision', 'permissionDecision'].filter((key) => NO.has(part[key]))
}

const HINTS: Readonly<Record<CursorEvent['denyBy'], string>> = {
  permission: 'Write "permission": "deny" with "user_message" and "agent_message".',
  continue: 'Write "continue": false with a "user_message".',
  followup: 'Write a "followup_message" to keep the agent working.',
  context: 'Write "additional_context" to tell the model; the call has been made already.',
  none: 'A hook cannot refuse anything on this event.',
}
