import type { Hook } from '../../core/hook.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Trust } from '../../config/trust.ts'
import { KNOWN } from '../../git/config/known.ts'
import { loadGitConfig } from '../../git/config/find-config.ts'
import { openGit } from '../../git/repository/open.ts'
import { findProjects } from '../../git/repository/workspace.ts'
import { systemClock } from '../../ports/clock.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import type { Invocation } from '../command.ts'
import { renderCandidate } from '../render/approval.ts'
import { createStyle } from '../render/style.ts'
import { issueText } from './issues.ts'
import { pinnedHooks, trustFor } from './pinned.ts'
import { configOf, workingDir } from './request.ts'

type Work = { readonly invocation: Invocation; readonly trust: Trust; readonly hooks: readonly Hook[] }

const ACTIONS: Readonly<Record<string, (work: Work) => number>> = { show, add, revoke }

/** `hookwright git trust`: approvals of git hooks, which only a policy asks for. */
export async function trust(invocation: Invocation): Promise<number> {
  const { args, env } = invocation
  const [action = 'show'] = args.positionals
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (act === undefined)
    throw new UsageError(`Unknown action "${action}"; accepted: ${Object.keys(ACTIONS).join(', ')}.`)
  const hooks = await readHooks(invocation)
  if (isIssue(hooks)) return fail(hooks, invocation)
  return act({ invocation, hooks, trust: trustFor(env, workingDir(args, env)) })
}

async function readHooks({ args, env }: Invocation): Promise<readonly Hook[] | Issue> {
  const cwd = workingDir(args, env)
  const git = await openGit({ cwd, env: env.variables })
  if (isIssue(git)) return git
  const workspace = await findProjects(git, { cwd, files: systemFiles, ...configOf(args, env) })
  if (isIssue(workspace)) return workspace
  const read = workspace.projects.map(({ configFile }) =>
    loadGitConfig(configFile, { files: systemFiles, known: KNOWN }),
  )
  const broken = read.flatMap(({ issues }) => issues).find(({ severity }) => severity === 'error')
  return broken ?? read.flatMap(({ config }) => (config === undefined ? [] : pinnedHooks(config)))
}

function show({ invocation: { io, args }, trust: store, hooks }: Work): number {
  const digest = store.projectDigest(hooks)
  const shown = hooks.map((hook) => {
    const status = store.status(hook)
    const changed = status === 'changed' ? store.changedScripts(hook) : []
    return { hook, status, changed, scripts: store.digest(hook).scripts }
  })
  if (args.options.has('json')) {
    const rows = shown.map(({ hook, ...rest }) => ({ id: hook.id, source: hook.source, ...rest }))
    io.out(`${JSON.stringify({ digest, hooks: rows })}\n`)
    return 0
  }
  const style = createStyle(io.colour)
  const waiting = shown.filter(({ status }) => status === 'untrusted' || status === 'changed').length
  const next =
    waiting === 0
      ? 'None of them waits for an approval.'
      : `${waiting} not approved. To approve exactly this: ${style.bold(`hookwright git trust add --digest ${digest.slice(0, SHORT)}`)}`
  io.out(
    `${[...shown.flatMap((one) => renderCandidate(one, style)), '', `digest ${digest}`, next].join('\n')}\n`,
  )
  return 0
}

/** Characters of a digest that are enough to tell two sets of hooks apart on purpose. */
const SHORT = 16

function add({ invocation, trust: store, hooks }: Work): number {
  const seen = lastValue(invocation.args, 'digest')
  if (seen !== undefined && (seen.length < SHORT || !store.projectDigest(hooks).startsWith(seen))) {
    invocation.io.err(
      `error: Nothing was approved: the hooks are not those with digest "${seen}". Look again with \`hookwright git trust show\`.\n`,
    )
    return 1
  }
  const problem = store.approve(hooks, systemClock.now())
  if (problem) return fail(problem, invocation)
  invocation.io.out(`Approved ${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}.\n`)
  return 0
}

function revoke({ invocation, trust: store }: Work): number {
  const problem = store.revoke()
  if (problem) return fail(problem, invocation)
  invocation.io.out('No hook of this project is approved any more, of agents neither.\n')
  return 0
}

function fail(problem: Issue, { io }: Invocation): number {
  io.err(issueText(problem, io))
  return 2
}
