import fc from 'fast-check'
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

test('only near names are compared in full, and the answer is that of comparing all', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 5 }), (name, known) => {
      const allowed = name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 4))
      const edits = known.map((each) => plainDistance(name, each))
      const least = Math.min(...edits)
      expect(suggest(name, known)).toBe(least <= allowed ? known[edits.indexOf(least)] : undefined)
    }),
  )
})

/** Straight from the definition. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const edits = [
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  ]
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) edits.push(plainDistance(a.slice(2), b.slice(2)) + 1)
  return Math.min(...edits)
}
