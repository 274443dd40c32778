import type { Buffer } from 'node:buffer'
import type { GitHook } from '../contracts/model.ts'

export type HookStatus = 'passed' | 'failed' | 'skipped' | 'dry-run'

/** What became of one hook. */
export type HookReport = {
  readonly hook: GitHook
  readonly status: HookStatus
  /** Skipped because no file matched, not because somebody said so. */
  readonly isWithoutFiles: boolean
  readonly code: number
  readonly ms: number
  readonly output: Buffer
  /** It alone changed files that git tracks. */
  readonly isModifying: boolean
}

/** Hooks of one priority, which ran side by side. */
export type GroupReport = {
  readonly hooks: readonly HookReport[]
  /** One of several changed files, and nobody can tell which. */
  readonly isModified: boolean
}

export type ProjectReport = {
  /** From the workspace root; empty: the root itself. */
  readonly path: string
  readonly groups: readonly GroupReport[]
}

export function hasFailed({ hooks, isModified }: GroupReport): boolean {
  return isModified || hooks.some(({ status }) => status === 'failed')
}
