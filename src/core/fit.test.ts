import { describe, expect, test } from 'vitest'
import { answer, toolEvent } from '../../test/helpers/builders.ts'
import { emptyVerdict, type Decision, type Effect, type Verdict } from './decision.ts'
import { fit, refuseQuestions, type Fitting, type Honours } from './fit.ts'

const everything: Honours = {
  decisions: ['allow', 'ask', 'defer', 'deny'],
  effects: ['add-context', 'native'],
  wire: 'claude-code',
  gate: true,
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

  const noRewrites: Honours = { ...everything, decisions: ['allow', 'ask', 'deny'], effects: [], gate: true }
  const newInput: Effect = { kind: 'rewrite-input', input: { command: 'true' } }
  const newPrompt: Effect = { kind: 'patch', prompt: 'p' }

  const loss = (what: Effect['kind']) => ({ what, why: 'the host has no place for it here', hook: 'h' })

  const call = { ...attended, event: toolEvent('Bash', { command: 'ls' }) }

  test.for<readonly [string, Effect, Decision, Fitting]>([
    ['a new prompt', newPrompt, 'none', attended],
    ['a new input', newInput, 'allow', call],
    ['a new input beside a question', newInput, 'ask', call],
  ])('S19 the original is denied when the host has no place for %s', ([, effect, said, options]) => {
    const fitted = fit(verdict(said, [effect]), noRewrites, options)
    expect(fitted).toMatchObject({ decision: 'deny', effects: [], lost: [loss(effect.kind)] })
    expect(fitted.reason).toMatch(/^Hook h changed the (?:prompt|input), /)
  })

  test.for<readonly [string, Effect, Partial<Honours>, Fitting]>([
    ['another model', { kind: 'patch', model: 'm' }, {}, attended],
    ['a prompt beside a tool call', newPrompt, {}, call],
    ['the prompt as it was', newPrompt, {}, { ...attended, event: { prompt: 'p' } }],
    ['the input as it was', { kind: 'rewrite-input', input: { command: 'ls' } }, {}, call],
    ['a new prompt of an event that waits for nobody', newPrompt, { gate: false }, attended],
    ['a new prompt of an event that cannot be denied', newPrompt, { decisions: [] }, attended],
  ])('S19 %s that the host has no place for is told as lost', ([, effect, part, options]) => {
    const fitted = fit(verdict('none', [effect]), { ...noRewrites, ...part }, options)
    expect(fitted).toMatchObject({ decision: 'none', effects: [], lost: [loss(effect.kind)] })
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
