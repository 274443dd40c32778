import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer, hook, toolEvent } from '../../test/helpers/builders.ts'
import { decide, decideAgain, merge, stanceOf, type Answered, type DecideRules } from './aggregator.ts'
import { DECISIONS, emptyVerdict, type Answer, type Effect } from './decision.ts'
import type { Hook } from './hook.ts'

const rules: DecideRules = {
  event: toolEvent('Bash', { command: 'ls', timeout: 1 }),
  host: 'claude-code',
  rewriteRule: (dialect) => (dialect === 'claude-code' ? 'replace' : 'merge'),
}

const said = (id: string, given: Answer, fields: Partial<Hook> = {}): Answered => ({
  hook: hook({ id, ...fields }),
  answer: given,
})
const context = (text: string): Effect => ({ kind: 'add-context', text })
const rewrite = (input: Record<string, unknown>): Effect => ({ kind: 'rewrite-input', input })

describe('decide', () => {
  test('nobody answered: nothing is decided', () => {
    expect(decide([], rules)).toBe(emptyVerdict)
  })

  test.for([
    ['deny beats everything', ['allow', 'deny', 'ask', 'defer'], 'deny'],
    ['defer beats ask', ['ask', 'defer', 'allow'], 'defer'],
    ['ask beats allow', ['allow', 'ask', 'none'], 'ask'],
    ['allow beats silence', ['none', 'allow'], 'allow'],
  ] as const)('%s', ([, decisions, expected]) => {
    const answered = decisions.map((decision, index) => said(`h${index}`, answer(decision)))
    expect(decide(answered, rules).decision).toBe(expected)
  })

  test('only reasons of the winning decision are joined, in configuration order', () => {
    const answered = [
      said('a', answer('ask', 'sure?')),
      said('b', answer('deny', 'no')),
      said('c', answer('deny', 'never')),
    ]
    expect(decide(answered, rules).reason).toBe('no\nnever')
  })

  test('a deny always carries a reason', () => {
    expect(decide([said('quiet', answer('deny'))], rules).reason).toBe('Denied by hook quiet')
  })

  test('contexts keep configuration order', () => {
    const answered = [
      said('a', answer('none', undefined, [context('1')])),
      said('b', answer('none', undefined, [context('2')])),
    ]
    expect(decide(answered, rules).effects).toEqual([context('1'), context('2')])
  })

  test('a project allow of another dialect is withheld and said', () => {
    const project = { source: { file: 'hookwright.yaml', pointer: [], scope: 'project' } } as const
    const verdict = decide([said('p', answer('allow', 'fine'), project)], rules)
    expect([verdict.decision, verdict.reason, verdict.issues.map((problem) => problem.code)]).toEqual([
      'none',
      undefined,
      ['allow.withheld'],
    ])
  })

  test("a project allow in the host's own dialect reaches it", () => {
    const own = {
      dialect: 'claude-code',
      source: { file: 'settings.json', pointer: [], scope: 'project' },
    } as const
    expect(decide([said('p', answer('allow'), own)], rules).decision).toBe('allow')
  })

  test('rewrites of different fields add up', () => {
    const answered = [
      said('a', answer('none', undefined, [rewrite({ command: 'ls -l', timeout: 1 })])),
      said('b', answer('allow', undefined, [rewrite({ command: 'ls', timeout: 9 })])),
    ]
    const verdict = decide(answered, rules)
    expect(verdict.effects).toEqual([rewrite({ command: 'ls -l', timeout: 9 })])
    expect(verdict.issues).toEqual([])
  })

  test('R44 two rewrites of one field: the later in configuration order stands and the conflict is recorded', () => {
    const answered = [
      said('a', answer('none', undefined, [rewrite({ command: 'one', timeout: 1 })])),
      said('b', answer('none', undefined, [rewrite({ command: 'two', timeout: 1 })])),
    ]
    const verdict = decide(answered, rules)
    expect(verdict.effects).toEqual([rewrite({ command: 'two', timeout: 1 })])
    expect(verdict.issues.map((problem) => problem.message)).toEqual([
      'Hooks a and b both rewrote "command"; the later one in configuration order stands.',
    ])
  })

  test('a dialect that replaces the whole input says what the later rewrite undid', () => {
    const native = { dialect: 'claude-code' }
    const answered = [
      said('a', answer('none', undefined, [rewrite({ command: 'one', timeout: 1 })]), native),
      said('b', answer('none', undefined, [rewrite({ command: 'ls', timeout: 2 })]), native),
    ]
    const verdict = decide(answered, rules)
    expect(verdict.effects).toEqual([rewrite({ command: 'ls', timeout: 2 })])
    expect(verdict.issues.map((problem) => problem.code)).toEqual(['rewrite.conflict'])
  })

  test('a rewrite of a hook that denies is not taken', () => {
    expect(decide([said('a', answer('deny', 'no', [rewrite({})]))], rules).effects).toEqual([])
  })
})

describe('decideAgain', () => {
  const first = decide([said('a', answer('allow', 'ok', [rewrite({ command: 'rm' })]))], rules)

  test('a guard that denies the rewritten input wins', () => {
    const guards = decide([said('g', answer('deny', 'no rm'))], rules)
    expect(decideAgain(first, guards, { command: 'rm' })).toMatchObject({ decision: 'deny', reason: 'no rm' })
  })

  test('a silent guard changes nothing', () => {
    expect(decideAgain(first, decide([said('g', answer('none'))], rules), { command: 'rm' })).toEqual(first)
  })

  test('a guard that says the same input again has not rewritten it', () => {
    const guards = decide([said('g', answer('none', undefined, [rewrite({ command: 'rm' })]))], rules)
    expect(decideAgain(first, guards, { command: 'rm' })).toEqual(first)
  })

  test('a rewrite in the second pass is a deny with an issue', () => {
    const guards = decide([said('g', answer('none', undefined, [rewrite({ command: 'again' })]))], rules)
    const verdict = decideAgain(first, guards, { command: 'rm' })
    expect([verdict.decision, verdict.issues.map((problem) => problem.code)]).toEqual([
      'deny',
      ['rewrite.second'],
    ])
  })
})

const anyEffect: fc.Arbitrary<Effect> = fc.oneof(
  fc.string().map(context),
  fc.string().map((text): Effect => ({ kind: 'message', text })),
  fc.dictionary(fc.constantFrom('command', 'timeout', '__proto__'), fc.integer()).map(rewrite),
)
const anyAnswer = fc.record({
  decision: fc.constantFrom(...DECISIONS),
  reason: fc.string(),
  effects: fc.array(anyEffect, { maxLength: 3 }),
  issues: fc.constant([]),
})
const anyAnswered = fc.tuple(fc.nat(9), anyAnswer).map(([number, given]) => said(`h${number}`, given))

describe('properties', () => {
  test('merging is associative', () => {
    fc.assert(
      fc.property(anyAnswered, anyAnswered, anyAnswered, (x, y, z) => {
        const [a, b, c] = [stanceOf(x, rules), stanceOf(y, rules), stanceOf(z, rules)]
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
      }),
    )
  })

  test('the decision is the same for every order of the answers', () => {
    fc.assert(
      fc.property(
        fc.array(anyAnswered, { maxLength: 6 }),
        fc.infiniteStream(fc.double({ noNaN: true })),
        (answered, random) => {
          const shuffled = answered
            .map((one) => ({ one, key: random.next().value }))
            .toSorted((a, b) => a.key - b.key)
          expect(
            decide(
              shuffled.map(({ one }) => one),
              rules,
            ).decision,
          ).toBe(decide(answered, rules).decision)
        },
      ),
    )
  })
})
