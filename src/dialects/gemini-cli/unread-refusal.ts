import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { refusalsIn, unreadRefusal } from '../_families/refusals.ts'
import type { EventSpec } from '../dialect.ts'
import { nativeEvent } from './events.ts'

type Reading = { readonly hook: Hook; readonly event: Event; readonly spec: EventSpec }

/**
 * Returns a warning about keys of an output that say no or change the call and that the host does not read here. Hooks
 * written for another host use them, and without a warning the author would take the hook for a guard.
 */
export function unreadRefusals(
  output: JsonObject,
  answer: Answer,
  { hook, event, spec }: Reading,
): readonly Issue[] {
  if (answer.decision === 'deny' || answer.decision === 'ask') return []
  const stops = answer.effects.some(({ kind }) => kind === 'stop')
  const keys = [
    ...refusalsIn(output, WORDS),
    ...changesIn(output),
    ...(output['continue'] === false && !stops ? ['continue'] : []),
  ]
  if (keys.length === 0) return []
  const hint = spec.decisions.includes('deny')
    ? 'Write "decision": "deny" with a "reason".'
    : 'A hook cannot refuse anything on this event.'
  return [unreadRefusal({ hook, event: nativeEvent(event.name), keys, hint })]
}

const WORDS = ['decision', 'permissionDecision', 'behavior'] as const

/** Paths of changes under the names of other hosts. */
function changesIn(output: JsonObject): readonly string[] {
  const nested = isObject(output['hookSpecificOutput']) ? output['hookSpecificOutput'] : {}
  return [
    ...(isObject(output['modifiedArgs']) ? ['modifiedArgs'] : []),
    ...(isObject(nested['updatedInput']) ? ['hookSpecificOutput.updatedInput'] : []),
  ]
}
