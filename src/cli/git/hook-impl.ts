import { resolve } from 'node:path'
import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { readHookCall } from '../../git/install/hook-call.ts'
import { findLoop, hasLegacy, runLegacy, type LegacyEnd } from '../../git/install/legacy.ts'
import { findConfigAbove } from '../../git/install/find-config.ts'
import { SHIM_VERSION } from '../../git/install/shim.ts'
import type { HookType } from '../../git/contracts/model.ts'
import { absoluteVariables } from '../../git/repository/environment.ts'
import { openGit } from '../../git/repository/open.ts'
import { realPath } from '../../git/repository/program.ts'
import type { Env } from '../../ports/env.ts'
import { lastValue, UsageError } from '../args.ts'
import type { Invocation } from '../command.ts'
import { issueText } from './issues.ts'
import { configOf, workingDir } from './request.ts'
import { runRequested } from './run.ts'
import { screenOptions } from './screen.ts'
import { FAILED } from './session.ts'

/** A push of a hundred thousand refs has a tenth of it. */
const MAX_INPUT = 128 * 1_048_576

/** What git starts: the hook that was there before, then the hooks of the config. */
export async function hookImpl(invocation: Invocation): Promise<number> {
  const { args, env, io } = invocation
  const type = lastValue(args, 'hook-type') as HookType | undefined
  if (type === undefined) throw new UsageError('hook-impl needs --hook-type; git starts it from its hooks.')
  const tell = (problem: Issue): void =>
    io.err(issueText(problem, screenOptions(args, { io, variables: env.variables })))
  const input = readInput(invocation, type)
  if (isIssue(input)) return refuse(tell, input)
  const legacy = await callLegacy(invocation, { type, input, tell })
  if (isIssue(legacy)) return refuse(tell, legacy)
  if (legacy.isStopped) return legacy.code
  const code = await callConfig(invocation, { type, input: input ?? new Uint8Array(), tell })
  return code === 0 ? legacy.code : code
}

type Call = {
  readonly type: HookType
  readonly input: Uint8Array | undefined
  tell(problem: Issue): void
}

function refuse(tell: Call['tell'], problem: Issue): number {
  tell(problem)
  return FAILED
}

/** Two of us may want it; what git writes to other hooks is left to the one that was there before. */
function readInput({ io }: Invocation, type: HookType): Uint8Array | undefined | Issue {
  if (type !== 'pre-push') return undefined
  const input = io.readInput(MAX_INPUT)
  if (input === 'terminal') return new Uint8Array()
  return input === 'too-large' ? tooMuch() : input
}

const NONE: LegacyEnd = { code: 0, issues: [] }

async function callLegacy(
  { args, env }: Invocation,
  { type, input, tell }: Call,
): Promise<LegacyEnd | Issue> {
  const given = lastValue(args, 'hook-dir')
  if (given === undefined) return NONE
  const dir = realPath(resolve(env.cwd, given))
  const version = lastValue(args, 'script-version')
  if (version !== undefined && version !== String(SHIM_VERSION)) tell(outdated(type, version))
  const around = { dir, type, env: env.variables }
  const loop = findLoop(around)
  if (loop !== undefined) return looping(type, loop)
  if (!hasLegacy(around)) return NONE
  const end = await runLegacy({
    ...around,
    args: args.positionals,
    cwd: env.cwd,
    platform: env.platform,
    ...(input !== undefined && { input }),
  })
  end.issues.forEach(tell)
  return end
}

async function callConfig(invocation: Invocation, call: Call & { input: Uint8Array }): Promise<number> {
  const { args } = invocation
  const env = movedEnv(invocation)
  const config = configOf(args, invocation.env)
  if (!findConfigAbove(env, config)) return missingConfig(invocation, { config: lastValue(args, 'config') })
  const facts = await readHookCall({
    type: call.type,
    args: args.positionals,
    calledIn: invocation.env.cwd,
    input: call.input,
    openGit: () => openGit({ cwd: env.cwd, env: env.variables }),
  })
  if (facts === 'nothing') return 0
  if (isIssue(facts)) return refuse(call.tell, facts)
  const request = {
    cwd: env.cwd,
    ...config,
    include: args.options.get('select') ?? [],
    skip: args.options.get('skip') ?? [],
    groups: [],
    requireGroups: [],
    noGroups: [],
    ...facts,
    isDryRun: false,
    isVerbose: args.options.has('verbose'),
    showsDiff: false,
  }
  return runRequested(request, { ...invocation, env })
}

/** Away from the folder git started us in, its relative variables would lead nowhere. */
function movedEnv({ args, env }: Invocation): Env {
  const cwd = workingDir(args, env)
  if (cwd === env.cwd) return env
  const absolute = absoluteVariables(env.variables, { cwd: env.cwd, root: env.cwd })
  return { ...env, cwd, variables: { ...env.variables, ...absolute } }
}

const ALLOWING = ['PREK_ALLOW_NO_CONFIG', 'PRE_COMMIT_ALLOW_NO_CONFIG'] as const

function missingConfig(
  { args, env, io }: Invocation,
  { config }: { readonly config: string | undefined },
): number {
  if (args.options.has('skip-on-missing-config')) return 0
  if (ALLOWING.some((name) => env.variables[name] !== undefined)) return 0
  const what =
    config === undefined
      ? 'No `prek.toml` or `.pre-commit-config.yaml` found in the current directory or parent directories.'
      : `config file not found: \`${config}\``
  const colour = screenOptions(args, { io, variables: env.variables }).colour
  io.err(issueText(issue('git.no-config', {}, what), { colour }))
  io.err(
    [
      '- To temporarily silence this, run `PREK_ALLOW_NO_CONFIG=1 git ...`',
      '- To permanently silence this, install hooks with the `--allow-missing-config` flag',
      '- To uninstall hooks, run `hookwright git uninstall`',
      '',
    ].join('\n'),
  )
  return 1
}

function outdated(type: HookType, version: string): Issue {
  return warning(
    'install.outdated',
    {},
    `The installed Git hook \`${type}\` is of another version (${version}, expected: ${SHIM_VERSION}).`,
    'Install it again with `hookwright git install`.',
  )
}

function looping(type: HookType, how: 'legacy-calls-us' | 'other-runner'): Issue {
  return how === 'legacy-calls-us'
    ? issue(
        'install.loop',
        {},
        `The \`${type}.legacy\` hook starts the \`${type}\` hook again, which would never end.`,
        `Remove that call from it, or install without it: \`hookwright git install -f --hook-type ${type}\`.`,
      )
    : issue(
        'install.loop',
        {},
        `Another runner was installed over hookwright, and would run the same config twice.`,
        `Choose one: \`hookwright git install -f --hook-type ${type}\`, or delete \`${type}.legacy\`.`,
      )
}

function tooMuch(): Issue {
  return issue(
    'git.hook-input',
    {},
    `git wrote more than ${MAX_INPUT / 1_048_576} MiB to the pre-push hook.`,
    'Push fewer refs at once.',
  )
}
