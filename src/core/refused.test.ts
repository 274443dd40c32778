import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer, hook, ofProject, toolEvent } from '../../test/helpers/builders.ts'
import { decide, decideAgain, type Answered, type DecideRules } from './aggregator.ts'
import { DECISIONS, type Answer, type Effect, type Verdict } from './decision.ts'
import { applyFailurePolicy } from './failure-policy.ts'
import { fit, fitProgram, refuseQuestions } from './fit.ts'

const rules: DecideRules = {
  event: toolEvent('Bash', { command: 'ls' }),
  host: 'claude-code',
  rewriteRule: (dialect) => (dialect === 'claude-code' ? 'replace' : 'merge'),
  ofProject,
}
const honours = {
  decisions: ['allow', 'ask', 'defer', 'deny'],
  effects: ['add-context', 'rewrite-input', 'permission-result', 'elicitation-reply'],
  wire: 'claude-code',
  gate: true,
} as const
const attended = { headless: false }
const rewrite: Effect = { kind: 'rewrite-input', input: { command: 'true' } }
const said = (id: string, given: Answer): Answered => ({ hook: hook({ id }), answer: given })
const rewriter = said('rewriter', answer('allow', undefined, [rewrite]))
const lostRewrite = { what: 'rewrite-input', why: 'a call that is refused has no input', hook: 'rewriter' }

describe('a refused call carries no rewrite', () => {
  test.for<[string, Verdict]>([
    ['another hook denied', decide([rewriter, said('d', answer('deny', 'no'))], rules)],
    ['a failed hook with onFailure deny', decide([rewriter, failedGuard()], rules)],
    [
      'a permission result that denies',
      decide(
        [rewriter, said('p', answer('none', undefined, [{ kind: 'permission-result', behavior: 'deny' }]))],
        rules,
      ),
    ],
    ['an ask that nobody can answer', refuseQuestions(decide([rewriter, said('a', answer('ask'))], rules))],
    [
      'an ask on a headless host',
      fit(decide([rewriter, said('a', answer('ask'))], rules), honours, { headless: true }),
    ],
    [
      'an ask on a host without ask',
      fit(decide([rewriter, said('a', answer('ask'))], rules), { ...honours, decisions: ['deny'] }, attended),
    ],
    [
      'a defer, which the host ends the turn for',
      fit(decide([rewriter, said('a', answer('defer'))], rules), honours, attended),
    ],
    [
      'a defer that a program reads',
      fitProgram(decide([rewriter, said('a', answer('defer'))], rules), attended),
    ],
    ['a guard that denies the rewritten input', again(said('guard', answer('deny', 'no')))],
    [
      'a guard that rewrites once more',
      again(said('guard', answer('none', undefined, [{ kind: 'rewrite-input', input: { command: 'rm' } }]))),
    ],
  ])('%s', ([, verdict]) => {
    expect(verdict.effects).not.toContainEqual(expect.objectContaining({ kind: 'rewrite-input' }))
    expect(verdict.lost).toContainEqual(lostRewrite)
  })

  test('an ask keeps the rewrite: the host shows it to the user', () => {
    const verdict = fit(decide([rewriter, said('a', answer('ask'))], rules), honours, attended)
    expect([verdict.decision, verdict.effects, verdict.lost]).toEqual(['ask', [rewrite], []])
  })

  test('a defer that becomes an ask keeps the rewrite too', () => {
    const deferred = decide([rewriter, said('a', answer('defer'))], rules)
    const verdict = fit(deferred, { ...honours, decisions: ['ask', 'deny'] }, attended)
    expect([verdict.decision, verdict.effects]).toEqual(['ask', [rewrite]])
  })

  test('a loss is told once, also where the host could not rewrite anyway', () => {
    const verdict = decide([rewriter, said('d', answer('deny', 'no'))], rules)
    expect(fit(verdict, { ...honours, effects: [] }, attended).lost).toEqual([lostRewrite])
  })

  test('two rewrites of one hook are one loss', () => {
    const twice = said('rewriter', answer('none', undefined, [rewrite, rewrite]))
    const asked = decide([twice, said('a', answer('ask'))], rules)
    const { lost } = fit(asked, { ...honours, decisions: ['deny'], effects: [] }, attended)
    expect(lost.filter(({ what }) => what === 'rewrite-input')).toHaveLength(1)
  })

  test('the rewrite of the hook that denies is told too', () =>
    expect(decide([said('rewriter', answer('deny', 'no', [rewrite]))], rules)).toMatchObject({
      effects: [],
      lost: [lostRewrite],
    }))

  test('no two rewrites of a denied call are a conflict', () => {
    const other = said('other', answer('none', undefined, [{ ...rewrite, input: { command: 'false' } }]))
    expect(decide([rewriter, other, said('d', answer('deny', 'no'))], rules).issues).toEqual([])
  })

  test('whatever hooks answer, in one look or two, on whatever host', () =>
    fc.assert(
      fc.property(
        answers(),
        answers(),
        fc.subarray([...honours.decisions]),
        fc.boolean(),
        (first, second, decisions, headless) => {
          const one = decide(first, rules)
          const two = decideAgain(one, decide(second, rules), {
            input: { command: 'true' },
            answered: first,
            rules,
          })
          for (const verdict of [one, two])
            for (const last of [
              verdict,
              refuseQuestions(verdict),
              fitProgram(verdict, { headless }),
              fit(verdict, { ...honours, decisions }, { headless }),
              fit(verdict, { ...honours, decisions, effects: ['add-context'] }, { headless }),
            ])
              expectNoneLeft(last)
        },
      ),
    ))
})

describe('a refused request carries no yes of another hook', () => {
  const grant: Effect = { kind: 'permission-result', behavior: 'allow', permissions: [{ type: 'setMode' }] }
  const accept: Effect = { kind: 'elicitation-reply', action: 'accept', content: { a: 1 } }
  const refuser = said('refuser', answer('deny', 'no'))

  test.for([
    ['a granted permission', grant],
    ['an accepted elicitation', accept],
  ] as const)('%s', ([, yes]) => {
    const verdict = decide([said('granter', answer('allow', undefined, [yes])), refuser], rules)
    expect(verdict).toMatchObject({ decision: 'deny', effects: [] })
    expect(verdict.lost).toEqual([{ what: yes.kind, why: expect.any(String), hook: 'granter' }])
  })

  test.for<Effect>([
    { kind: 'permission-result', behavior: 'deny', interrupt: true },
    { kind: 'elicitation-reply', action: 'decline' },
    { kind: 'elicitation-reply', action: 'cancel' },
  ])('a no stays: %o', (no) => {
    const verdict = decide([said('other', answer('none', undefined, [no])), refuser], rules)
    expect([verdict.effects, verdict.lost]).toEqual([[no], []])
  })

  test('without a refusal the yes stays', () => {
    const verdict = decide([said('granter', answer('allow', undefined, [grant]))], rules)
    expect([verdict.effects, verdict.lost]).toEqual([[grant], []])
  })
})

function isYes(effect: Effect): boolean {
  if (effect.kind === 'permission-result') return effect.behavior === 'allow'
  if (effect.kind === 'elicitation-reply') return effect.action === 'accept'
  return effect.kind === 'rewrite-input'
}

function expectNoneLeft(verdict: Verdict): void {
  const { decision, effects, answers: heard, lost } = verdict
  const isRefused =
    decision === 'deny' ||
    effects.some((effect) => effect.kind === 'permission-result' && effect.behavior === 'deny')
  if (!isRefused) return
  expect(effects.filter(isYes)).toEqual([])
  for (const { hook: id, answer: each, pass } of heard)
    for (const { kind } of pass === undefined ? each.effects.filter(isYes) : [])
      expect(lost.filter(({ what, hook: one }) => what === kind && one === id)).toHaveLength(1)
}

function answers(): fc.Arbitrary<Answered[]> {
  const effect = fc.constantFrom<Effect>(
    rewrite,
    { kind: 'rewrite-input', input: { command: 'false' } },
    { kind: 'add-context', text: 'c' },
    { kind: 'permission-result', behavior: 'deny' },
    { kind: 'permission-result', behavior: 'allow' },
    { kind: 'elicitation-reply', action: 'accept' },
    { kind: 'elicitation-reply', action: 'decline' },
  )
  const one = fc.record({
    decision: fc.constantFrom(...DECISIONS),
    effects: fc.array(effect, { maxLength: 2 }),
    dialect: fc.constantFrom('claude-code', 'hookwright'),
    fails: fc.boolean(),
    onFailure: fc.constantFrom('ignore', 'ask', 'deny'),
  })
  return fc.array(one, { maxLength: 4 }).map((all) =>
    all.map(({ decision, effects, dialect, fails, onFailure }, index) => {
      const own = hook({ id: `h${index}`, dialect, onFailure })
      const given = answer(decision, undefined, effects)
      const failed = applyFailurePolicy({ ...answer('none'), failure: 'crash' }, own, () => 'none')
      return { hook: own, answer: fails ? failed : given }
    }),
  )
}

function failedGuard(): Answered {
  const guard = hook({ id: 'guard', onFailure: 'deny' })
  return {
    hook: guard,
    answer: applyFailurePolicy({ ...answer('none'), failure: 'timeout' }, guard, () => 'none'),
  }
}

function again(guard: Answered): Verdict {
  const first = decide([rewriter], rules)
  return decideAgain(first, decide([guard], rules), {
    input: { command: 'true' },
    answered: [rewriter],
    rules,
  })
}
