import { afterAll, expect, test, vi } from 'vitest'
import { casesOf, FAMILIES } from '../../../test/helpers/builtin-families.ts'
import { runOwnBuiltins } from '../../../test/helpers/prek-builtins.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(() => vi.doUnmock('./limits.ts'))

test('a file that is read in pieces ends up like one that is read whole', async () => {
  const cases = FAMILIES.flatMap((family) => casesOf(family, { numRuns: 20, seed: 3 }))
  const whole = await runOwnBuiltins(cases)
  vi.doMock('./limits.ts', () => ({ WHOLE_BYTES: 8, REUSED_BYTES: 8, CHUNK_BYTES: 16, SLICE_MS: 0 }))
  vi.resetModules()
  const { runOwnBuiltins: runInPieces } = await import('../../../test/helpers/prek-builtins.ts')
  const inPieces = await runInPieces(cases)
  for (const [index, { hook, args }] of cases.entries()) {
    expect({ hook, args, ...inPieces[index] }).toEqual({ hook, args, ...whole[index] })
  }
})
