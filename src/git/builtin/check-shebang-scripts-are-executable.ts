import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachPath, type Look } from './each-path.ts'
import { hasShebang } from './has-shebang.ts'
import { indexedFiles } from './index-modes.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

export const checkShebangScriptsAreExecutable: BuiltinHook = {
  id: 'check-shebang-scripts-are-executable',
  name: 'check that scripts with shebangs are executable',
  description: 'Ensures that (non-binary) files with a shebang are executable.',
  types: ['text'],
  stages: ['pre-commit', 'pre-push', 'manual'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    const wanted = new Set([...options.rest, ...names])
    if (wanted.size === 0) return { code: 0, output: '' }
    const indexed = await indexedFiles(context, { executable: false })
    if (isIssue(indexed)) return indexed
    const scripts = indexed.filter((name) => wanted.has(name))
    return eachPath(scripts, context, look)
  },
}

const look: Look = (path, name) => {
  if (!hasShebang(path)) return undefined
  const shown = shownName(name)
  return [
    `${shown} has a shebang but is not marked executable!`,
    `  If it should be executable: 'chmod +x ${shown}'`,
    `  On Windows also: 'git add --chmod=+x ${shown}'`,
    '  If it should not be, remove its shebang.',
    '',
  ].join('\n')
}
