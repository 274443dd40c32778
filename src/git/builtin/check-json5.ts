import { checkJson } from './syntax/json.ts'
import { JSON5_RULES } from './syntax/json5-rules.ts'
import { problemOf } from './syntax/problem.ts'
import { encodingProblem, syntaxHook } from './syntax-hook.ts'

export const checkJson5 = syntaxHook({
  id: 'check-json5',
  name: 'check json5',
  description: 'Checks JSON5 files for parseable syntax.',
  types: ['json5'],
  check: () => (bytes) => {
    if (bytes.length === 0) return []
    const encoding = encodingProblem(bytes)
    if (encoding !== undefined) return [encoding]
    const text = bytes.toString('utf8')
    const problem = problemOf(text, () => checkJson(text, JSON5_RULES))
    return problem === undefined ? [] : [`Failed to json5 decode (${problem})`]
  },
})
