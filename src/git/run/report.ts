import type { Buffer } from 'node:buffer'
import type { GitHook } from '../contracts/model.ts'

/** How a hook ended. `dry-run`: it would have run. */
export type HookStatus = 'passed' | 'failed' | 'skipped' | 'dry-run'

/** What became of one hook. */
export type HookReport = {
  /** The hook. */
  readonly hook: GitHook
  /** How it ended; a hook that changed files has failed. */
  readonly status: HookStatus
  /** Skipped because no file matched, not because somebody said so. */
  readonly isWithoutFiles: boolean
  /** Exit codes of its processes, joined by a bitwise or; 0 when it did not run. */
  readonly code: number
  /** Milliseconds that it ran. */
  readonly ms: number
  /** What it wrote: stdout, then stderr, of each process. */
  readonly output: Buffer
  /** It alone changed files that git tracks. */
  readonly isModifying: boolean
}

/** Hooks of one priority, which ran side by side. */
export type GroupReport = {
  /** The hooks in the order of their file. */
  readonly hooks: readonly HookReport[]
  /** One of several changed files, and nobody can tell which. */
  readonly isModified: boolean
}

/** What became of the hooks of one project: a folder with a config file. */
export type ProjectReport = {
  /** From the workspace root; empty: the root itself. */
  readonly path: string
  /** Groups of equal priority, in the order they ran. */
  readonly groups: readonly GroupReport[]
}

export function hasFailed({ hooks, isModified }: GroupReport): boolean {
  return isModified || hooks.some(({ status }) => status === 'failed')
}
