import { dirname, join, resolve } from 'node:path'
import { hideContent } from '../../core/hide-content.ts'
import type { Issue } from '../../core/issue.ts'
import type { Files } from '../../ports/files.ts'
import { leadsOutside } from '../../ports/leads-outside.ts'

/** Issues about one config file; without its content when a link leads from the work tree to a file elsewhere. */
export function hideOutside(path: string, issues: readonly Issue[], files: Files): readonly Issue[] {
  if (issues.length === 0) return issues
  const file = resolve(path)
  return leadsOutside(file, workTree(dirname(file), files), files) ? hideContent(issues, () => true) : issues
}

/**
 * The nearest folder above with a `.git`, else the folder itself. One that a link in a work tree leads to does not
 * count: that work tree is the one around it.
 */
function workTree(folder: string, files: Files): string {
  const trees = foldersFrom(folder).filter((at) => files.kind(join(at, '.git')) !== undefined)
  return trees.reduce((tree, above) => (leadsOutside(tree, above, files) ? above : tree), trees[0] ?? folder)
}

function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}
