import { expect, test, vi } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'

test.for([
  ['the usual budget', [command('true')], 1_500],
  ['the longest timeout of its hooks', [command('true', { timeout: 9 }), command('false')], 9_000],
] as const)('hooks of SessionEnd share %s', async ([, handlers, budget]) => {
  const { engine } = await engineWith('SessionEnd', handlers)
  expect(engine.budgetMs('SessionEnd')).toBe(budget)
})

test('a hook of another session is not counted for a session', async () => {
  const { engine } = await engineWith('SessionEnd', [command('true', { timeout: 9 })], {
    session: { sessionId: 's1' },
  })
  const budgets = ['s1', 's2', undefined].map((id) => engine.budgetMs('SessionEnd', id))
  expect(budgets).toEqual([9_000, undefined, 9_000])
})

test('the variable sets the budget, for functions too', async () => {
  vi.stubEnv('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS', '4000')
  const { engine } = await engineIn()
  engine.on('SessionEnd', {}, () => undefined)
  expect(engine.budgetMs('SessionEnd')).toBe(4_000)
})

test('the variable is that of the `env` option', async () => {
  const env = () => ({ CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '2500' })
  const { engine } = await engineIn({ env })
  engine.on('SessionEnd', {}, () => undefined)
  expect(engine.budgetMs('SessionEnd')).toBe(2_500)
})

test('events whose hooks have only their own timeouts, and events without hooks, have no budget', async () => {
  const { engine } = await engineWith('Stop', [command('true')])
  expect([engine.budgetMs('Stop'), engine.budgetMs('SessionEnd')]).toEqual([undefined, undefined])
})

test('nothing of a program that shares the budget ends before it, wherever the variable is set', async () => {
  const env = { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '120000' }
  const { engine } = await engineIn({ env })
  engine.on('SessionEnd', {}, () => undefined)
  engine.onCallbacks({ SessionEnd: [{ hooks: [() => undefined] }] })
  expect(engine.budgetMs('SessionEnd')).toBe(120_000)
  expect(engine.hooks.map(({ timeoutMs }) => timeoutMs >= 120_000)).toEqual([true, true])
})

test('a function without a timeout of its own is ended by the budget, which is named', async () => {
  const { engine } = await engineIn({ env: { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '150' } })
  engine.on('SessionEnd', {}, () => new Promise<never>(() => {}))
  const { results } = await engine.run({ name: 'SessionEnd' })
  expect(results[0]?.outcome).toMatchObject({ kind: 'timed-out', deadlineMs: 150 })
})
