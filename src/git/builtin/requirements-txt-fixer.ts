import { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile, type Report } from './each-file.ts'
import { parseOptions } from './options.ts'
import { sortRequirements } from './requirements.ts'
import { shownName } from './shown-name.ts'

export const requirementsTxtFixer: BuiltinHook = {
  id: 'requirements-txt-fixer',
  name: 'fix requirements.txt',
  description: 'Sorts entries in requirements.txt.',
  files: String.raw`(requirements|constraints).*\.txt$`,
  fixes: true,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    return eachFile([...options.rest, ...names], context, { file: fixFile })
  },
}

function fixFile(bytes: Buffer, name: string): Report | undefined {
  const before = bytes.toString('latin1')
  const after = sortRequirements(before)
  if (typeof after !== 'string') return { output: `${shownName(name)}:${after.line}: ${after.problem}\n` }
  if (after === before) return undefined
  return { output: `Sorting ${shownName(name)}\n`, content: Buffer.from(after, 'latin1') }
}
