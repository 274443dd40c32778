import { expect, test } from 'vitest'
import { partsOf, percentile, timesOf } from './figures.ts'

test.for([
  [[], 50, undefined],
  [[7], 95, 7],
  [[3, 1, 2], 50, 2],
  [[1, 2, 3, 4], 50, 2],
  [Array.from({ length: 20 }, (_, at) => at + 1), 95, 19],
] as const)('of %j the %i th percentile is %s', ([values, percent, expected]) => {
  expect(percentile(values, percent)).toBe(expected)
})

test('nothing measured has no times', () => {
  expect(timesOf([])).toBeUndefined()
  expect(timesOf([1.26, 1.26])).toEqual({ runs: 2, p50Ms: 1.3, p95Ms: 1.3 })
})

test('the parts of a hook add up, also when the empty program was slower', () => {
  expect(partsOf({ stepMs: 80, spawnMs: 60, engineMs: 20 })).toEqual({
    spawnMs: 60,
    engineMs: 20,
    hookMs: 20,
    share: { spawn: 60, engine: 20, hook: 20 },
  })
  expect(partsOf({ stepMs: 4, spawnMs: 5, engineMs: 0 })).toMatchObject({ spawnMs: 4, hookMs: 0 })
  expect(partsOf({ stepMs: 0, spawnMs: 0, engineMs: 0 }).share).toEqual({ spawn: 0, engine: 0, hook: 0 })
})
