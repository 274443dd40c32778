import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { makeBatches } from './batches.ts'
import { costOf, nameBudget } from './length.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `f${n}`)
const sizes = (count: number, bounds: { concurrency: number; most?: number; budget?: number }) => {
  const batches = makeBatches(names(count), { budget: 1_000_000, ...bounds })
  return isIssue(batches) ? batches.code : batches.map((batch) => batch.length)
}

test.for([
  ['no names are one call', 0, { concurrency: 2 }, [0]],
  ['few names are one call', 4, { concurrency: 8 }, [4]],
  ['nine names on two cores', 9, { concurrency: 2 }, [5, 4]],
  ['one at a time is one call', 100, { concurrency: 1 }, [100]],
  ['a hook says how many', 5, { concurrency: 8, most: 2 }, [2, 2, 1]],
  ['what fits counts more', 6, { concurrency: 1, budget: 2 * 11 }, [2, 2, 2]],
  ['a name that cannot fit is an error', 6, { concurrency: 1, budget: 10 }, 'launch.too-long'],
] as const)('%s', ([, count, bounds, expected]) => {
  expect(sizes(count, bounds)).toEqual(expected)
})

test('R05 batches keep every name, its order, and the budget', () => {
  const bounds = fc.record({
    concurrency: fc.integer({ min: 1, max: 9 }),
    budget: fc.integer({ min: 60, max: 400 }),
  })
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 })), bounds, (all, within) => {
      const batches = makeBatches(all, within)
      if (isIssue(batches)) throw new Error(batches.message)
      expect(batches.flat()).toEqual(all)
      for (const batch of batches)
        expect(batch.reduce((sum, name) => sum + costOf(name), 0)).toBeLessThanOrEqual(within.budget)
    }),
  )
})

describe('the budget', () => {
  const limits = { platform: 'linux', argMax: 2_097_152 } as const
  test.for([
    ['is a mebibyte at most, less what is always there', ['true'], {}, limits, 2 ** 20 - 8 - 13 - 8],
    ['counts the environment', ['true'], { A: 'bc' }, limits, 2 ** 20 - 13 - 8 - 13 - 8],
    [
      'is smaller where the system is',
      ['true'],
      {},
      { ...limits, argMax: 131_072 },
      131_072 - 4096 - 2048 - 8 - 13 - 8,
    ],
    ['of Windows', ['a.exe'], {}, { ...limits, platform: 'win32' }, 2 ** 15 - 2048 - 14 - 8],
    ['of a batch file', ['a.cmd'], {}, { ...limits, platform: 'win32' }, 7168 - 14 - 8],
    [
      'of the cmd shell, which prek does not count',
      ['cmd', '/C'],
      {},
      { ...limits, platform: 'win32' },
      7168 - 12 - 11 - 8,
    ],
  ] as const)('%s', ([, words, env, given, expected]) => {
    expect(nameBudget(words, { limits: given, env })).toBe(expected)
  })

  test('R05 a command line that is too long by itself is an error', () => {
    expect(nameBudget(['x'.repeat(2 ** 20)], { limits, env: {} })).toMatchObject({ code: 'launch.too-long' })
  })
})

test('batches are those of an exact count, whatever bytes the names take', () => {
  const bounds = fc.record({
    concurrency: fc.integer({ min: 1, max: 4 }),
    budget: fc.integer({ min: 10, max: 200 }),
  })
  const anyName = fc.string({ unit: fc.constantFrom('a', 'é', '€', '\u{1F480}', '\uDC80'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(anyName), bounds, (all, within) => {
      const batches = makeBatches(all, within)
      const expected = countedOneByOne(all, within)
      expect(isIssue(batches) ? batches.code : batches).toEqual(expected)
    }),
  )
})

function countedOneByOne(
  all: readonly string[],
  { concurrency, budget }: { readonly concurrency: number; readonly budget: number },
): readonly string[][] | string {
  const count = Math.max(4, Math.ceil(all.length / concurrency))
  const batches: string[][] = [[]]
  for (const name of all) {
    if (costOf(name) > budget) return 'launch.too-long'
    const last = batches.at(-1) ?? []
    const left = budget - last.reduce((sum, each) => sum + costOf(each), 0)
    if (last.length === count || costOf(name) > left) batches.push([name])
    else last.push(name)
  }
  return batches
}
