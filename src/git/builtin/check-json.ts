import { decodePath } from '../contracts/paths.ts'
import { checkJson as checkText } from './syntax/json.ts'
import { JSON_RULES } from './syntax/json-rules.ts'
import { problemOf } from './syntax/problem.ts'
import { syntaxHook } from './syntax-hook.ts'

export const checkJson = syntaxHook({
  id: 'check-json',
  name: 'check json',
  description: 'Checks JSON files for parseable syntax.',
  types: ['json'],
  check: () => (bytes) => {
    if (bytes.length === 0) return []
    // Bytes that are no UTF-8 are refused in strings, and only there.
    const text = decodePath(bytes)
    const problem = problemOf(text, () => checkText(text, JSON_RULES))
    return problem === undefined ? [] : [`Failed to json decode (${problem})`]
  },
})
