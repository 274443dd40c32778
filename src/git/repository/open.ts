import { isIssue, issue, notice, type Issue } from '../../core/issue.ts'
import { isPlainPath } from '../contracts/paths.ts'
import { callGit, readGit, type Caller } from './call-git.ts'
import type { ConfigEntry } from './config-listing.ts'
import { filtersOff, overrides, overrideVariables, type Override } from './config-overrides.ts'
import {
  absoluteVariables,
  configParameters,
  configVariables,
  quietEnv,
  type Variables,
} from './environment.ts'
import { findRoot, type Root } from './find-root.ts'
import type { Git } from '../contracts/git.ts'
import { findGit, type Program } from './program.ts'
import { readConfig, type Config } from './read-config.ts'

export type OpenedGit = Git & {
  /** The folder of the repository's config and hooks; differs from `gitDir` in a linked work tree. */
  readonly commonDir: string
  /** The whole config as git sees it without us, in its order. */
  readonly config: readonly ConfigEntry[]
  /** What is not done, because the repository's own config asks for it. */
  readonly notices: readonly Issue[]
}

export type OpenRequest = {
  readonly cwd: string
  readonly env: Variables
  readonly signal?: AbortSignal
  /** Where a calling git started us, which its variables are relative to. Default: `cwd`. */
  readonly calledIn?: string
}

/** Two processes, side by side; neither of them executes anything. */
export async function openGit(request: OpenRequest): Promise<OpenedGit | Issue> {
  const program = findGit(request)
  if (isIssue(program)) return program
  const caller = firstCaller(request, program)
  const [root, config] = await Promise.all([
    findRoot(caller),
    readConfig(withUserConfig(caller, request.env)),
  ])
  if (isIssue(root)) return root
  if (isIssue(config)) return config
  const settled = settleConfig(config, request.env)
  if (isIssue(settled)) return settled
  return opened({
    caller: {
      ...caller,
      cwd: root.root,
      env: {
        ...caller.env,
        ...absoluteVariables(request.env, { cwd: caller.cwd, root: root.root }),
        ...settled,
      },
    },
    root,
    config,
  })
}

/** With GIT_DIR alone git takes the folder it is called in for the top of the work tree. */
function firstCaller({ cwd, env, signal, calledIn = cwd }: OpenRequest, program: Program): Caller {
  const topIsHere = env['GIT_DIR'] !== undefined && env['GIT_WORK_TREE'] === undefined
  return {
    file: program.file,
    cwd: topIsHere ? calledIn : cwd,
    env: quietEnv(env, program),
    ...(signal && { signal }),
  }
}

function withUserConfig(caller: Caller, env: Variables): Caller {
  const given = Object.entries(env).filter(([key]) => key.startsWith('GIT_CONFIG'))
  return { ...caller, env: { ...caller.env, ...Object.fromEntries(given) } }
}

function opened({ caller, root, config }: { caller: Caller; root: Root; config: Config }): OpenedGit {
  const off = filtersOff(config.entries)
  return {
    ...root,
    filtersOff: off,
    config: config.entries,
    notices: filterNotices(off, root),
    run: (args, call) => callGit(caller, { args, ...(call && { call }) }),
    read: (args, call) => readGit(caller, { args, ...(call && { call }) }),
  }
}

/** What the calling git was given by `-c` or variables comes first, so that ours wins. */
function settleConfig({ entries, takesCount }: Config, env: Variables): Variables | Issue {
  const ours = overrides(entries)
  const given = entries
    .filter((entry) => entry.scope === 'command')
    .map(({ key, value = 'true' }): Override => [key, value])
  const pairs = takesCount ? [...given, ...ours] : ours
  const bad = pairs.find((pair) => !canTravel(pair, takesCount))
  if (bad) return cannotOverride(bad[0])
  const variables = takesCount ? configVariables(pairs) : configParameters(pairs, env)
  return { ...variables, ...overrideVariables(entries) }
}

function canTravel([key, value]: Override, takesCount: boolean): boolean {
  return isPlainPath(key) && isPlainPath(value) && (takesCount || !key.includes('='))
}

function cannotOverride(key: string): Issue {
  return issue(
    'git.config-refused',
    {},
    `The repository's config key ${JSON.stringify(key)} can make git start a program, and cannot be switched off.`,
    'Remove it with `git config --unset`, or rename it in UTF-8 and without "=".',
  )
}

function filterNotices(off: readonly string[], { commonDir }: Root): readonly Issue[] {
  if (off.length === 0) return []
  return [
    notice(
      'git.filters-off',
      { file: `${commonDir}/config` },
      `The filters of this repository's own git config are not run by hookwright: ${off.join(', ')}.`,
      'Put them into your own config (`git config --global`) to have them used.',
    ),
  ]
}
