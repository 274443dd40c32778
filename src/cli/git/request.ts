import { resolve } from 'node:path'
import type { Stage } from '../../git/contracts/model.ts'
import type { StageFacts } from '../../git/repository/stage-input.ts'
import type { FileInput, GitRunRequest } from '../../git/run/request.ts'
import { lastValue, UsageError, type ParsedArgs } from '../args.ts'
import type { Env } from '../../ports/env.ts'

/** What a command line asks for. */
export function runRequest(args: ParsedArgs, env: Env): GitRunRequest {
  const stage = lastValue(args, 'stage') as Stage | undefined
  const failFast = failFastOf(args)
  const input = fileInput(args)
  return {
    cwd: workingDir(args, env),
    calledIn: env.cwd,
    ...configOf(args, env),
    include: args.positionals,
    skip: args.options.get('skip') ?? [],
    groups: args.options.get('group') ?? [],
    requireGroups: args.options.get('require-group') ?? [],
    noGroups: args.options.get('no-group') ?? [],
    ...(stage !== undefined && { stage }),
    input,
    facts: { ...factsOf(args), ...(input.kind === 'range' && { from: input.from, to: input.to }) },
    ...(failFast !== undefined && { failFast }),
    isDryRun: args.options.has('dry-run'),
    isVerbose: args.options.has('verbose'),
    showsDiff: args.options.has('show-diff-on-failure'),
  }
}

export function workingDir(args: ParsedArgs, env: Env): string {
  return resolve(env.cwd, lastValue(args, 'cd') ?? '.')
}

/** From where `--cd` leads. */
export function configOf(args: ParsedArgs, env: Env): { readonly config?: string } {
  const config = lastValue(args, 'config')
  return config === undefined ? {} : { config: resolve(workingDir(args, env), config) }
}

function failFastOf(args: ParsedArgs): boolean | undefined {
  if (args.options.has('no-fail-fast')) return false
  return args.options.has('fail-fast') ? true : undefined
}

const CHOICES = ['files', 'glob', 'directory'] as const
const WAYS = ['all-files', 'last-commit', 'from-ref', ...CHOICES] as const

function fileInput(args: ParsedArgs): FileInput {
  // `--files` with an empty list leaves it at the staged files.
  const given = WAYS.filter((name) => (args.options.get(name)?.length ?? 0) > 0)
  const [first, ...more] = given.filter((name) => !(CHOICES as readonly string[]).includes(name))
  const isChosen = given.length > (first === undefined ? 0 : more.length + 1)
  if (first !== undefined && (more.length > 0 || isChosen)) throw conflict(given)
  if (args.options.has('to-ref') && first !== 'from-ref')
    throw new UsageError('--to-ref needs --from-ref, where the range begins.')
  if (first === 'all-files') return { kind: 'all' }
  if (first === 'last-commit') return { kind: 'range', from: 'HEAD~1', to: 'HEAD' }
  if (first === 'from-ref')
    return { kind: 'range', from: lastValue(args, 'from-ref') ?? '', to: lastValue(args, 'to-ref') ?? 'HEAD' }
  if (!isChosen) return { kind: 'staged' }
  const [files = [], globs = [], directories = []] = CHOICES.map((name) => args.options.get(name))
  return { kind: 'chosen', files, globs, directories }
}

function conflict(given: readonly string[]): UsageError {
  const named = given.map((name) => `--${name}`).join(' and ')
  return new UsageError(`${named} cannot be used together: each says by itself which files are meant.`)
}

const FACTS: Readonly<Record<string, keyof StageFacts>> = {
  'commit-msg-filename': 'messageFile',
  'prepare-commit-message-source': 'messageSource',
  'commit-object-name': 'commitName',
  'remote-name': 'remoteName',
  'remote-url': 'remoteUrl',
  'remote-branch': 'remoteBranch',
  'local-branch': 'localBranch',
  'checkout-type': 'checkoutType',
  'rewrite-command': 'rewriteCommand',
  'pre-rebase-upstream': 'upstream',
  'pre-rebase-branch': 'rebaseBranch',
}

function factsOf(args: ParsedArgs): StageFacts {
  const pairs = Object.entries(FACTS).flatMap(([option, fact]) => {
    const value = lastValue(args, option)
    return value === undefined ? [] : [[fact, value] as const]
  })
  return { ...Object.fromEntries(pairs), ...(args.options.has('is-squash-merge') && { squash: '1' }) }
}
