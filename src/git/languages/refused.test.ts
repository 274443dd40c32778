import { expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { prepareIn } from '../../../test/helpers/prepared.ts'
import { isIssue } from '../../core/issue.ts'
import { LANGUAGE_NAMES } from '../contracts/model.ts'
import { BACKENDS } from './index.ts'
import { LANGUAGES } from '../contracts/language-facts.ts'

const REFUSED = LANGUAGE_NAMES.filter((language) => LANGUAGES[language].missing !== undefined)

test('seventeen languages are refused, the other eight run', () => {
  expect(REFUSED).toHaveLength(17)
  expect(Object.keys(BACKENDS)).toEqual([...LANGUAGE_NAMES])
})

test.for(REFUSED)('a hook in %s is an issue that names hook, language and what to do', async (language) => {
  const backend = await BACKENDS[language]()
  const place = { file: 'x.yaml', line: 3, column: 5 }
  const problem = await backend.prepare(gitHook({ id: 'some-hook', language, place }), prepareIn('/tmp'))
  if (!isIssue(problem)) throw new Error('not refused')
  expect(problem).toMatchObject({
    code: 'language.unsupported',
    severity: 'error',
    place: { ...place, hook: 'some-hook' },
  })
  for (const named of ['some-hook', language, LANGUAGES[language].missing])
    expect(problem.message).toContain(named)
  expect(problem.message).toContain('does not build')
  for (const way of ['prek', 'pre-commit', 'language: system', 'SKIP=some-hook'])
    expect(problem.hint).toContain(way)
})

test.for(LANGUAGE_NAMES.filter((language) => !REFUSED.includes(language)))(
  '%s has a backend',
  async (language) => {
    expect(await BACKENDS[language]()).toHaveProperty('prepare')
  },
)
