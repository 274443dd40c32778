import type { Issue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import type { GitRunRequest, Observer } from './request.ts'

/** What a program says about a run; everything but `cwd` has a default. */
export type GitRunOptions = Partial<GitRunRequest> & {
  /** Where to look for the config; any folder of the work tree. */
  readonly cwd: string
  /** Variables that hooks run with. Default: those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Folder of clones and environments. Default: `$XDG_CACHE_HOME/hookwright/git`, or what `HOOKWRIGHT_GIT_HOME`
   * says.
   */
  readonly storeDir?: string
  /** Ends hooks, and brings unstaged changes back. */
  readonly signal?: AbortSignal
  /** Hears of each project as soon as all its hooks have ended. Default: nobody does. */
  readonly onProject?: Observer['project']
  /** Hears of every start and end of a hook. Default: nobody does. */
  readonly onHook?: (change: 'started' | 'ended', hook: GitHook) => void
  /** Warnings, and what happens to unstaged changes. */
  readonly onNotice?: (problem: Issue) => void
}
