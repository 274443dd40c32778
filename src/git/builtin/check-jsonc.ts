import { checkJson } from './syntax/json.ts'
import { JSONC_RULES } from './syntax/json-rules.ts'
import { problemOf } from './syntax/problem.ts'
import { encodingProblem, syntaxHook } from './syntax-hook.ts'

export const checkJsonc = syntaxHook({
  id: 'check-jsonc',
  name: 'check jsonc',
  description: 'Checks JSONC files for parseable syntax.',
  types: ['jsonc'],
  check: () => (bytes) => {
    if (bytes.length === 0) return []
    const encoding = encodingProblem(bytes)
    if (encoding !== undefined) return [encoding]
    const text = bytes.toString('utf8')
    const problem = problemOf(text, () => checkJson(text, JSONC_RULES))
    return problem === undefined ? [] : [`Failed to jsonc decode (${problem})`]
  },
})
