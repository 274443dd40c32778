import { expect, test } from 'vitest'
import { createRunIds } from './run-id.ts'

test('no two runs of an engine have the same id, and all begin alike', () => {
  const next = createRunIds(() => 1_000)
  const ids = Array.from({ length: 5_000 }, next)
  expect(new Set(ids).size).toBe(5_000)
  expect(new Set(ids.map((id) => id.split('-')[0])).size).toBe(1)
})

test('engines that begin later have ids that sort later', () => {
  const at = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000]
  const ids = at.map((time) => createRunIds(() => time)())
  expect(ids.toSorted()).toEqual(ids)
})
