import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { claudeCode } from '../../src/dialects/claude-code/index.ts'
import { matches } from './expectation.ts'
import { perform, type Case } from './perform.ts'

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([[claudeCode.name, claudeCode]])
const counts = new Map<string, number>()

afterAll(() => {
  for (const [dialect, count] of counts) console.log(`conformance: ${dialect} holds ${count} cases`)
})

for (const [name, dialect] of DIALECTS) {
  const cases = readCases(name)
  counts.set(name, cases.length)
  describe(`dialect ${name}`, () => {
    test.for(cases)('%s', async ([, wanted]) => {
      const got = await perform(wanted, dialect)
      expect(wanted.source).not.toBe('')
      expect(got.reply).toEqual(matches(wanted.reply))
      expect(got).toEqual(expect.objectContaining(claims(wanted)))
    })
  })
}

/** Only what the case speaks about is compared. */
function claims({ plan, issues, configIssues, failures, order }: Case): Partial<Case> {
  const said = Object.entries({ plan, issues, configIssues, failures, order })
  return Object.fromEntries(said.filter(([, value]) => value !== undefined))
}

function readCases(dialect: string): (readonly [string, Case])[] {
  const root = join(import.meta.dirname, dialect)
  return readdirSync(root).map((name) => [
    name,
    JSON.parse(readFileSync(join(root, name, 'case.json'), 'utf8')) as Case,
  ])
}
