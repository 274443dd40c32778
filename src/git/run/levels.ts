import { dirname } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { createSlots, type Slots } from '../../engine/slots.ts'
import { allFiles } from '../repository/candidates.ts'
import type { Git } from '../contracts/git.ts'
import { createTagger } from '../select/tagger.ts'
import type { WorkTreeWatch } from '../worktree/modified.ts'
import { argMax } from './arg-max.ts'
import { backendOf } from './backend.ts'
import type { Concurrency } from './concurrency.ts'
import type { GroupContext } from './group.ts'
import type { Candidates } from './input.ts'
import { matchInTime } from './match-in-time.ts'
import type { Matches } from './matching.ts'
import { runProject, type ProjectEnd } from './project.ts'
import { allOrIssue, byDepth, prefixOf, type Planned, type Project } from './projects.ts'
import type { ProjectReport } from './report.ts'
import type { Observer, RunGround } from './request.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { startWatch, type Watching } from './watches.ts'

/** What all projects of a run share. */
export type Shared = {
  readonly git: Git
  readonly ground: RunGround
  /** Of hooks: the caller's, with the variables of the stage. */
  readonly env: Readonly<Record<string, string>>
  readonly concurrency: Concurrency
  readonly candidates: Candidates
  /** All there are, also those nobody asked for: files may be theirs alone. */
  readonly projects: readonly Project[]
  readonly failFast?: boolean
  readonly isDryRun: boolean
  readonly isVerbose: boolean
  readonly watching: Watching
  /** Those that have begun already. */
  readonly watches: ReadonlyMap<Project, WorkTreeWatch>
  readonly observer: Observer
}

/** Deepest projects first; a stop ends the run after its level. An issue ends it at once. */
export async function runLevels(
  planned: readonly Planned[],
  shared: Shared,
): Promise<readonly ProjectReport[] | Issue> {
  const reports: ProjectReport[] = []
  for (const level of byDepth(planned)) {
    const slots = createSlots(shared.concurrency.hooks)
    const ends = allOrIssue(await Promise.all(level.map((each) => runPlanned(each, { shared, slots }))))
    if (isIssue(ends)) return ends
    ends.forEach(({ groups }, index) => {
      const report = { path: level[index]?.path ?? '', groups }
      reports.push(report)
      shared.observer.project(report)
    })
    if (ends.some(({ isStopped }) => isStopped)) break
  }
  return reports
}

async function runPlanned(
  planned: Planned,
  { shared, slots }: { readonly shared: Shared; readonly slots: Slots },
): Promise<ProjectEnd | Issue> {
  const { project, hooks } = planned
  const failFast = shared.failFast ?? project.config.failFast ?? false
  const watch = shared.watches.get(project) ?? startWatch(planned, shared.watching)
  const matches = await matchInTime(planned, { ...shared, watch })
  if (isIssue(matches)) return matches
  return runProject({ hooks, failFast, context: groupContext(project, { shared, slots, watch, matches }) })
}

type Context = {
  readonly shared: Shared
  readonly slots: Slots
  readonly watch: WorkTreeWatch
  readonly matches: Matches
}

function groupContext(project: Project, { shared, slots, watch, matches }: Context): GroupContext {
  const { git, ground, observer, concurrency, isDryRun, isVerbose } = shared
  return {
    prepare: prepareContext(project, shared),
    namesOf: (hook) => matches.get(hook),
    slots,
    batches: concurrency.batches,
    limits: { platform: ground.platform, argMax: argMax(ground.platform) },
    isDryRun,
    isVerbose,
    clock: ground.clock,
    backendOf: (hook) =>
      backendOf(hook, {
        env: shared.env,
        hooks: project.hooks,
        project: project.config,
        tagger: createTagger(project.dir),
        allFiles: () => trackedFiles(git, project),
      }),
    looked: () => watch.begin(),
    hasChanged: () => watch.hasChanged(),
    lastLook: () => watch.end(),
    onHook: (change, hook, report) => observer.hook(change, hook, project.path, report),
    onGroup: (report) => observer.group(report, project.path),
    configDir: dirname(project.config.file),
  }
}

async function trackedFiles(git: Git, project: Project): Promise<readonly string[] | Issue> {
  const names = await allFiles(git, project.dir)
  if (isIssue(names)) return names
  const prefix = prefixOf(git, project.dir)
  return names.map((name) => name.slice(prefix.length))
}

function prepareContext({ dir }: Project, { git, ground, env, observer }: Shared): PrepareContext {
  const { platform, scratchDir, storeDir, signal } = ground
  const progress = (text: string): void => observer.progress(text)
  return {
    cwd: dir,
    git,
    signal,
    env: { ...env, ...workTree(git, dir, env) },
    platform,
    scratchDir,
    storeDir,
    progress,
  }
}

/** Below the root of the work tree, git would not find it by GIT_DIR alone. */
function workTree(
  git: Git,
  dir: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isLost = env['GIT_DIR'] !== undefined && env['GIT_WORK_TREE'] === undefined && dir !== git.root
  return isLost ? { GIT_WORK_TREE: git.root } : {}
}
