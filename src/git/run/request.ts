import type { Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitConfig, RemoteRepo } from '../config/config.ts'
import type { GitHook, Stage } from '../contracts/model.ts'
import type { StageFacts } from '../repository/stage-input.ts'
import type { GroupReport, HookReport, ProjectReport } from './report.ts'

/** Which files a run is about, where the stage leaves that to the caller. */
export type FileInput =
  | { readonly kind: 'staged' }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'chosen'
      readonly files: readonly string[]
      readonly globs: readonly string[]
      readonly directories: readonly string[]
    }
  | { readonly kind: 'range'; readonly from: string; readonly to: string }

export type GitRunRequest = {
  readonly cwd: string
  /** Where git called us, if it did: its variables are relative to it. Default: `cwd`. */
  readonly calledIn?: string
  /** Only this config file, for the whole repository. */
  readonly config?: string
  /** Hooks and projects, as people name them. */
  readonly include: readonly string[]
  readonly skip: readonly string[]
  readonly groups: readonly string[]
  readonly requireGroups: readonly string[]
  readonly noGroups: readonly string[]
  readonly stage?: Stage
  readonly input: FileInput
  readonly facts: StageFacts
  /** Over what the config files say. */
  readonly failFast?: boolean
  readonly isDryRun: boolean
  /** Output of hooks that passed is wanted too. */
  readonly isVerbose: boolean
  /** Tells what hooks changed when some failed. */
  readonly showsDiff: boolean
}

/** What a run stands on. */
export type RunGround = {
  readonly env: Readonly<Record<string, string>>
  readonly platform: NodeJS.Platform
  readonly cpus: number
  readonly clock: Clock
  readonly storeDir: string
  readonly scratchDir: string
  readonly signal: AbortSignal
  /**
   * Asked before anything that these config files name is fetched or started. An issue: why they may not be used. A map:
   * only these commits may be. Undefined, like no gate: whatever the files say.
   */
  gate?(configs: readonly GitConfig[]): Promise<ApprovedCommits | Issue | undefined>
}

/** The one commit of each repository that may be used; a repository that is not in it may not be. */
export type ApprovedCommits = ReadonlyMap<RemoteRepo, string>

/** Who watches a run. */
export type Observer = {
  /** Warnings, and what happens to unstaged changes. */
  notice(problem: Issue): void
  /** Before the first hook: the names that will be shown. */
  planned(plan: { readonly names: readonly string[]; readonly projects: readonly string[] }): void
  /**
   * A group of a project, as soon as it is through. The project's own report has the last word on it. `path` is that of
   * the project, from the workspace root.
   */
  group(report: GroupReport, path: string): void
  /** A project with its end; later groups of it do not come. */
  project(report: ProjectReport): void
  /** `report`: how a hook ended that came to its end. */
  hook(change: 'started' | 'ended', hook: GitHook, path: string, report?: HookReport): void
  progress(text: string): void
  /** What hooks changed, as git shows it. */
  diff(text: Uint8Array): void
}

export type GitRunEnd = {
  readonly exitCode: 0 | 1 | 2 | 130
  /** Why there is no result, or not all of it. */
  readonly problems: readonly Issue[]
  readonly stage?: Stage
  readonly root?: string
  readonly projects: readonly ProjectReport[]
  readonly ms: number
}
