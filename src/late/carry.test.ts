import { expect, test } from 'vitest'
import { addContext, emptyVerdict, type Effect, type EffectKind } from '../core/decision.ts'
import { canCarryLate, lateEffects, withLateAnswers } from './carry.ts'

const own: Effect = { kind: 'message', text: 'own' }
const late: Effect = { kind: 'add-context', text: 'late' }

test.for<[readonly EffectKind[], boolean]>([
  [['add-context', 'message'], true],
  [['message', 'rewrite-input', 'add-context'], true],
  [['add-context'], false],
  [['message'], false],
  [[], false],
])('an event that honours %j carries late answers: %j', ([honours, isCarrier]) => {
  expect(canCarryLate(honours)).toBe(isCarrier)
})

test('late answers come behind the effects of the event, and change nothing else', () => {
  const verdict = { ...emptyVerdict, decision: 'deny', effects: [own] } as const
  expect(withLateAnswers(verdict, [late])).toEqual({ ...verdict, effects: [own, late] })
})

test('a verdict without waiting late answers stays the same value', () => {
  expect(withLateAnswers(emptyVerdict, [])).toBe(emptyVerdict)
})

test('the text that should have woken the model comes first', () => {
  expect([
    lateEffects({ answer: addContext('late'), wake: 'red' }),
    lateEffects({ answer: addContext('late') }),
  ]).toEqual([[{ kind: 'add-context', text: 'red' }, late], [late]])
})
