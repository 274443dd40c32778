import { expect, test } from 'vitest'
import { didYouMean, suggest } from './suggest.ts'

const EVENTS = ['PreToolUse', 'PostToolUse', 'SessionStart', 'Stop', 'StopFailure']

test.for([
  ['a missing letter', 'PreTolUse', 'PreToolUse'],
  ['a letter too many', 'Stopp', 'Stop'],
  ['two neighbours swapped', 'PreTooluUse', 'PreToolUse'],
  ['swapped in a short word', 'Sotp', 'Stop'],
  ['wrong case', 'posttooluse', 'PostToolUse'],
  ['the nearest of several', 'PosToolUse', 'PostToolUse'],
  ['something else', 'Deploy', undefined],
  ['nothing', '', undefined],
  ['a very long name', 'x'.repeat(10_000), undefined],
  ['a name of Object.prototype', 'constructor', undefined],
] as const)('%s', ([, name, expected]) => expect(suggest(name, EVENTS)).toBe(expected))

test('one slip is the most a short word can have', () => {
  expect([suggest('ids', ['id']), suggest('fi', ['if'])]).toEqual(['id', 'if'])
  expect(suggest('xyz', ['id'])).toBeUndefined()
})

test('a hint is a question', () => expect(didYouMean('stop', EVENTS)).toBe('Did you mean "Stop"?'))
