import { visibleJson } from '../../core/unseen.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Trust } from '../../config/trust.ts'
import type { GitConfig } from '../../git/config/config.ts'
import { KNOWN } from '../../git/config/known.ts'
import { loadGitConfig } from '../../git/config/find-config.ts'
import { openGit } from '../../git/repository/open.ts'
import { findProjects } from '../../git/repository/workspace.ts'
import { systemClock } from '../../ports/clock.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import type { Invocation } from '../command.ts'
import { createStyle } from '../render/style.ts'
import { issueText } from './issues.ts'
import { pinnedHooks, trustFor } from './pinned.ts'
import { configOf, workingDir } from './request.ts'
import { candidateLines, settingLines } from './trust-lines.ts'

type Work = {
  readonly invocation: Invocation
  readonly trust: Trust
  readonly configs: readonly GitConfig[]
}

const ACTIONS: Readonly<Record<string, (work: Work) => number>> = { show, add, revoke }

/** `hookwright git trust`: approvals of git hooks, which only a policy asks for. */
export async function trust(invocation: Invocation): Promise<number> {
  const { args, env } = invocation
  const [action = 'show'] = args.positionals
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (act === undefined)
    throw new UsageError(`Unknown action "${action}"; accepted: ${Object.keys(ACTIONS).join(', ')}.`)
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

function pinsOf({ configs }: Work): readonly Hook[] {
  return configs.flatMap(pinnedHooks).map(({ pin }) => pin)
}

function show(work: Work): number {
  const { configs, trust: store } = work
  const { io, args } = work.invocation
  const digest = store.projectDigest(pinsOf(work))
  const shown = configs.flatMap(pinnedHooks).map(({ pin, repo, hook }) => {
    const status = store.status(pin)
    const changed = status === 'changed' ? store.changedScripts(pin) : []
    const { scripts, gaps } = store.digest(pin)
    return { pin, repo, hook, status, changed, scripts, gaps }
  })
  if (args.options.has('json')) {
    const rows = shown.map(({ pin: { id, source }, status, changed, scripts, gaps }) => {
      return { id, source, status, changed, scripts, uncovered: gaps }
    })
    io.out(`${visibleJson({ digest, hooks: rows })}\n`)
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

function add(work: Work): number {
  const { invocation, trust: store } = work
  const hooks = pinsOf(work)
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
