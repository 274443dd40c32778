import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { EventSpec } from '../dialect.ts'
import { nativeEvent } from './events.ts'

type Reading = { readonly hook: Hook; readonly event: Event; readonly spec: EventSpec }

/**
 * Returns a warning about keys of an output that say no or change the call and that the host does not read here. Hooks
 * written for another host use them, and without a word the author would take the hook for a guard.
 */
export function unreadRefusals(
  output: JsonObject,
  answer: Answer,
  { hook, event, spec }: Reading,
): readonly Issue[] {
  if (answer.decision === 'deny' || answer.decision === 'ask') return []
  const stops = answer.effects.some(({ kind }) => kind === 'stop')
  const unread = [...refusalsIn(output), ...(output['continue'] === false && !stops ? ['continue'] : [])]
  if (unread.length === 0) return []
  const keys = unread.map((key) => `"${key}"`).join(', ')
  const problem = `The output says no, but on ${nativeEvent(event.name)} the host does not read ${keys}, so nothing is refused.`
  const hint = spec.decisions.includes('deny')
    ? 'Write "decision": "deny" with a "reason".'
    : 'A hook cannot refuse anything on this event.'
  return [warning('output.lost-decision', { hook: hook.id }, problem, hint)]
}

const NO: ReadonlySet<unknown> = new Set(['block', 'deny', 'ask'])

/** Paths of all values that are a no in some dialect, and of changes under the names of other hosts. */
function refusalsIn(output: JsonObject): readonly string[] {
  const nested = isObject(output['hookSpecificOutput']) ? output['hookSpecificOutput'] : {}
  return [
    ...wordsIn(output),
    ...wordsIn(nested).map((key) => `hookSpecificOutput.${key}`),
    ...(isObject(output['modifiedArgs']) ? ['modifiedArgs'] : []),
    ...(isObject(nested['updatedInput']) ? ['hookSpecificOutput.updatedInput'] : []),
  ]
}

function wordsIn(part: JsonObject): readonly string[] {
  return ['decision', 'permissionDecision', 'behavior'].filter((key) => NO.has(part[key]))
}
