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

/** The nearest folder above with a `.git`, else the folder itself. */
function workTree(folder: string, files: Files): string {
  for (let at = folder; ; at = dirname(at)) {
    if (files.kind(join(at, '.git')) !== undefined) return at
    if (dirname(at) === at) return folder
  }
}
