import { dirname } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemFiles } from '../../ports/files.ts'
import type { GitConfig } from '../config/config.ts'
import { loadGitConfig } from '../config/find-config.ts'
import { KNOWN } from '../config/known.ts'
import { nameBelow } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { findProjects, type FoundProject } from '../repository/workspace.ts'
import { trackConfigs } from '../store/registry.ts'
import type { StoreContext } from '../store/store.ts'
import type { Wish } from './choose.ts'
import { isPossible, isProjectPossible, noProject } from './possible.ts'
import { loadHooks } from './load.ts'
import type { Project } from './projects.ts'
import type { ApprovedCommits, GitRunRequest, Observer, RunGround } from './request.ts'
import { readWish } from './wish.ts'

export type Opened = {
  readonly root: string
  readonly projects: readonly Project[]
  /** From the root of the work tree; one outside of it has none. */
  readonly configNames: readonly string[]
  readonly wish: Wish
}

/** All that is wrong with config files, so that it can be mended in one go. */
export type Broken = { readonly problems: readonly Issue[] }

export type OpenProjects = {
  readonly request: Pick<
    GitRunRequest,
    'cwd' | 'config' | 'include' | 'skip' | 'groups' | 'requireGroups' | 'noGroups' | 'stage'
  >
  readonly ground: RunGround
  readonly observer: Pick<Observer, 'notice' | 'progress'>
}

/** The projects of a workspace that somebody may have asked for, with their hooks. */
export async function openProjects(git: Git, open: OpenProjects): Promise<Opened | Broken | Issue> {
  const { request, ground, observer } = open
  const workspace = await findProjects(git, { ...request, files: systemFiles })
  if (isIssue(workspace)) return workspace
  workspace.issues.forEach((problem) => observer.notice(problem))
  const wish = readWish(request, { env: ground.env, root: workspace.root })
  if (isIssue(wish)) return wish
  const unselected = request.config === undefined ? noProject(workspace, wish) : undefined
  if (unselected) return unselected
  const configs = workspace.projects.map((found) => readConfig(found, { wish, observer }))
  const broken = configs.flatMap(({ problems }) => problems)
  if (broken.length > 0) return { problems: broken }
  const wanted = configs.filter(({ isWanted }) => isWanted)
  const commits = await ground.gate?.(wanted.flatMap(({ config }) => config ?? []))
  if (isIssue(commits)) return commits
  const untracked = await trackConfigs(
    wanted.map(({ found }) => found.configFile),
    storeContext(workspace.root, open),
  )
  if (untracked) return untracked
  const loaded = await Promise.all(configs.map((read) => openProject(read, { open, wish, commits })))
  const problems = loaded.flatMap((each) => each.problems)
  if (problems.length > 0) return { problems }
  return {
    root: workspace.root,
    projects: loaded.flatMap(({ project }) => project ?? []),
    configNames: wanted.flatMap(({ found }) => nameOf(git, found)),
    wish,
  }
}

type Read = {
  readonly found: FoundProject
  /** Somebody may have asked for it. Others are read because their files may be theirs alone. */
  readonly isWanted: boolean
  readonly config?: GitConfig
  readonly problems: readonly Issue[]
}

function readConfig(
  found: FoundProject,
  { wish, observer }: { readonly wish: Wish; readonly observer: OpenProjects['observer'] },
): Read {
  const isWanted = isProjectPossible(wish, found.path)
  const { config, issues } = loadGitConfig(found.configFile, { files: systemFiles, known: KNOWN })
  const told = isWanted ? issues : []
  told.filter(({ severity }) => severity !== 'error').forEach((warning) => observer.notice(warning))
  const problems = told.filter(({ severity }) => severity === 'error')
  return { found, isWanted, problems, ...(config && { config }) }
}

type Loading = {
  readonly open: OpenProjects
  readonly wish: Wish
  readonly commits: ApprovedCommits | undefined
}

async function openProject(
  { found: { path, dir, configFile }, isWanted, config }: Read,
  { open, wish, commits }: Loading,
): Promise<{ readonly project?: Project; readonly problems: readonly Issue[] }> {
  if (config === undefined) return { problems: [] }
  const mentioned = config.repos.flatMap((repo) => repo.hooks.map(({ options }) => options))
  const project = { path, dir, config, mentioned }
  if (!isWanted) return { project: { ...project, hooks: [] }, problems: [] }
  const { ground } = open
  const { hooks, issues } = await loadHooks(config, {
    store: storeContext(dirname(configFile), open),
    fastPath: ground.env['PREK_NO_FAST_PATH'] === undefined,
    isWanted: (hook) => isPossible(wish, path, hook),
    ...(commits && { commits }),
  })
  return { project: { ...project, hooks }, problems: issues }
}

/** Relative URLs are read from the folder of their config. */
function storeContext(cwd: string, { ground, observer }: OpenProjects): StoreContext {
  const { storeDir, env, signal } = ground
  return { storeDir, cwd, env, signal, progress: (text) => observer.progress(text) }
}

function nameOf(git: Git, { configFile }: FoundProject): readonly string[] {
  const name = nameBelow(git.root, configFile)
  return name.startsWith('../') ? [] : [name]
}
