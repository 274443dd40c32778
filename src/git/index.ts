import type { Issue } from '../core/issue.ts'
import { systemEnv } from '../ports/env.ts'
import { checkRunOptions } from './run/check-options.ts'
import { systemGround } from './run/ground.ts'
import type { GitRunOptions } from './run/options.ts'
import type { GitRunEnd, GitRunRequest } from './run/request.ts'
import { runGitHooks as runRequest } from './run/run.ts'

export { HOOK_TYPES, STAGES, type GitHook, type HookType, type Stage } from './contracts/model.ts'
export type { GroupReport, HookReport, HookStatus, ProjectReport } from './run/report.ts'
export type { FileInput, GitRunEnd, GitRunRequest } from './run/request.ts'
export type { Issue }
export type { GitRunOptions }

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
