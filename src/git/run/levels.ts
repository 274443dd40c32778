import { dirname } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { createSlots, type Slots } from '../../engine/slots.ts'
import { allFiles } from '../repository/candidates.ts'
import type { Git } from '../repository/git.ts'
import { createTagger } from '../select/tagger.ts'
import { watchWorkTree, type WorkTreeWatch } from '../worktree/modified.ts'
import { argMax } from './arg-max.ts'
import { backendOf } from './backend.ts'
import { bounded } from './bounded.ts'
import { cancelled } from './call.ts'
import type { Chosen } from './choose.ts'
import type { Concurrency } from './concurrency.ts'
import type { GroupContext } from './group.ts'
import type { Candidates } from './input.ts'
import { matchAll, type Matches } from './matching.ts'
import { runProject, type ProjectEnd } from './project.ts'
import { allOrIssue, byDepth, filesOf, prefixOf, type Project } from './projects.ts'
import type { ProjectReport } from './report.ts'
import type { Observer, RunGround } from './request.ts'
import type { PrepareContext } from './runnable.ts'

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

export type Planned = { readonly project: Project; readonly path: string; readonly hooks: readonly Chosen[] }

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
  const matches = await matchInTime(planned, { shared, watch })
  if (isIssue(matches)) return matches
  return runProject({ hooks, failFast, context: groupContext(project, { shared, slots, watch, matches }) })
}

/** What looking at a work tree takes. */
export type Watching = {
  readonly git: Git
  /** It is as it is staged. */
  readonly isClean: boolean
  readonly isDryRun: boolean
  readonly scratchDir: string
}

/** Looks at the projects that run first while files are still being chosen; the others change before their turn. */
export function watchFirst(planned: readonly Planned[], watching: Watching): Shared['watches'] {
  const [first = []] = byDepth(planned)
  return new Map(first.map((each) => [each.project, startWatch(each, watching)]))
}

function startWatch({ project, hooks }: Planned, watching: Watching): WorkTreeWatch {
  const { git, isClean, isDryRun, scratchDir } = watching
  const looks = new Set(hooks.filter(mayStart).map(({ hook }) => hook.priority)).size
  const listening = looks > WORTH_LISTENING && { listenIn: scratchDir }
  const watch = watchWorkTree(git, project.dir, { isClean, ...listening })
  if (looks > 0 && !isDryRun) void watch.begin()
  return watch
}

/** With fewer looks git is as fast. */
const WORTH_LISTENING = 2

/** Hooks inside this process tell themselves what they wrote. */
function mayStart({ hook: { repo, language }, isSkipped }: Chosen): boolean {
  const isOurs = repo.kind === 'meta' || repo.kind === 'builtin'
  return !isSkipped && !isOurs && language !== 'fail' && language !== 'pygrep'
}

/** Far more than any real config takes. */
const SELECTION_MS = 20_000

/** Patterns come from a config and names from everybody: together they can take for ever. */
async function matchInTime(
  { project, hooks }: Planned,
  { shared, watch }: { readonly shared: Shared; readonly watch: WorkTreeWatch },
): Promise<Matches | Issue> {
  const tagger = createTagger(project.dir, await plainFiles(project, { shared, watch }))
  const match = (): Matches => matchAll(hooks, { names: filesOf(project, shared.projects, shared), tagger })
  const rules = [project.config, ...hooks.map(({ hook }) => hook)]
  if (!rules.some(({ files, exclude }) => files ?? exclude)) return match()
  const found = bounded(match, { timeoutMs: SELECTION_MS })
  if (typeof found === 'object') return found.value
  return found === 'interrupted' ? cancelled() : tooSlow(project)
}

/** Where git has just found every tracked file as it is staged, the disk need not be asked what it is. */
async function plainFiles(
  project: Project,
  { shared, watch }: { readonly shared: Shared; readonly watch: WorkTreeWatch },
): Promise<((name: string) => boolean) | undefined> {
  const { odd } = shared.candidates
  if (odd === undefined || !(await watch.wasClean())) return undefined
  const prefix = prefixOf(shared.git, project.dir)
  return (name) => !odd.has(`${prefix}${name}`)
}

function tooSlow({ config }: Project): Issue {
  return issue(
    'pattern.too-slow',
    { file: config.file },
    `The patterns of "${config.file}" were still being tried on the names of files after ${SELECTION_MS / 1000} s.`,
    'Look for repeats inside repeats in `files` and `exclude`, such as `(a+)+`.',
  )
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
    onHook: (change, hook) => observer.hook(change, hook),
    onWarning: (problem) => observer.notice(problem),
    onGroup: (report) => observer.group(report),
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
