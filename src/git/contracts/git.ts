import type { Buffer } from 'node:buffer'
import type { Issue } from '../../core/issue.ts'

/** What one git command said; codes other than 0 are for the caller to judge. */
export type GitOutput = { readonly code: number; readonly stdout: Buffer; readonly stderr: string }

export type GitCall = {
  readonly cwd?: string
  readonly input?: Uint8Array
  /** Over the environment every command of this repository gets. */
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** git in one work tree, with everything switched off that the repository's own config could make it execute. */
export type Git = {
  /** The top folder of the work tree, as git names it. */
  readonly root: string
  /** Where this work tree's HEAD and MERGE_HEAD are. */
  readonly gitDir: string
  /** Drivers of filters that are switched off: what git says of the content of their files is not to be trusted. */
  readonly filtersOff?: readonly string[]
  /** An issue when git cannot be started or was cancelled. */
  run(args: readonly string[], call?: GitCall): Promise<GitOutput | Issue>
  /** The stdout of a command that is expected to succeed; any other exit code is an issue that quotes stderr. */
  read(args: readonly string[], call?: GitCall): Promise<Buffer | Issue>
}
