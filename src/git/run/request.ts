import type { Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitConfig, RemoteRepo } from '../config/config.ts'
import type { GitHook, Stage } from '../contracts/model.ts'
import type { StageFacts } from '../repository/stage-input.ts'
import type { GroupReport, HookReport, ProjectReport } from './report.ts'

/** Which files a run is about, where the stage leaves that to the caller. */
export type FileInput =
  | {
      /** Files that are staged for the commit; other changes are set aside meanwhile. */
      readonly kind: 'staged'
    }
  | {
      /** All files that git tracks. */
      readonly kind: 'all'
    }
  | {
      /** Files that the caller names; the three lists add up. */
      readonly kind: 'chosen'
      /** Paths, absolute or relative to `cwd`. */
      readonly files: readonly string[]
      /** Patterns on paths of tracked files. */
      readonly globs: readonly string[]
      /** Folders whose tracked files are taken. */
      readonly directories: readonly string[]
    }
  | {
      /** Files that differ between two commits. */
      readonly kind: 'range'
      /** Commit or ref before the changes. */
      readonly from: string
      /** Commit or ref after the changes. */
      readonly to: string
    }

/** What a run is about. `GitRunOptions` has the same with defaults. */
export type GitRunRequest = {
  /** Where to look for the config; any folder of the work tree. */
  readonly cwd: string
  /** Where git called us, if it did: its variables are relative to it. Default: `cwd`. */
  readonly calledIn?: string
  /** Only this config file, for the whole repository. */
  readonly config?: string
  /** Hooks and projects to run: `ruff`, `api/`, `api:ruff`. Default: all. */
  readonly include: readonly string[]
  /** Hooks and projects to leave out, named in the same way; stronger than `include`. Default: none. */
  readonly skip: readonly string[]
  /** Only hooks in one of these groups. Default: all. */
  readonly groups: readonly string[]
  /** Only hooks that are in all of these groups. Default: no such limit. */
  readonly requireGroups: readonly string[]
  /** Not hooks in one of these groups. Default: none. */
  readonly noGroups: readonly string[]
  /** The stage that runs. Default: `pre-commit`, or `manual` when every hook in `include` has other stages. */
  readonly stage?: Stage
  /** Which files the hooks get. Default: `{ kind: "staged" }`. */
  readonly input: FileInput
  /** What hooks are told by variables. Default: nothing. */
  readonly facts: StageFacts
  /** True: the run ends after the first hook that fails. Default: as the config files say. */
  readonly failFast?: boolean
  /** True: nothing is run, and every hook that would be has the status `dry-run`. Default: false. */
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

/** How a run ended. */
export type GitRunEnd = {
  /** 0: all passed or were skipped. 1: a hook failed or changed files. 2: no run was possible. 130: interrupted. */
  readonly exitCode: 0 | 1 | 2 | 130
  /** Why there is no result, or not all of it. */
  readonly problems: readonly Issue[]
  /** The stage that ran. Absent: the run ended before it was known. */
  readonly stage?: Stage
  /** Absolute path of the workspace. Absent: none was found. */
  readonly root?: string
  /** Reports of the projects, in the order they ran. */
  readonly projects: readonly ProjectReport[]
  /** Milliseconds that the whole run took. */
  readonly ms: number
}
