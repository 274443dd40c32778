import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { misfit } from '../../core/misfit.ts'
import { at, type JsonObject } from '../_families/claude/shape.ts'

/** How often an entry may keep the agent working; null for any number. */
type LoopLimit = number | null

const DEFAULT_LIMIT = 5

export function readLoopLimit(
  { loop_limit: limit = DEFAULT_LIMIT }: JsonObject,
  place: Place,
): LoopLimit | Issue {
  if (limit === null || (typeof limit === 'number' && limit >= 0)) return limit
  const expected = 'a number, 0 or above, or null'
  return issue(
    'hook.field',
    at(place, 'loop_limit'),
    `"loop_limit" must be ${expected}, not ${misfit(limit, expected)}.`,
  )
}

const PREFIX = 'loop_limit='

export function loopNote(limit: LoopLimit): string {
  return `${PREFIX}${limit ?? 'none'}`
}

/**
 * Returns the limit of a hook that has used it up. Other hosts do not count, so that only the first time can be told
 * from the others; the engine's own cap ends such loops. Undefined: the hook may go on.
 */
export function usedUp({ note = '' }: Hook, { fields }: Event): number | undefined {
  const limit = note.startsWith(PREFIX) ? Number(note.slice(PREFIX.length)) : Number.NaN
  if (Number.isNaN(limit)) return undefined
  const { loop_count: count, stop_hook_active: isActive } = fields
  const loops = typeof count === 'number' ? count : isActive === true ? 1 : 0
  return loops >= limit ? limit : undefined
}
