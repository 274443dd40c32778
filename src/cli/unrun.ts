import { strictest, noAnswer, type Answer, type Decision } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { applyFailurePolicy } from '../core/failure-policy.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { indexHooks, plan } from '../core/planner.ts'
import type { Workspace } from '../workspace/open.ts'
import { judge } from '../engine/judge.ts'
import type { StepResult } from '../engine/runner.ts'

/**
 * Returns what the hooks of an event decide when hookwright itself failed before it could run them: each hook's failure
 * policy, and each rule, which needs no process. Conditions count as met, because nothing can evaluate them now.
 */
export function decideUnrun(
  event: Event,
  { loaded, refuse, dialects }: Pick<Workspace, 'loaded' | 'refuse' | 'dialects'>,
  problem: Issue,
): Decision {
  const index = indexHooks(loaded.hooks)
  const { steps } = plan(event, index, judge(event, index, { refuse, condition: () => MET }))
  const failed: Answer = { ...noAnswer, failure: 'launch-failure', issues: [problem] }
  return strictestOf(steps, failed, dialects)
}

/** Returns what the hooks decide that a signal to hookwright cancelled: as those that met their timeout. */
export function decideCancelled(
  results: readonly StepResult[],
  { dialects }: Pick<Workspace, 'dialects'>,
  problem: Issue,
): Decision {
  const failed: Answer = { ...noAnswer, failure: 'timeout', issues: [problem] }
  const cancelled = results.filter(({ outcome }) => outcome.kind === 'cancelled' && outcome.by === 'host')
  return strictestOf(cancelled, failed, dialects)
}

function strictestOf(
  steps: readonly { readonly hook: Hook }[],
  failed: Answer,
  dialects: Workspace['dialects'],
): Decision {
  return steps.reduce<Decision>((decision, { hook }) => {
    const failures = dialects.get(hook.dialect)?.failures ?? (() => 'none' as const)
    return strictest(decision, strictest(ruled(hook), applyFailurePolicy(failed, hook, failures).decision))
  }, 'none')
}

const MET = { holds: true, whole: false, why: 'could not be evaluated' }

function ruled({ handler, mode }: Hook): Decision {
  return handler.type === 'rule' && mode === 'wait' && handler.decision !== 'allow'
    ? handler.decision
    : 'none'
}
