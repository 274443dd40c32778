import { lstatSync, statSync } from 'node:fs'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachPath, type Look } from './each-path.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

export const checkSymlinks: BuiltinHook = {
  id: 'check-symlinks',
  name: 'check for broken symlinks',
  description: 'Checks for symlinks which do not point to anything.',
  types: ['symlink'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    return isIssue(options) ? options : eachPath([...options.rest, ...names], context, look)
  },
}

const look: Look = (path, name) => {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink && leadsNowhere(path) ? `${shownName(name)}: Broken symlink\n` : undefined
}

/** A link to itself is an error of its own, and leads nowhere too. */
function leadsNowhere(path: string | Buffer): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return true
  }
}
