import { issue, type Issue } from '../../core/issue.ts'

/** The code of everything that did not come to its end because somebody ended the run. */
export const CANCELLED = 'git.cancelled'

/** The run is being stopped; nobody waits for a result. */
export function cancelled(hook?: string): Issue {
  return issue(CANCELLED, hook === undefined ? {} : { hook }, 'The run was interrupted.')
}
