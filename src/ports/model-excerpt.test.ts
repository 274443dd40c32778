import { expect, test } from 'vitest'
import { excerpt } from './model-excerpt.ts'

test.for([
  ['text stays', 'no such model', 'no such model'],
  ['lines become one', ' a\r\n\tb\u0000c ', 'a b c'],
  ['marks that reorder text go', 'a\u202Eb', 'a b'],
  ['a bearer token goes', 'sent Bearer abc.def', 'sent [hidden]'],
  ['a key by its prefix goes', 'key sk-abcd1234 is bad', 'key [hidden] is bad'],
  ['a long mix of letters and digits goes', 'x 0123456789abcdef0123456789abcdef y', 'x [hidden] y'],
  ['a long word stays', 'incomprehensibilities_of_it', 'incomprehensibilities_of_it'],
] as const)('%s', ([, text, expected]) => {
  expect(excerpt(text)).toBe(expected)
})

test('a long text is cut, the mark included', () => {
  const cut = excerpt('so sorry '.repeat(100))
  expect(cut).toHaveLength(200)
  expect(cut.endsWith('…')).toBe(true)
})

test('a secret across the cut is not shown in half', () => {
  expect(excerpt(`${'so '.repeat(65)} ${'a1'.repeat(40)}`)).not.toContain('a1a1')
})

test('a flood costs no more than its head', () => {
  expect(excerpt('a1'.repeat(5_000_000))).toBe('[hidden]')
})
