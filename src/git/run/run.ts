import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { fifoStock } from '../../process/fifo-stock.ts'
import { sweepScratch } from '../../ports/scratch.ts'
import { readUnfiltered } from '../worktree/hide-files.ts'
import { recover } from '../worktree/recover.ts'
import { setAsideUnstaged, type SetAside } from '../worktree/stash.ts'
import { openGit, type OpenedGit } from '../repository/open.ts'
import { stageEnv } from '../repository/stage-input.ts'
import { openStore } from '../store/store.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { chooseHooks, type Choice } from './choose.ts'
import { readConcurrency } from './concurrency.ts'
import { exitCodeOf, resultOf } from './exit.ts'
import { candidatesOf, inputOf, setsAside, type RunInput } from './input.ts'
import { runLevels } from './levels.ts'
import { openProjects, type Opened } from './open-projects.ts'
import { readAhead } from './read-ahead.ts'
import { prefixOf, type Planned, type Project } from './projects.ts'
import type { ProjectReport } from './report.ts'
import type { GitRunEnd, GitRunRequest, Observer, RunGround } from './request.ts'
import { watchFirst } from './watches.ts'

/** Set for hooks, so that a run inside a run knows whose changes are set aside. */
const SET_ASIDE = 'HOOKWRIGHT_SET_ASIDE'

type Run = { readonly request: GitRunRequest; readonly ground: RunGround; readonly observer: Observer }

/** One run from config to exit code. Never rejects for what a repository holds. */
export async function runGitHooks(
  request: GitRunRequest,
  ground: RunGround,
  observer: Observer,
): Promise<GitRunEnd> {
  const startedAt = ground.clock.elapsed()
  // Every hook that waits for a slot listens; more than ten of them are no leak.
  setMaxListeners(0, ground.signal)
  const ended = await attempt({ request, ground, observer })
  return { ...ended, ms: ground.clock.elapsed() - startedAt }
}

type Ended = Omit<GitRunEnd, 'ms'>

async function attempt(run: Run): Promise<Ended> {
  const { request, ground } = run
  const { cwd, calledIn } = request
  const { env, signal } = ground
  const opening = openGit({ cwd, env, signal, ...(calledIn !== undefined && { calledIn }) })
  readAhead(request)
  const git = await opening
  if (isIssue(git)) return stopped(git, run)
  const ended = await attemptIn(git, run)
  return isIssue(ended) ? { ...stopped(ended, run), root: git.root } : ended
}

/** Whatever went wrong after an interrupt went wrong because of it. */
function stopped(problem: Issue, { request: { stage }, ground }: Run): Ended {
  const why = ground.signal.aborted ? cancelled() : problem
  return {
    exitCode: exitCodeOf(why),
    problems: [why],
    projects: [],
    ...(stage !== undefined && { stage }),
  }
}

async function attemptIn(git: OpenedGit, run: Run): Promise<Ended | Issue> {
  const { ground, observer } = run
  git.notices.forEach((notice) => observer.notice(notice))
  const problem = openStore(ground.storeDir) ?? (await finishEarlier(git, run))
  if (problem) return problem
  sweepScratch(ground.scratchDir)
  const opened = await openProjects(git, run)
  if (ground.signal.aborted) return cancelled()
  if (isIssue(opened)) return opened
  if ('problems' in opened) return { exitCode: 2, problems: opened.problems, projects: [], root: git.root }
  const choice = chooseHooks(opened.projects, opened.wish)
  choice.warnings.forEach((warning) => observer.notice(warning))
  if (choice.nothing) return choice.nothing
  return runChoice(git, { run, opened, choice })
}

/** What an interrupted run had set aside comes back first. */
async function finishEarlier(git: OpenedGit, { ground, observer }: Run): Promise<Issue | undefined> {
  const within = ground.env[SET_ASIDE]
  const told = await recover(git, { clock: ground.clock, ...(within !== undefined && { within }) })
  told.filter(({ severity }) => severity !== 'error').forEach((notice) => observer.notice(notice))
  return told.find(({ severity }) => severity === 'error')
}

type Chosen = { readonly run: Run; readonly opened: Opened; readonly choice: Choice }

async function runChoice(git: OpenedGit, chosen: Chosen): Promise<Ended | Issue> {
  const { run, opened, choice } = chosen
  const planned = planOf(opened.projects, choice)
  const start = { root: git.root, stage: choice.stage, problems: [] }
  if (planned.length === 0) return { ...start, exitCode: 0, projects: [] }
  const input = inputOf(choice.stage, run.request)
  if (isIssue(input)) return input
  const aside = setsAside(input) ? await setAside(git, chosen) : undefined
  if (isIssue(aside)) return aside
  if (aside?.notice) run.observer.notice(aside.notice)
  // Whatever happens meanwhile, what was set aside comes back.
  const projects = await runPlanned(git, { ...chosen, planned, input, aside }).catch(crashed)
  const told = (await aside?.restore()) ?? []
  told.filter(({ severity }) => severity !== 'error').forEach((notice) => run.observer.notice(notice))
  const lost = told.filter(({ severity }) => severity === 'error')
  if (isIssue(projects))
    return { ...start, exitCode: exitCodeOf(projects), problems: [projects, ...lost], projects: [] }
  return { ...start, exitCode: lost.length > 0 ? 2 : resultOf(projects), problems: lost, projects }
}

function crashed(error: unknown): Issue {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return {
    ...issue('git.crashed', {}, `A fault of hookwright ended the run: ${message}.`, 'Please report it.'),
    ...(stack !== undefined && { detail: stack }),
  }
}

function planOf(projects: readonly Project[], { projects: chosen }: Choice): readonly Planned[] {
  return chosen.flatMap(({ path, hooks }, index) => {
    const project = projects[index]
    return hooks.length === 0 || project === undefined ? [] : [{ project, path, hooks }]
  })
}

/** Nothing to set aside may mean that another run has done so since we last looked. */
async function setAside(git: OpenedGit, { run, opened }: Chosen): Promise<SetAside | Issue | undefined> {
  const { storeDir, clock } = run.ground
  const onNotice = (notice: Issue): void => run.observer.notice(notice)
  const request = { storeDir, clock, configFiles: opened.configNames, root: opened.root, onNotice }
  return (await setAsideUnstaged(git, request)) ?? finishEarlier(git, run)
}

type Steps = Chosen & {
  readonly planned: readonly Planned[]
  readonly input: RunInput
  readonly aside: SetAside | undefined
}

async function runPlanned(git: OpenedGit, steps: Steps): Promise<readonly ProjectReport[] | Issue> {
  const { run, opened, planned, input, aside } = steps
  const { request, ground, observer } = run
  const { isDryRun, isVerbose, failFast } = request
  const watching = { git, isClean: setsAside(input), isDryRun, scratchDir: ground.scratchDir }
  const watches = watchFirst(planned, watching)
  const listing = candidatesOf(git, input, { cwd: request.cwd, workspace: opened.root })
  if (!isDryRun) fifoStock.restock()
  const candidates = await listing
  if (isIssue(candidates)) return candidates
  candidates.warnings.forEach((warning) => observer.notice(warning))
  const concurrency = readConcurrency(ground.env, ground.cpus)
  concurrency.warnings.forEach((warning) => observer.notice(warning))
  observer.planned({
    names: planned.flatMap(({ hooks }) => hooks.map(({ hook }) => hook.name)),
    projects: planned.map(({ path }) => path),
  })
  const env = hookEnv({ run, aside })
  const shared = { git, ground, env, concurrency, candidates, projects: opened.projects, observer }
  const reports = await runLevels(planned, {
    ...shared,
    isDryRun,
    isVerbose,
    watching,
    watches,
    ...(failFast !== undefined && { failFast }),
  })
  const held = fifoStock.takeWarning()
  if (held) observer.notice(held)
  if (ground.signal.aborted) return cancelled()
  if (!isIssue(reports) && request.showsDiff && isModified(reports)) await showDiff(git, { run, opened })
  return reports
}

function hookEnv({ run, aside }: Pick<Steps, 'run' | 'aside'>): Readonly<Record<string, string>> {
  return {
    ...run.ground.env,
    ...stageEnv(run.request.facts),
    ...(aside !== undefined && { [SET_ASIDE]: aside.id }),
  }
}

function isModified(reports: readonly ProjectReport[]): boolean {
  return reports.some(({ groups }) =>
    groups.some((group) => group.isModified || group.hooks.some((hook) => hook.isModifying)),
  )
}

async function showDiff(git: OpenedGit, { run, opened }: Pick<Chosen, 'run' | 'opened'>): Promise<void> {
  const args = ['--no-pager', 'diff', '--no-ext-diff', '--', join('.', prefixOf(git, opened.root))]
  const diff = await readUnfiltered(git, { args, scratchDir: run.ground.scratchDir })
  if (!isIssue(diff)) run.observer.diff(diff)
}
