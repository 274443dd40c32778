import { strictest, type Answer, type Decision } from './decision.ts'
import type { HandlerSpec, Hook } from './hook.ts'
import type { FailureClass } from './outcome.ts'

/** What the hook's own host does when a hook fails; `note` is the hook's. */
export type NativeFailure = (
  event: string,
  failure: FailureClass,
  handler: HandlerSpec['type'],
  note?: string,
) => Decision

/** Turns a failed answer into what the hook's failure policy says. Failure is never a verdict by itself. */
export function applyFailurePolicy(answer: Answer, hook: Hook, native: NativeFailure): Answer {
  if (answer.failure === undefined || answer.failure === 'cancelled') return answer
  const decision = policyDecision(hook, answer.failure, native)
  if (decision === 'none') return answer
  return { ...answer, decision: strictest(answer.decision, decision), reason: failureReason(answer, hook) }
}

export function policyDecision(hook: Hook, failure: FailureClass, native: NativeFailure): Decision {
  switch (hook.onFailure) {
    case 'ignore':
      return 'none'
    case 'ask':
      return 'ask'
    case 'deny':
      return 'deny'
    case 'native':
      return native(hook.event, failure, hook.handler.type, hook.note)
  }
}

function failureReason(answer: Answer, hook: Hook): string {
  const what = answer.issues[0]?.message ?? `it ended with ${answer.failure ?? 'a failure'}.`
  const subject = `Hook ${hook.id} `
  return answer.reason ?? (what.startsWith(subject) ? what : `${subject}could not decide: ${what}`)
}
