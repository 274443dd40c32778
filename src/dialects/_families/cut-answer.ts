import type { Answer } from '../../core/decision.ts'
import { describeHandler, type Hook } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { Output } from '../../core/outcome.ts'
import type { EventSpec } from '../dialect.ts'

/** Says how much of a hook's stdout was not kept. */
export function overflow({ droppedBytes }: Output, { id, handler }: Hook): Issue {
  const problem = `Hook "${describeHandler(handler)}" wrote too much: ${droppedBytes} bytes of its output were dropped.`
  return issue('output.overflow', { hook: id }, problem, 'Write the decision only.')
}

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
