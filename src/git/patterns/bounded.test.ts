import { expect, test } from 'vitest'
import { bounded } from './bounded.ts'

const EVIL = /^(a+)+$/
const NAME = `${'a'.repeat(40)}!`

test('work that ends gives its value', () => {
  expect(bounded(() => 6 * 7, { timeoutMs: 10_000 })).toEqual({ value: 42 })
})

test('S16 a regex that would take years is ended', () => {
  expect(bounded(() => EVIL.test(NAME), { timeoutMs: 200 })).toBe('too-long')
})

test('a fault of the work stays its own', () => {
  const fails = (): never => {
    throw new RangeError('mine')
  }
  expect(() => bounded(fails, { timeoutMs: 10_000 })).toThrow('mine')
})
