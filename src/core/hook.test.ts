import { expect, test } from 'vitest'
import { describeHandler, fixedDecision, type Hook } from './hook.ts'

test('a command is described in one line, however it is written', () => {
  const words = ['printf', 'a\nb\nc']
  expect(describeHandler({ type: 'command', start: { kind: 'argv', words } })).toBe('printf a …')
})

const pack = { type: 'pack', name: 'x', options: {} } as const

test.for<readonly [string, Pick<Hook, 'handler' | 'onFailure'>, string | undefined]>([
  ['a rule', { handler: { type: 'rule', decision: 'ask' }, onFailure: 'ignore' }, 'ask'],
  ['a pack that may decide', { handler: pack, onFailure: 'ignore' }, undefined],
  ['a pack that decides nothing', { handler: { ...pack, decides: false }, onFailure: 'ignore' }, 'none'],
  ['one whose failure is a no', { handler: { ...pack, decides: false }, onFailure: 'deny' }, undefined],
])('%s', ([, hook, expected]) => {
  expect(fixedDecision(hook)).toBe(expected)
})
