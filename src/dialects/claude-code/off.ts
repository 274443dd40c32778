import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import type { Places } from '../dialect.ts'

/** One reason for which hooks are off. */
export type Off = {
  covers(hook: Hook): boolean
  readonly why: string
  /** A file of the project says so. */
  readonly byProject?: true
  readonly issues: readonly Issue[]
  /** Callbacks of a program are off as well. */
  readonly callbacks?: boolean
  /** Policy's hooks alone are left. */
  readonly managedOnly?: boolean
  /** Status line and file suggestion do not look at it. */
  readonly sparesCommands?: boolean
}

/** By place, because plugins and skills have no scope that tells. */
export function isOfProject({ source: { scope, file } }: Hook, { projectDir }: Places): boolean {
  if (scope === 'project' || scope === 'local') return true
  const below = file.startsWith(projectDir) ? file.slice(projectDir.length) : ''
  return (scope === 'plugin' || scope === 'session') && /^[\\/]/.test(below)
}
