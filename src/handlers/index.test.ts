import { expect, test, vi } from 'vitest'
import { createEvent, createHook, createStep } from '../../test/shells/steps.ts'
import type { HandlerSpec } from '../core/hook.ts'
import { systemClock } from '../ports/clock.ts'
import type { Handler } from './handler.ts'
import { createHandlers } from './index.ts'

const load = vi.fn<() => Promise<Handler>>(async () => async () => ({ kind: 'answered', body: 'ran', ms: 1 }))
const handlers = createHandlers({
  clock: systemClock,
  command: load,
  module: load,
  http: load,
  mcp_tool: load,
  model: load,
  pack: load,
})
const run = (handler: HandlerSpec) =>
  handlers[handler.type](createStep(createHook(handler), createEvent({ projectDir: '/p' })))

const answered = (body: unknown) => ({ kind: 'answered', body, ms: expect.any(Number) })
const NOTHING = { effects: [], issues: [] }
const context = [{ kind: 'add-context', text: 'Be careful.' }]

test.for([
  [
    'a rule denies with its reason',
    { type: 'rule', decision: 'deny', reason: 'no' },
    answered({ ...NOTHING, decision: 'deny', reason: 'no' }),
  ],
  [
    'a rule asks without a reason',
    { type: 'rule', decision: 'ask' },
    answered({ ...NOTHING, decision: 'ask' }),
  ],
  ['a rule allows', { type: 'rule', decision: 'allow' }, answered({ ...NOTHING, decision: 'allow' })],
  [
    'a rule adds context only',
    { type: 'rule', decision: 'none', context: 'Be careful.' },
    answered({ ...NOTHING, decision: 'none', effects: context }),
  ],
  ['a function is called', { type: 'function', run: () => ({ a: 1 }) }, answered({ a: 1 })],
  ['a command is launched', { type: 'command', start: { kind: 'argv', words: ['true'] } }, answered('ran')],
  [
    'an unsupported type does not start and says why',
    { type: 'unsupported', name: 'http', why: 'http is not in this version' },
    {
      kind: 'not-started',
      issue: {
        code: 'handler.unsupported',
        severity: 'error',
        place: { hook: 'test-hook' },
        message: 'It was not run: http is not in this version.',
      },
      ms: 0,
    },
  ],
] as const)('%s', async ([, handler, outcome]) => expect(await run(handler as HandlerSpec)).toEqual(outcome))

test('the command handler loads with the first command, once', async () => {
  load.mockClear()
  const fresh = createHandlers({
    clock: systemClock,
    command: load,
    module: load,
    http: load,
    mcp_tool: load,
    model: load,
    pack: load,
  })
  expect(load).not.toHaveBeenCalled()
  const hook = createHook({ type: 'command', start: { kind: 'argv', words: ['true'] } })
  const step = createStep(hook, createEvent({ projectDir: '/p' }))
  await Promise.all([fresh.command(step), fresh.command(step)])
  expect(load).toHaveBeenCalledTimes(1)
})
