import type { Issue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import type { GitRunRequest, Observer } from './request.ts'

/** What a program says about a run; everything but `cwd` has a default. */
export type GitRunOptions = Partial<GitRunRequest> & {
  /** Where to look for the config; any folder of the work tree. */
  readonly cwd: string
  /** Default: this process's. */
  readonly env?: Readonly<Record<string, string>>
  /** Folder of clones and environments. */
  readonly storeDir?: string
  /** Ends hooks, and brings unstaged changes back. */
  readonly signal?: AbortSignal
  /** A project with its end, as soon as it is there. */
  readonly onProject?: Observer['project']
  readonly onHook?: (change: 'started' | 'ended', hook: GitHook) => void
  /** Warnings, and what happens to unstaged changes. */
  readonly onNotice?: (problem: Issue) => void
}
