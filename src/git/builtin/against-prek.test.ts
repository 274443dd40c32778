import { expect, test } from 'vitest'
import { casesOf, FAMILIES, NAME_CASES } from '../../../test/helpers/builtin-families.ts'
import { findPrek, runOwnBuiltins, runPrekBuiltins } from '../../../test/helpers/prek-builtins.ts'

const prek = findPrek()
const reason = 'missing' in prek ? ` (${prek.missing})` : ''
const samples = {
  numRuns: Number(process.env['HOOKWRIGHT_SAMPLES'] ?? 30),
  seed: Number(process.env['HOOKWRIGHT_SEED'] ?? 5),
}

test.skipIf('missing' in prek)(
  `text hooks say, fix and return what prek's do${reason}`,
  async () => {
    if ('missing' in prek) return
    const cases = [...FAMILIES.flatMap((family) => casesOf(family, samples)), ...NAME_CASES]
    const [theirs, ours] = [runPrekBuiltins(prek.program, cases), await runOwnBuiltins(cases)]
    const failed = theirs.filter(({ code, output }) => code === 1 && output !== '')
    expect(failed.length).toBeGreaterThan(cases.length / 2)
    for (const [index, { hook, args }] of cases.entries()) {
      expect({ hook, args, ...ours[index] }).toEqual({ hook, args, ...theirs[index] })
    }
  },
  120_000,
)
