import type { Answer } from '../../core/decision.ts'
import type { Hook } from '../../core/hook.ts'
import type { EventSpec } from '../dialect.ts'

/**
 * Returns what becomes of an answer that our own limit cut, given as a failure with its issue. The file's own host reads
 * longer answers, and what was cut off may have been a no or a rewrite, so the event is refused where it can be. A hook
 * with a failure policy of its own keeps that policy.
 */
export function settleCut(
  failure: Answer,
  hook: Hook,
  { decisions }: Partial<Pick<EventSpec, 'decisions'>>,
): Answer {
  const [problem] = failure.issues
  if (hook.onFailure !== 'native' || !decisions?.includes('deny') || problem === undefined) return failure
  return { ...failure, decision: 'deny', reason: `Hook ${hook.id} could not decide: ${problem.message}` }
}
