import { describe, expect, test } from 'vitest'
import { prekConfig } from '../../../test/helpers/prek-config.ts'
import { NO_PREK, prekFile } from '../../../test/helpers/prek-file.ts'
import { LANGUAGE_NAMES } from '../contracts/model.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'
import { resolveHooks } from './resolve.ts'

/** Every language with every option that some of them refuse. */
const OPTIONS = ['shell: sh', 'additional_dependencies: [x, y]', 'language_version: 1.2.3', 'stages: []']
const HOOKS = [
  ...LANGUAGE_NAMES.flatMap((language) =>
    OPTIONS.map((option) => `local\n  hooks: [{id: a, name: a, entry: a, language: ${language}, ${option}}]`),
  ),
  ...OPTIONS.flatMap((option) => [
    `meta\n  hooks: [{id: identity, ${option}}]`,
    `builtin\n  hooks: [{id: check-json, ${option}}]`,
  ]),
]

/** Why a language has no shell is said in words of our own. */
const withoutReason = (message: string): string => message.replace(/(shell execution): .*/, '$1')

function ourProblem(text: string): string | undefined {
  const { config } = readGitConfig(text, 'c.yaml', KNOWN)
  if (config === undefined) return 'not read'
  const define = (id: string) => ({ id, name: id, description: id })
  const made = resolveHooks({
    config,
    manifest: () => undefined,
    builtin: define,
    meta: define,
    fastPath: true,
  })
  return made.issues[0]?.message
}

const program = prekFile()
if (program === undefined) console.warn(`nothing is compared: ${NO_PREK}`)

describe.skipIf(program === undefined)(`prek refuses the same of ${HOOKS.length} merged hooks`, () => {
  test('in the same words', { timeout: 120_000 }, async ({ onTestFinished }) => {
    const prek = prekConfig(program ?? '')
    onTestFinished(() => prek.remove())
    const differing: unknown[] = []
    let refused = 0
    for (const hook of HOOKS) {
      const text = `repos:\n- repo: ${hook}\n`
      const [theirs = '', ours = ''] = [await prek.problem(text), ourProblem(text)]
      if (theirs !== '') refused++
      if (withoutReason(theirs) !== withoutReason(ours)) differing.push({ hook, theirs, ours })
    }
    expect(differing).toEqual([])
    expect(refused).toBeGreaterThan(30)
  })
})
