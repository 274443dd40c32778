import { noAnswer, strictest, type Answer, type Effect } from './decision.ts'
import { policyDecision, type NativeFailure } from './failure-policy.ts'
import type { Hook } from './hook.ts'
import type { Issue } from './issue.ts'

type Distrusting = {
  readonly hook: Hook
  readonly failures: NativeFailure
  /** The host waits to hear whether the action may happen. */
  readonly isGate: boolean
}

/**
 * What the answer of a hook is worth whose scripts changed while it ran: a no still counts, nothing else does. An
 * approved guard never goes quiet, so a gate asks at least.
 */
export function distrust(heard: Answer, problem: Issue, { hook, failures, isGate }: Distrusting): Answer {
  const said = heard.decision === 'deny' ? 'deny' : 'none'
  const policy = strictest(policyDecision(hook, 'crash', failures), isGate ? 'ask' : 'none')
  const decision = strictest(said, policy)
  const reason = said === 'deny' ? heard.reason : `Hook ${hook.id} could not decide: ${problem.message}`
  return {
    ...noAnswer,
    failure: 'swapped',
    decision,
    ...(decision !== 'none' && reason !== undefined && { reason }),
    effects: heard.effects.filter(refuses),
    issues: [problem, ...heard.issues.filter((each) => each !== problem)],
  }
}

/** The same for a hook in the background, whose answer nobody waits for: the user hears of it with the next event. */
export function distrustLate({ id }: Hook, problem: Issue): Answer {
  const message: Effect = {
    kind: 'message',
    text: `hookwright: hook ${id} failed (swapped): ${problem.message}`,
  }
  return { ...noAnswer, failure: 'swapped', effects: [message], issues: [problem] }
}

function refuses(effect: Effect): boolean {
  if (effect.kind === 'permission-result') return effect.behavior === 'deny'
  if (effect.kind === 'elicitation-reply') return effect.action !== 'accept'
  return effect.kind === 'stop'
}
