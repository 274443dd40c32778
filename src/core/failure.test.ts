import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { noAnswer, type Answer } from './decision.ts'
import { applyFailurePolicy } from './failure.ts'
import { issue } from './issue.ts'
import { failureOf, noOutput, type Outcome } from './outcome.ts'

const failed: Answer = {
  ...noAnswer,
  failure: 'timeout',
  issues: [issue('hook.timeout', {}, 'It took too long.')],
}

test.for([
  ['ignore never becomes allow', 'ignore', 'none', undefined],
  ['ask asks', 'ask', 'ask', 'Hook h could not decide: It took too long.'],
  ['deny denies', 'deny', 'deny', 'Hook h could not decide: It took too long.'],
  [
    'native does what the hook’s own host does',
    'native',
    'deny',
    'Hook h could not decide: It took too long.',
  ],
] as const)('%s', ([, onFailure, decision, reason]) => {
  const settled = applyFailurePolicy(failed, hook({ id: 'h', onFailure }), () => 'deny')
  expect([settled.decision, settled.reason, settled.failure]).toEqual([decision, reason, 'timeout'])
})

test('an answer is left alone', () => {
  expect(applyFailurePolicy(noAnswer, hook({ onFailure: 'deny' }), () => 'deny')).toBe(noAnswer)
})

test('a step cancelled by an earlier deny adds no deny of its own', () => {
  const cancelled: Answer = { ...noAnswer, failure: 'cancelled' }
  expect(applyFailurePolicy(cancelled, hook({ onFailure: 'deny' }), () => 'deny')).toBe(cancelled)
})

test.for<[string, Outcome, string | undefined]>([
  [
    'a step that never started',
    { kind: 'not-started', issue: issue('x', {}, 'no'), ms: 0 },
    'launch-failure',
  ],
  ['a handler that broke', { kind: 'failed', issue: issue('x', {}, 'no'), ms: 0 }, 'crash'],
  ['a deadline', { kind: 'timed-out', afterMs: 1, stdout: noOutput, stderr: noOutput, ms: 1 }, 'timeout'],
  ['a cancel', { kind: 'cancelled', by: 'host', ms: 0 }, 'cancelled'],
  [
    'an exit is for the dialect to read',
    { kind: 'exited', code: 1, stdout: noOutput, stderr: noOutput, ms: 1 },
    undefined,
  ],
])('failureOf: %s', ([, outcome, expected]) => {
  expect(failureOf(outcome)?.failure).toBe(expected)
})
