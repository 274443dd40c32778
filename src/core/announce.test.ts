import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { approvalIssues } from './announce.ts'
import type { Skip, SkipReason } from './plan.ts'

const skip = (id: string, because: SkipReason, { file = '/p/a.yaml', why = '' } = {}): Skip => ({
  hook: hook({ id, source: { file, pointer: [], scope: 'project' } }),
  because,
  why,
})
const told = (skipped: readonly Skip[]): readonly (readonly [string, string])[] =>
  approvalIssues(skipped, 'hookwright trust show').map(({ code, message }) => [code, message])

test.for([
  ['nothing was skipped', [], []],
  ['other reasons are nothing to approve', [skip('a', 'condition'), skip('b', 'disabled')], []],
  [
    'one hook',
    [skip('a', 'untrusted')],
    [['trust.untrusted', '1 hook of this file is not approved and does not run: a.']],
  ],
  [
    'what was approved and changed is told apart, with what changed',
    [skip('a', 'untrusted'), skip('b', 'changed', { why: 'changed since it was approved: x.sh' })],
    [
      ['trust.untrusted', '1 hook of this file is not approved and does not run: a.'],
      ['trust.changed', '1 hook of this file does not run: b (changed since it was approved: x.sh).'],
    ],
  ],
] as const)('%s', ([, skipped, expected]) => {
  expect(told(skipped)).toEqual(expected)
})

test('equal hooks are one', () => {
  const one = skip('a', 'untrusted')
  expect(told([one, one])).toEqual(told([one]))
})

test('of many files the first ten are told, and how many more there are', () => {
  const skipped = Array.from({ length: 25 }, (_, index) =>
    skip('a', 'untrusted', { file: `/p/${index}.json` }),
  )
  expect(told(skipped)).toHaveLength(11)
  expect(told(skipped).at(-1)).toEqual([
    'trust.untrusted',
    '15 more files have hooks that are not approved and do not run.',
  ])
})
