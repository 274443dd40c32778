import { hash } from 'node:crypto'
import * as path from 'node:path'
import { issue, type Issue } from '../../core/issue.ts'
import type { Scope } from '../../core/hook.ts'

/** Folder of the state folder in which files of this pack are. */
const FOLDER = 'audit'

/** Where a use says that it writes. */
export type AuditPlaces = {
  /** Absolute path of the file. */
  readonly file: string
  /** Name below the state folder of what is known of the end of the file. */
  readonly head: string
}

/** Who may name any file of the machine. */
const MAY_NAME: ReadonlySet<Scope> = new Set(['managed', 'user'])

/** Returns where a use writes: a project writes below the state folder only, into a folder of its own. */
export function auditPlaces(
  named: string,
  {
    scope,
    stateDir,
    projectDir,
    home,
  }: { readonly scope: Scope; readonly stateDir: string; readonly projectDir: string; readonly home: string },
): AuditPlaces | Issue {
  const mayName = MAY_NAME.has(scope)
  const own = path.join(stateDir, FOLDER, ...(mayName ? [] : [`project-${digest(projectDir)}`]))
  const file = path.resolve(own, mayName ? named.replace(/^~(?=\/|$)/, home) : named)
  const isBelow = file.startsWith(`${own}${path.sep}`)
  // A relative path that leads out of the folder is a slip wherever it stands.
  if (isBelow || (mayName && (path.isAbsolute(named) || named.startsWith('~/')))) {
    return { file, head: `${FOLDER}/heads/${digest(file)}.json` }
  }
  return issue(
    'pack.audit-file',
    {},
    'The file of hookwright/audit may not be written there.',
    mayName
      ? 'Name an absolute path, or one below the folder "audit" of the state folder.'
      : 'A project writes below the state folder: name a relative path without "..".',
  )
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 16)
}
