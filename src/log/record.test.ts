import { expect, test } from 'vitest'
import { answer, hook, toolEvent } from '../../test/helpers/builders.ts'
import { emptyVerdict } from '../core/decision.ts'
import { issue } from '../core/issue.ts'
import { noOutput } from '../core/outcome.ts'
import { recordOf, type RunFacts } from './record.ts'

const exited = { kind: 'exited', code: 0, stdout: noOutput, stderr: noOutput, ms: 1.26 } as const
const hooksOf = (...results: RunFacts['results']) =>
  recordOf('1', {
    plan: { event: toolEvent('Bash'), steps: [], skipped: [] },
    results,
    verdict: emptyVerdict,
    ms: 2,
  }).hooks

test('a plain exit is its id, class, time and code', () => {
  expect(hooksOf({ hook: hook({ id: 'a' }), outcome: exited, answer: answer('none') })).toEqual([
    { id: 'a', class: 'ok', ms: 1.3, exit: 0 },
  ])
})

test('the second look of a guard is told from its first', () => {
  const guard = { hook: hook({ id: 'guard' }), outcome: exited }
  expect(
    hooksOf({ ...guard, answer: answer('none') }, { ...guard, answer: answer('deny', 'no'), pass: 2 }),
  ).toMatchObject([{ class: 'ok' }, { class: 'deny', pass: 2 }])
})

test.for(['terminated', 'left'] as const)('S11 leftovers that were %s are recorded', (leftovers) => {
  const outcome = { ...exited, leftovers }
  expect(hooksOf({ hook: hook(), outcome, answer: answer('none') })).toMatchObject([{ leftovers }])
})

test.for([
  { kind: 'answered', body: { ok: true } },
  { kind: 'failed', issue: issue('model.answer', {}, 'No.') },
] as const)('S38 what a handler notes about a step that $kind is recorded', (said) => {
  const outcome = { ...said, note: { model: 'm' }, ms: 1 }
  expect(hooksOf({ hook: hook(), outcome, answer: answer('none') })).toMatchObject([{ note: { model: 'm' } }])
})

test('the pack of a hook is recorded, and what it noted', () => {
  const handler = { type: 'pack', name: 'guard', options: { level: 'hunter2' } } as const
  const outcome = { kind: 'answered', body: undefined, note: { deletes: 'deny' }, ms: 1 } as const
  expect(hooksOf({ hook: hook({ id: 'mine', handler }), outcome, answer: answer('none') })).toEqual([
    { id: 'mine', pack: 'hookwright/guard', class: 'ok', ms: 1, note: { deletes: 'deny' } },
  ])
})
