import { expect, test } from 'vitest'
import { createEvent, createHook, createStep } from '../../test/shells/steps.ts'
import type { HandlerSpec } from '../core/hook.ts'
import { limits } from '../engine/limits.ts'
import { systemClock } from '../ports/clock.ts'
import { createHandlers } from './index.ts'

const handlers = createHandlers({
  launch: async ({ file }) => ({ kind: 'answered', body: file, ms: 1 }),
  scratchRoot: '/nowhere',
  platform: 'linux',
  limits,
  variable: () => undefined,
  clock: systemClock,
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
  ['a command is launched', { type: 'command', start: { kind: 'argv', words: ['true'] } }, answered('true')],
  [
    'an unsupported type does not start and says why',
    { type: 'unsupported', name: 'http', why: 'not in this version.' },
    {
      kind: 'not-started',
      issue: {
        code: 'handler.unsupported',
        severity: 'error',
        place: { file: '/config.yaml', pointer: ['hooks', 0], hook: 'test-hook' },
        message: 'Hook "test-hook" has type "http": not in this version.',
      },
      ms: 0,
    },
  ],
] as const)('%s', async ([, handler, outcome]) => expect(await run(handler as HandlerSpec)).toEqual(outcome))
