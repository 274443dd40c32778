import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { dialects, dialectsAs } from '../helpers/dialects.ts'
import { matches } from './expectation.ts'
import { perform, type Case, type Claims } from './perform.ts'

const held = [...dialects.values()].map((dialect) => ({ dialect, cases: readCases(dialect.name) }))

afterAll(() => {
  for (const { dialect, cases } of held)
    console.log(`conformance: ${dialect.name} holds ${cases.length} cases`)
})

describe.for(held.filter(({ cases }) => cases.length > 0))('dialect $dialect.name', ({ dialect, cases }) => {
  test.for(cases)('%s', async ([, wanted]) => {
    const got = await perform(wanted, {
      dialect: named(wanted.files, dialect, wanted.surface),
      host: named(wanted.host, dialect, wanted.surface),
    })
    expect(wanted.source).toMatch(/./)
    expect(got.reply).toEqual(matches(wanted.reply))
    expect(got).toEqual(expect.objectContaining(claims(wanted)))
  })
})

function named(name: string | undefined, folder: Dialect, surface: string | undefined): Dialect {
  const found = dialectsAs(surface).get(name ?? folder.name)
  if (found === undefined) throw new Error(`The case names an unknown dialect ${name}.`)
  return found
}

/** Only what the case speaks about is compared. */
function claims({
  source: _s,
  host: _h,
  files: _f,
  surface: _u,
  native: _n,
  platform: _p,
  env: _v,
  config: _c,
  callbacks: _b,
  event: _e,
  outcomes: _o,
  reply: _r,
  ...said
}: Case) {
  return matches(said) as Partial<Claims>
}

function readCases(dialect: string): (readonly [string, Case])[] {
  const root = join(import.meta.dirname, dialect)
  if (!existsSync(root)) return []
  return readdirSync(root).map((name) => [
    name,
    JSON.parse(readFileSync(join(root, name, 'case.json'), 'utf8')) as Case,
  ])
}
