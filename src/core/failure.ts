import { isAnswer, noAnswer, type Answer, type Decision } from './decision.ts'
import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import { issue, type Issue } from './issue.ts'
import type { FailureClass, Outcome, Said } from './outcome.ts'

/** What the hook's own host does when a hook fails. */
export type NativeFailure = (event: string, failure: FailureClass) => Decision

/** Reads what a hook of some wire said. */
export type ReadSaid = (hook: Hook, event: Event, said: Said) => Answer

/** Rules and functions answer in our own words; nothing needs to be read. */
export function heardAnswer(outcome: Outcome): Answer | undefined {
  if (outcome.kind !== 'answered') return undefined
  const { body } = outcome
  if (body === undefined) return noAnswer
  if (!isAnswer(body)) return undefined
  return Array.isArray(body.issues) ? body : { ...body, issues: noAnswer.issues }
}

/** Failures mean the same on every wire; only what a hook really said goes through its dialect. */
export function readOutcome(
  outcome: Outcome,
  readSaid: ReadSaid,
  { hook, event }: { hook: Hook; event: Event },
): Answer {
  switch (outcome.kind) {
    case 'exited':
      return outcome.code === null
        ? failed('signal', signalled(outcome.signal), hook)
        : readSaid(hook, event, outcome)
    case 'answered':
      return heardAnswer(outcome) ?? readSaid(hook, event, outcome)
    case 'not-started':
      return failed('launch-failure', outcome.issue, hook)
    case 'failed':
      return failed('crash', outcome.issue, hook)
    case 'timed-out':
      return failed('timeout', timedOut(outcome.afterMs), hook)
    case 'cancelled':
      return { ...noAnswer, failure: 'cancelled' }
    case 'backgrounded':
      return noAnswer
  }
}

function failed(failure: FailureClass, problem: Issue, hook: Hook): Answer {
  return { ...noAnswer, failure, issues: [{ ...problem, place: { ...problem.place, hook: hook.id } }] }
}

function signalled(signal = 'a signal'): Issue {
  return issue('hook.signal', {}, `It was ended by ${signal}.`)
}

function timedOut(afterMs: number): Issue {
  const seconds = `${Math.round(afterMs / 100) / 10} s`
  return issue(
    'hook.timeout',
    {},
    `It had not answered after ${seconds} and was stopped.`,
    'Raise its `timeout`, or make it faster.',
  )
}

/** Turns a failed answer into what the hook's failure policy says. Failure is never a verdict by itself. */
export function applyFailurePolicy(answer: Answer, hook: Hook, native: NativeFailure): Answer {
  if (answer.failure === undefined || answer.failure === 'cancelled') return answer
  const decision = policyDecision(hook, answer.failure, native)
  if (decision === 'none') return answer
  return { ...answer, decision, reason: failureReason(answer, hook) }
}

function policyDecision(hook: Hook, failure: FailureClass, native: NativeFailure): Decision {
  switch (hook.onFailure) {
    case 'ignore':
      return 'none'
    case 'ask':
      return 'ask'
    case 'deny':
      return 'deny'
    case 'native':
      return native(hook.event, failure)
  }
}

function failureReason(answer: Answer, hook: Hook): string {
  const what = answer.issues[0]?.message ?? `it ended with ${answer.failure ?? 'a failure'}.`
  return answer.reason ?? `Hook ${hook.id} could not decide: ${what}`
}
