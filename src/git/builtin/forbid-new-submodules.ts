import { isIssue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { BuiltinContext, BuiltinHook } from './builtin.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

const RAW = ['diff', '--raw', '--diff-filter=A', '--no-renames', '--no-ext-diff', '--relative', '-z']

export const forbidNewSubmodules: BuiltinHook = {
  id: 'forbid-new-submodules',
  name: 'forbid new submodules',
  description: 'Prevents the addition of new Git submodules.',
  types: ['directory'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    const wanted = new Set([...options.rest, ...names])
    const { git, cwd, signal } = context
    const output = await git.read([...RAW, ...rangeOf(context)], { cwd, signal })
    if (isIssue(output)) return output
    const added = newSubmodules(splitNames(output)).filter((name) => wanted.has(name))
    return added.length === 0 ? { code: 0, output: '' } : { code: 1, output: report(added) }
  },
}

/** The commits of a push, else what is staged. */
function rangeOf({ env = {} }: BuiltinContext): readonly string[] {
  const [from, to] = [env['PRE_COMMIT_FROM_REF'], env['PRE_COMMIT_TO_REF']]
  return from === undefined || to === undefined ? ['--staged'] : [`${from}...${to}`]
}

/** `:000000 160000 HASH HASH A` and a name take turns. */
function newSubmodules(fields: readonly string[]): readonly string[] {
  return fields.filter((_, index) => index % 2 === 1 && fields[index - 1]?.split(' ')[1] === '160000')
}

function report(names: readonly string[]): string {
  return [
    ...names.map((name) => `${shownName(name)}: new submodule introduced`),
    '',
    'This commit introduces new git submodules.',
    'If `git add .` took them in by accident, run `git rm --cached <submodule>`,',
    'and look at `.gitmodules` too.',
    '',
  ].join('\n')
}
