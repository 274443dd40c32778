import { problemOf } from './syntax/problem.ts'
import { checkToml as checkText } from './syntax/toml.ts'
import { encodingProblem, syntaxHook } from './syntax-hook.ts'

export const checkToml = syntaxHook({
  id: 'check-toml',
  name: 'check toml',
  description: 'Checks TOML files for parseable syntax.',
  types: ['toml'],
  check: () => (bytes) => {
    if (bytes.length === 0) return []
    const encoding = encodingProblem(bytes)
    if (encoding !== undefined) return [encoding]
    const text = bytes.toString('utf8').replace(/^\ufeff/, '')
    const problem = problemOf(text, () => checkText(text))
    return problem === undefined ? [] : [`Failed to toml decode (${problem})`]
  },
})
