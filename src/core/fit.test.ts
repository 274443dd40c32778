import { describe, expect, test } from 'vitest'
import { answer } from '../../test/helpers/builders.ts'
import { emptyVerdict, type Decision, type Effect, type Verdict } from './decision.ts'
import { fit, refuseQuestions, type Honours } from './fit.ts'

const everything: Honours = {
  decisions: ['allow', 'ask', 'defer', 'deny'],
  effects: ['add-context', 'native'],
  wire: 'claude-code',
}
const verdict = (decision: Decision, effects: Effect[] = []): Verdict => ({
  ...emptyVerdict,
  decision,
  effects,
  answers: [{ hook: 'h', answer: answer(decision, undefined, effects) }],
})
const attended = { headless: false }

describe('fit', () => {
  test.for([
    ['a known decision stays', 'ask', everything.decisions, attended, 'ask', []],
    ['ask becomes deny where the host has no ask', 'ask', ['deny'], attended, 'deny', ['ask']],
    ['defer becomes ask, then deny', 'defer', ['ask', 'deny'], attended, 'ask', ['defer']],
    [
      'ask becomes deny when nobody can answer (S26)',
      'ask',
      everything.decisions,
      { headless: true },
      'deny',
      ['ask'],
    ],
    ['a deny the host does not wait for is lost, and said', 'deny', [], attended, 'none', ['deny']],
    ['an allow nobody waits for is no loss', 'allow', ['deny'], attended, 'none', []],
  ] as const)('%s', ([, wanted, decisions, options, expected, lost]) => {
    const fitted = fit(verdict(wanted), { ...everything, decisions }, options)
    expect([fitted.decision, fitted.lost.map(({ what }) => what)]).toEqual([expected, lost])
  })

  test('S19 an effect the host has no place for is lost with the hook that asked for it', () => {
    const fitted = fit(
      verdict('none', [{ kind: 'retry' }, { kind: 'add-context', text: 'c' }]),
      everything,
      attended,
    )
    expect(fitted.effects).toEqual([{ kind: 'add-context', text: 'c' }])
    expect(fitted.lost).toEqual([{ what: 'retry', why: 'the host has no place for it here', hook: 'h' }])
  })

  test('a field of another wire is lost', () => {
    const native: Effect = { kind: 'native', wire: 'copilot', field: 'handled', value: true }
    expect(fit(verdict('none', [native]), everything, attended).lost).toEqual([
      { what: 'native', why: 'only copilot understands "handled"', hook: 'h' },
    ])
  })

  test('an empty verdict is returned as it is', () => {
    expect(fit(emptyVerdict, everything, attended)).toBe(emptyVerdict)
  })
})

test('refuseQuestions turns only ask into deny', () => {
  expect([refuseQuestions(verdict('ask')).decision, refuseQuestions(verdict('allow')).decision]).toEqual([
    'deny',
    'allow',
  ])
})
