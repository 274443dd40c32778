import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { Trust } from '../../config/trust.ts'
import type { GitConfig } from '../../git/config/config.ts'
import { KNOWN } from '../../git/config/known.ts'
import { loadGitConfig } from '../../git/config/find-config.ts'
import { openGit } from '../../git/repository/open.ts'
import { findProjects } from '../../git/repository/workspace.ts'
import type { ApprovedCommits } from '../../git/run/request.ts'
import { systemClock } from '../../ports/clock.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, unknownAction } from '../args.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { refuseBelowAgent } from '../person.ts'
import { createStyle, printable } from '../render/style.ts'
import { issueText } from './issues.ts'
import { approvedCommit, pinnedHooks, pinStatus, trustFor } from './pinned.ts'
import { configOf, workingDir } from './request.ts'
import { resolveCommits } from './resolve-commits.ts'
import { failed, inSession } from './session.ts'
import { candidateLines, settingLines } from './trust-lines.ts'

type Work = {
  readonly invocation: Invocation
  readonly trust: Trust
  readonly configs: readonly GitConfig[]
}

const ACTIONS: Readonly<Record<string, (work: Work) => number | Promise<number>>> = { show, add, revoke }

/** `hookwright git trust`: approvals of git hooks, which only a policy asks for. */
export async function trust(invocation: Invocation): Promise<number> {
  const { args, env } = invocation
  const [action = 'show'] = args.positionals
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (act === undefined) throw unknownAction(action, Object.keys(ACTIONS))
  const refusal = act === show ? undefined : refuseBelowAgent(invocation, `hookwright git trust ${action}`)
  if (refusal !== undefined) return fail(issue('person.needed', {}, refusal), invocation)
  const configs = await readConfigs(invocation)
  if (isIssue(configs)) return fail(configs, invocation)
  const store = trustFor(env, workingDir(args, env))
  await store.loadReader()
  return act({ invocation, configs, trust: store })
}

async function readConfigs({ args, env }: Invocation): Promise<readonly GitConfig[] | Issue> {
  const cwd = workingDir(args, env)
  const git = await openGit({ cwd, env: env.variables })
  if (isIssue(git)) return git
  const workspace = await findProjects(git, { cwd, files: systemFiles, ...configOf(args, env) })
  if (isIssue(workspace)) return workspace
  const read = workspace.projects.map(({ configFile }) =>
    loadGitConfig(configFile, { files: systemFiles, known: KNOWN }),
  )
  const broken = read.flatMap(({ issues }) => issues).find(({ severity }) => severity === 'error')
  return broken ?? read.flatMap(({ config }) => config ?? [])
}

function show({ configs, trust: store, invocation }: Work): number {
  const { io, args } = invocation
  const hooks = configs.flatMap(pinnedHooks)
  const digest = store.projectDigest(hooks.map(({ pin }) => pin))
  const shown = hooks.map((each) => {
    const status = pinStatus(store, each)
    const changed = status === 'changed' ? store.changedScripts(each.pin) : []
    const { scripts, gaps } = store.digest(each.pin)
    const commit = approvedCommit(store, each)
    return { ...each, status, changed, scripts, gaps, ...(commit !== undefined && { commit }) }
  })
  if (args.options.has('json')) {
    const rows = shown.map(({ pin: { id, source }, repo, status, commit, changed, scripts, gaps }) => {
      const from = repo.kind === 'remote' ? { repo: repo.url, rev: repo.rev } : { repo: repo.kind }
      return { id, source, ...from, status, commit, changed, scripts, uncovered: gaps }
    })
    io.out(jsonText({ digest, hooks: rows }))
    return 0
  }
  const style = createStyle(io.colour)
  const waiting = shown.filter(({ status }) => status === 'untrusted' || status === 'changed').length
  const next =
    waiting === 0
      ? 'None of them waits for an approval.'
      : `${waiting} not approved. To approve exactly this: ${style.bold(`hookwright git trust add --digest ${digest.slice(0, SHORT)}`)}`
  const lines = [
    ...shown.flatMap((one) => candidateLines(one, style)),
    ...configs.flatMap((config) => settingLines(config, style)),
  ]
  io.out(`${[...lines, '', `digest ${digest}`, next].join('\n')}\n`)
  return 0
}

/** Characters of a digest that are enough to tell two sets of hooks apart on purpose. */
const SHORT = 16

/** The one act that reaches repositories without an approval, because it is one. Nothing of them runs. */
async function add(work: Work): Promise<number> {
  const { invocation, trust: store, configs } = work
  const hooks = configs.flatMap(pinnedHooks)
  const pins = hooks.map(({ pin }) => pin)
  const seen = lastValue(invocation.args, 'digest')
  if (seen !== undefined && (seen.length < SHORT || !store.projectDigest(pins).startsWith(seen))) {
    invocation.io.err(
      `error: Nothing was approved: the hooks are not those with digest "${seen}". Look again with \`hookwright git trust show\`.\n`,
    )
    return 1
  }
  return inSession(invocation, async (session) => {
    const commits = await resolveCommits(configs, session)
    if (isIssue(commits)) return failed(session, [commits])
    const commitOf = new Map(
      hooks.map(({ pin, repo }) => [pin, repo.kind === 'remote' ? commits.get(repo) : undefined]),
    )
    const problem = store.approve(pins, systemClock.now(), (pin) => commitOf.get(pin))
    if (problem) return failed(session, [problem])
    tellApproved({ hooks: pins.map(({ id }) => id), commits }, invocation)
    return 0
  })
}

type ApprovedHooks = { readonly hooks: readonly string[]; readonly commits: ApprovedCommits }

function tellApproved({ hooks, commits }: ApprovedHooks, { args, io }: Invocation): void {
  const repos = [...commits].map(([{ url, rev }, commit]) => ({ repo: url, rev, commit }))
  if (args.options.has('json')) io.out(jsonText({ approved: hooks, repos }))
  else {
    const lines = repos.map(({ repo, rev, commit }) => printable(`${repo} at rev ${rev} is commit ${commit}`))
    io.out(`${[`Approved ${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}.`, ...lines].join('\n')}\n`)
  }
}

function revoke({ invocation, trust: store }: Work): number {
  const problem = store.revoke()
  if (problem) return fail(problem, invocation)
  const { args, env, io } = invocation
  const text = 'No hook of this project is approved any more, of agents neither.\n'
  io.out(args.options.has('json') ? jsonText({ revoked: workingDir(args, env) }) : text)
  return 0
}

function fail(problem: Issue, { io }: Invocation): number {
  io.err(issueText(problem, io))
  return 2
}
