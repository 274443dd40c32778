import { isDecision, isEffect, noAnswer, type Answer } from './decision.ts'
import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import { holdsBack, keepHeldBack, tellRewrites } from './held-back.ts'
import { isIssue, issue, type Issue } from './issue.ts'
import type { FailureClass, Outcome, Said } from './outcome.ts'
import { unknownAnswerKeys } from './unknown-answer-keys.ts'

/** Reads what a hook of some wire said. */
export type ReadSaid = (hook: Hook, event: Event, said: Said) => Answer

/** Rules and functions answer in our own words; nothing needs to be read. */
export function heardAnswer(outcome: Outcome, hook: Hook): Answer | undefined {
  if (outcome.kind !== 'answered') return undefined
  const { body } = outcome
  if (body === undefined) return noAnswer
  if (!isOurs(body)) return undefined
  if (!areEffects(body.effects)) return failed('protocol-error', badEffects(), hook)
  const answer = isComplete(body) ? body : complete(body)
  const slips = unknownAnswerKeys(body, KEYS, hook)
  return slips.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...slips] }
}

const KEYS: Readonly<Record<keyof Answer, true>> = {
  decision: true,
  reason: true,
  effects: true,
  issues: true,
  unheard: true,
  failure: true,
}

/** An answer written by hand: only its decision is certain. */
type Handwritten = { readonly [Key in keyof Answer]?: unknown } & Pick<Answer, 'decision'>

function isOurs(body: unknown): body is Handwritten {
  return typeof body === 'object' && body !== null && isDecision((body as Partial<Answer>).decision)
}

function areEffects(effects: unknown): boolean {
  return effects === undefined || (Array.isArray(effects) && effects.every(isEffect))
}

function isComplete(body: Handwritten): body is Answer {
  const { reason, effects, issues } = body
  if (effects === undefined || (reason !== undefined && typeof reason !== 'string')) return false
  return Array.isArray(issues) && issues.every(isIssue)
}

/** A slip beside the decision is no reason to lose the decision. */
function complete({ reason, effects, issues, ...rest }: Handwritten): Answer {
  return {
    ...(rest as Answer),
    ...(typeof reason === 'string' && { reason }),
    effects: (effects as Answer['effects'] | undefined) ?? noAnswer.effects,
    issues: Array.isArray(issues) ? issues.filter(isIssue) : noAnswer.issues,
  }
}

function badEffects(): Issue {
  return issue(
    'answer.effects',
    {},
    'The `effects` of its answer are no list of effects.',
    'Use the constructors: `addContext(text)`, `rewriteInput(input)`.',
  )
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
        ? readKilled(outcome, readSaid, { hook, event })
        : readSaid(hook, event, outcome)
    case 'answered':
      return heardAnswer(outcome, hook) ?? readSaid(hook, event, outcome)
    case 'not-started':
      return failed('launch-failure', outcome.issue, hook)
    case 'failed':
      return failed(outcome.failure ?? 'crash', outcome.issue, hook)
    case 'timed-out':
      return failed('timeout', timedOut(outcome), hook)
    case 'cancelled':
      return { ...noAnswer, failure: 'cancelled' }
    case 'backgrounded':
      return noAnswer
  }
}

/** Hosts ignore what a process wrote that a signal ended. In a file of ours a no that was written stands. */
function readKilled(
  outcome: Extract<Outcome, { kind: 'exited' }>,
  readSaid: ReadSaid,
  { hook, event }: { hook: Hook; event: Event },
): Answer {
  const failure = failed('signal', signalled(outcome.signal), hook)
  if (hook.dialect === hook.wire || outcome.stdout.text === '') return failure
  const said = readSaid(hook, event, { ...outcome, code: 0 })
  if (said.failure !== undefined) return failure
  return holdsBack(said) ? keepHeldBack(failure, said, hook.id) : tellRewrites(failure, said)
}

function failed(failure: FailureClass, problem: Issue, hook: Hook): Answer {
  return { ...noAnswer, failure, issues: [{ ...problem, place: { ...problem.place, hook: hook.id } }] }
}

function signalled(signal = 'a signal'): Issue {
  return issue('hook.signal', {}, `It was ended by ${signal}.`)
}

function timedOut({ afterMs, deadlineMs, declared }: Extract<Outcome, { kind: 'timed-out' }>): Issue {
  if (deadlineMs !== undefined)
    return issue(
      'hook.timeout',
      {},
      `It had not answered when the run's deadline of ${deadlineMs / 1000} s ended it.`,
      'Raise the deadline, or make the hook faster.',
    )
  const seconds = `${Math.round(afterMs / 100) / 10} s`
  return issue(
    'hook.timeout',
    {},
    `It had not answered after ${seconds} and was stopped.`,
    `Raise its \`${declared ? 'asyncTimeout' : 'timeout'}\`, or make it faster.`,
  )
}

/** Adds what went wrong around a step; the reason of a failure stays the first issue. */
export function withWarnings(answer: Answer, outcome: Outcome): Answer {
  const warnings = 'warnings' in outcome ? outcome.warnings : undefined
  return warnings === undefined ? answer : { ...answer, issues: [...answer.issues, ...warnings] }
}
