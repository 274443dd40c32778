import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/analyze/analyze.ts'
import { LANGUAGES, type Language } from '../../src/analyze/line.ts'
import { seed } from '../conditions/seed.ts'
import { bestCpuMs } from '../helpers/cpu-time.ts'
import { readCorpus } from '../packs/corpus.ts'
import { mutations, soup } from './soup.ts'

/** HOOKWRIGHT_RUNS=200000 searches longer. */
const RUNS = Number(process.env['HOOKWRIGHT_RUNS'] ?? 6_000)
const LIMIT_MS = 50

const corpus = readCorpus().flatMap(({ entries }) =>
  entries.flatMap(({ calls }) =>
    calls.flatMap(({ input: { command } }) =>
      typeof command === 'string' && command.length < 2_000 ? [command] : [],
    ),
  ),
)

const language = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Language>('bash') },
  fc.constantFrom(...LANGUAGES),
)

const FILES: readonly (readonly [end: string, text: string])[] = [
  ['package.json', '{"scripts":{"a":"rm -rf ~","test":"node x.js"}}'],
  ['Makefile', 'a: b\n\trm -rf $(DIR)\nb:\n\t@echo $<\n'],
  ['', 'rm -rf "$1"; cd /tmp && source x\n'],
]

/** Every file that the line may name is there, with code in it. */
function read(path: string): string | undefined {
  return FILES.find(([end]) => path.endsWith(end))?.[1]
}

describe(`HOOKWRIGHT_SEED=${seed} repeats this run`, () => {
  test.for([
    ['real words in any order', soup],
    ['changed lines of the corpus', mutations(corpus)],
  ] as const)(
    `B14 %s are analysed without an exception, within ${LIMIT_MS} ms or up to a bound`,
    { timeout: 60_000 + RUNS * 20 },
    async ([, lines]) => {
      await fc.assert(
        fc.asyncProperty(lines, language, fc.boolean(), async (line, each, reads) => {
          const options = { language: each, ...(reads && { read }) }
          const codes = analyze(line, options).unanalysable.map(({ code }) => code)
          expect(codes).not.toContain('not-analysed')
          const isBounded = codes.includes('too-large') || codes.includes('too-deep')
          const ms = isBounded ? 0 : await bestCpuMs(LIMIT_MS, () => analyze(line, options))
          expect(ms).toBeLessThan(LIMIT_MS)
        }),
        { numRuns: RUNS, seed },
      )
    },
  )
})
