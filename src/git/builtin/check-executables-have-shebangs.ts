import { isIssue, type Issue } from '../../core/issue.ts'
import type { BuiltinContext, BuiltinHook } from './builtin.ts'
import { eachPath, type Look } from './each-path.ts'
import { hasShebang } from './has-shebang.ts'
import { indexedFiles } from './index-modes.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

export const checkExecutablesHaveShebangs: BuiltinHook = {
  id: 'check-executables-have-shebangs',
  name: 'check that executables have shebangs',
  description: 'Ensures that (non-binary) executables have a shebang.',
  types: ['text', 'executable'],
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    const executables = await executablesOf([...options.rest, ...names], context)
    return isIssue(executables) ? executables : eachPath(executables, context, look)
  },
}

/** Where the disk keeps no executable bit, the index tells. */
async function executablesOf(
  names: readonly string[],
  context: BuiltinContext,
): Promise<readonly string[] | Issue> {
  const { git, cwd, signal } = context
  const mode = await git.run(['config', '--bool', '--get', 'core.fileMode'], { cwd, signal })
  if (isIssue(mode)) return mode
  if (mode.stdout.toString().trim() !== 'false') return names
  const indexed = await indexedFiles(context, { executable: true })
  if (isIssue(indexed)) return indexed
  const wanted = new Set(names)
  return indexed.filter((name) => wanted.has(name))
}

const look: Look = (path, name) => {
  if (hasShebang(path)) return undefined
  const shown = shownName(name)
  return [
    `${shown} marked executable but has no (or invalid) shebang!`,
    `  If it should not be executable: 'chmod -x ${shown}'`,
    `  On Windows also: 'git add --chmod=-x ${shown}'`,
    '  If it should be, give it a shebang as its first line.',
    '',
  ].join('\n')
}
