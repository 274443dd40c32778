import { expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { DECISIONS, deny, noAnswer, type Answer } from './decision.ts'
import { applyFailurePolicy } from './failure-policy.ts'
import { readOutcome } from './failure.ts'
import { issue } from './issue.ts'
import { noOutput, type Outcome } from './outcome.ts'

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

test('a message that names its hook already is not introduced again', () => {
  const named: Answer = { ...failed, issues: [issue('x', {}, 'Hook h was not run: it is too new.')] }
  expect(applyFailurePolicy(named, hook({ id: 'h', onFailure: 'deny' }), () => 'deny').reason).toBe(
    'Hook h was not run: it is too new.',
  )
})

test('an answer is left alone', () => {
  expect(applyFailurePolicy(noAnswer, hook({ onFailure: 'deny' }), () => 'deny')).toBe(noAnswer)
})

test('a step cancelled by an earlier deny adds no deny of its own', () => {
  const cancelled: Answer = { ...noAnswer, failure: 'cancelled' }
  expect(applyFailurePolicy(cancelled, hook({ onFailure: 'deny' }), () => 'deny')).toBe(cancelled)
})

const streams = { stdout: noOutput, stderr: noOutput, ms: 1 }
const place = { hook: hook(), event: toolEvent('Bash') }

test.for<[string, Outcome, string]>([
  [
    'a step that never started',
    { kind: 'not-started', issue: issue('x', {}, 'no'), ms: 0 },
    'launch-failure',
  ],
  ['a handler that broke', { kind: 'failed', issue: issue('x', {}, 'no'), ms: 0 }, 'crash'],
  ['a deadline', { kind: 'timed-out', afterMs: 1, ...streams }, 'timeout'],
  ['S21 a signal', { kind: 'exited', code: null, signal: 'SIGKILL', ...streams }, 'signal'],
  ['a cancel', { kind: 'cancelled', by: 'host', ms: 0 }, 'cancelled'],
])('%s is a failure whatever the wire', ([, outcome, expected]) => {
  const read = readOutcome(outcome, () => deny('a dialect was asked'), place)
  expect([read.decision, read.failure]).toEqual(['none', expected])
})

test.for<[string, Outcome]>([
  ['an exit', { kind: 'exited', code: 1, ...streams }],
  ['a body in the words of its wire', { kind: 'answered', body: { decision: 'block' }, ms: 1 }],
])('%s is for the dialect to read', ([, outcome]) => {
  expect(readOutcome(outcome, () => deny('read'), place)).toEqual(deny('read'))
})

test('an answer in our own words is taken as it is, and silence is no answer', () => {
  expect(readOutcome({ kind: 'answered', body: deny('own'), ms: 0 }, () => noAnswer, place)).toEqual(
    deny('own'),
  )
  expect(readOutcome({ kind: 'answered', body: undefined, ms: 0 }, () => deny('x'), place)).toBe(noAnswer)
})

test('an answer written by hand may leave out its issues', () => {
  const body = { decision: 'deny', reason: 'no', effects: [] }
  expect(readOutcome({ kind: 'answered', body, ms: 0 }, () => noAnswer, place)).toEqual(deny('no'))
})

const hear = (body: unknown): Answer =>
  readOutcome({ kind: 'answered', body, ms: 0 }, () => deny('a dialect was asked'), place)

test.for(DECISIONS)('{ decision: %s } is an answer on its own', (decision) => {
  expect(hear({ decision, reason: 'no' })).toEqual({ ...noAnswer, decision, reason: 'no' })
})

test.for([['approve'], ['block'], [undefined]])('the word %s is for the dialect', ([decision]) => {
  expect(hear({ decision })).toEqual(deny('a dialect was asked'))
})

test.for<[string, unknown]>([
  ['null', [null]],
  ['no list', 'add-context'],
  ['a kind nobody knows', [{ kind: 'explode' }]],
  ['a name every object has', [{ kind: 'toString' }]],
  ['a rewrite to nothing', [{ kind: 'rewrite-input' }]],
])('effects that are %s are a failure, not a crash', ([, effects]) => {
  expect(hear({ decision: 'allow', effects })).toMatchObject({
    decision: 'none',
    effects: [],
    failure: 'protocol-error',
    issues: [{ code: 'answer.effects', place: { hook: 'hook' } }],
  })
})

test('issues that are none are left out, and a reason that is no text is no reason to lose a deny', () => {
  expect(hear({ decision: 'deny', reason: { why: 'x' }, effects: [], issues: [null] })).toEqual(deny())
})

test('a failure names its hook', () => {
  const read = readOutcome({ kind: 'timed-out', afterMs: 1_500, ...streams }, () => noAnswer, place)
  expect(read.issues).toEqual([
    expect.objectContaining({
      place: { hook: 'hook' },
      message: 'It had not answered after 1.5 s and was stopped.',
    }),
  ])
})
