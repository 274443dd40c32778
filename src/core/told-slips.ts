import type { Answer } from './decision.ts'
import { keepHeldBack } from './held-back.ts'
import type { Hook } from './hook.ts'
import { issue, warning, type Issue } from './issue.ts'
import { misspeltAnswer, type Slip } from './misspelt-answer.ts'
import type { Outcome } from './outcome.ts'

/** Warnings of readers that found a decision which their host does not read. */
const TOLD: ReadonlySet<string> = new Set([
  'output.lost-decision',
  'output.plain',
  'output.misplaced',
  'output.value',
  'output.discarded',
  'output.event-name',
  'output.event',
  'output.unknown-key',
])

/**
 * Returns the answer of a hook with a misspelt decision in its output, if it has one: a guard failed to answer, and
 * `onFailure` says what becomes of that. For other hooks, and for those of a host's own file, the answer stands and the
 * slip is told.
 */
export function tellSlips(
  answer: Answer,
  outcome: Outcome,
  { hook, gate }: { readonly hook: Hook; readonly gate: boolean },
): Answer {
  const output = mayHoldSlip(answer, hook) ? outputOf(outcome) : undefined
  if (output === undefined || output === '') return answer
  const isContext = answer.effects.some(({ kind }) => kind === 'add-context')
  const slip = misspeltAnswer(output, { gate, isContext })
  if (slip === undefined) return answer
  const told = answer.issues.find(({ code }) => TOLD.has(code))
  return isGuard(hook)
    ? unanswered(answer, told ?? problem(slip, hook), hook)
    : noted(answer, told, slip, hook)
}

/** An answer that refuses needs no second look, and one of a language model or a pack is not written by hand. */
function mayHoldSlip({ decision, failure, unheard, issues }: Answer, { handler }: Hook): boolean {
  if (handler.type === 'model' || handler.type === 'rule' || handler.type === 'pack') return false
  if (failure !== undefined || unheard || (decision !== 'none' && decision !== 'allow')) return false
  return !issues.some(({ code }) => code === 'output.cannot-block' || code === 'output.echo')
}

function outputOf(outcome: Outcome): unknown {
  if (outcome.kind === 'exited') return outcome.stdout.text
  return outcome.kind === 'answered' ? outcome.body : undefined
}

/** A hook whose author said that its silence must not let anything through. */
function isGuard({ guard, onFailure }: Hook): boolean {
  return onFailure !== 'native' && (guard || onFailure !== 'ignore')
}

function unanswered(answer: Answer, found: Issue, { id }: Hook): Answer {
  const others = answer.issues.filter((each) => each !== found)
  const failure: Answer = {
    decision: 'none',
    effects: [],
    issues: [{ ...found, severity: 'error' }],
    failure: 'protocol-error',
  }
  return keepHeldBack(failure, { ...answer, issues: others }, id)
}

function noted(answer: Answer, told: Issue | undefined, slip: Slip, hook: Hook): Answer {
  if (told !== undefined) return answer
  const { message, hint } = problem(slip, hook)
  return {
    ...answer,
    issues: [...answer.issues, warning('output.misspelt', { hook: hook.id }, message, hint)],
  }
}

function problem({ written, hint }: Slip, { id }: Hook): Issue {
  const what = `The output of the hook says ${written}, which is not read as a decision.`
  return issue('output.misspelt', { hook: id }, what, hint)
}
