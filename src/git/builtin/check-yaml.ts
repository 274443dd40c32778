import type { Buffer } from 'node:buffer'
import { problemOf } from './syntax/problem.ts'
import { checkYaml as checkText, type YamlCheck } from './syntax/yaml/check.ts'
import { encodingProblem, syntaxHook } from './syntax-hook.ts'

const LOAD = { isLoading: true, maxDepth: 64 } as const

export const checkYaml = syntaxHook({
  id: 'check-yaml',
  name: 'check yaml',
  description: 'Checks YAML files for parseable syntax.',
  types: ['yaml'],
  flags: [{ long: 'allow-multiple-documents', short: 'm', aliases: ['multi'] }, { long: 'unsafe' }],
  check: (options) => {
    if (options.has('unsafe')) {
      return (bytes) => problemsOf(bytes, 'parse', { isLoading: false, maxDepth: 255, documents: 'all' })
    }
    const documents = options.has('allow-multiple-documents') ? 'all' : 'first'
    return (bytes) => problemsOf(bytes, 'decode', { ...LOAD, documents })
  },
})

function problemsOf(bytes: Buffer, verb: 'parse' | 'decode', check: YamlCheck): readonly string[] {
  if (bytes.length === 0) return []
  const encoding = encodingProblem(bytes)
  if (encoding !== undefined) return [encoding]
  const text = bytes.toString('utf8')
  const problem = problemOf(text, () => checkText(text, check))
  return problem === undefined ? [] : [`Failed to yaml ${verb} (${problem})`]
}
