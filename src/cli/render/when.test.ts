import { expect, test } from 'vitest'
import { fromNow, localMinute, untilWords } from './when.ts'

const MINUTE = 60_000

test.for<[number, string]>([
  [0, 'in less than a minute'],
  [20_000, 'in less than a minute'],
  [MINUTE, 'in 1 minute'],
  [90 * MINUTE, 'in 90 minutes'],
  [60 * MINUTE, 'in 1 hour'],
  [60 * MINUTE - 1, 'in 60 minutes'],
  [25 * 60 * MINUTE, 'in 25 hours'],
  [24 * 60 * MINUTE, 'in 1 day'],
  [2 * 24 * 60 * MINUTE, 'in 2 days'],
])('%s ms from now is said as %s', ([left, words]) => {
  expect(fromNow(1_000 + left, 1_000)).toBe(words)
})

test('a time is shown as the clock of this place has it', () => {
  expect(localMinute(new Date(2026, 10, 8, 4, 5).getTime())).toBe('2026-11-08 04:05')
})

test('a switch without an end ends by the person alone', () => {
  expect(untilWords(undefined, 0)).toBe('until you enable it')
})
