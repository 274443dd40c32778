import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'
import { compileTextPatterns } from './text-patterns.ts'

const TABLE: OptionTable = { flags: [{ long: 'ignore-case', short: 'i' }], rest: 'patterns' }

export const denyFilenamePattern = filenameHook({
  id: 'deny-filename-pattern',
  name: 'deny filename patterns',
  description: 'Fails if any selected filename matches a regular expression.',
  fault: 'match',
  says: 'filename matches a denied pattern',
})

export const requireFilenamePattern = filenameHook({
  id: 'require-filename-pattern',
  name: 'require filename patterns',
  description: 'Fails if any selected filename does not match a regular expression.',
  fault: 'no match',
  says: 'filename does not match any required pattern',
})

type FilenameHook = Pick<BuiltinHook, 'id' | 'name' | 'description'> & {
  readonly fault: 'match' | 'no match'
  readonly says: string
}

function filenameHook({ fault, says, ...about }: FilenameHook): BuiltinHook {
  return {
    ...about,
    fixes: false,
    async run(names, { args }) {
      const options = parseOptions(about.id, args, TABLE)
      if (isIssue(options)) return options
      const flags = { ignoreCase: options.has('ignore-case'), multiline: false }
      const patterns = compileTextPatterns(about.id, options.rest, flags)
      if (isIssue(patterns)) return patterns
      const faulty = names.filter((name) => patterns.test(baseOf(name)) === (fault === 'match'))
      const output = faulty.map((name) => `${shownName(name)}: ${says}\n`).join('')
      return { code: faulty.length === 0 ? 0 : 1, output }
    },
  }
}

function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
