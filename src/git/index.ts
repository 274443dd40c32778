import type { Issue } from '../core/issue.ts'
import { systemEnv } from '../ports/env.ts'
import { checkRunOptions } from './check-run-options.ts'
import { systemGround } from './ground.ts'
import type { GitHook } from './contracts/model.ts'
import type { GitRunEnd, GitRunRequest, Observer } from './run/request.ts'
import { runGitHooks as runRequest } from './run/run.ts'

export { HOOK_TYPES, STAGES, type GitHook, type HookType, type Stage } from './contracts/model.ts'
export type { GroupReport, HookReport, HookStatus, ProjectReport } from './run/report.ts'
export type { FileInput, GitRunEnd, GitRunRequest } from './run/request.ts'
export type { Issue }

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

/**
 * Runs the git hooks of a work tree, as `hookwright git run` does, and prints nothing. To call it is consent. Rejects
 * with a TypeError for options that do not exist or have a wrong value.
 */
export async function runGitHooks(options: GitRunOptions): Promise<GitRunEnd> {
  checkRunOptions(options)
  const { env, storeDir, signal, onProject, onHook, onNotice, ...request } = options
  const system = systemEnv()
  const variables = env ?? system.variables
  const ground = systemGround({ ...system, variables }, signal ?? new AbortController().signal)
  const placed = storeDir === undefined ? ground : { ...ground, storeDir, scratchDir: `${storeDir}/scratch` }
  return runRequest({ ...DEFAULTS, ...withoutUndefined(request) }, placed, {
    notice: (problem) => onNotice?.(problem),
    project: (report) => onProject?.(report),
    hook: (change, hook) => onHook?.(change, hook),
    planned: () => {},
    group: () => {},
    progress: () => {},
    diff: () => {},
  })
}

/** One left undefined counts as absent. */
function withoutUndefined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
}

const DEFAULTS: Omit<GitRunRequest, 'cwd'> = {
  include: [],
  skip: [],
  groups: [],
  requireGroups: [],
  noGroups: [],
  input: { kind: 'staged' },
  facts: {},
  isDryRun: false,
  isVerbose: false,
  showsDiff: false,
}
