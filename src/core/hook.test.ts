import { expect, test } from 'vitest'
import { describeHandler } from './hook.ts'

test('a command is described in one line, however it is written', () => {
  const words = ['printf', 'a\nb\nc']
  expect(describeHandler({ type: 'command', start: { kind: 'argv', words } })).toBe('printf a …')
})
