import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { HookDefinition } from '../contracts/own-hook.ts'
import { STAGES, type GitHook, type HookRepo } from '../contracts/model.ts'
import { hookProblem } from './checks.ts'
import type { GitConfig, HookConfig, RemoteRepo, RepoConfig } from './config.ts'
import { fastPathHook } from './fast-path.ts'
import type { HookOptions } from './hook-keys.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'

export type Manifest = { readonly clone: string; readonly hooks: readonly HookConfig[] }

export type ResolveInput = {
  readonly config: GitConfig
  /** Undefined for a repository that nobody fetched because none of its hooks is wanted: they are left out. */
  manifest(repo: RemoteRepo): Manifest | Issue | undefined
  builtin(id: string): HookDefinition | undefined
  meta(id: string): HookDefinition | undefined
  /** Whether hooks of pre-commit-hooks may be our own. */
  readonly fastPath: boolean
}

export type Resolved = { readonly hooks: readonly GitHook[]; readonly issues: readonly Issue[] }

type Complete = HookOptions & Required<Pick<HookOptions, 'name' | 'entry' | 'language'>>
type Merged = { readonly options: Complete; readonly repo: HookRepo }

/** Every hook of a file with its manifest and the file's defaults merged in, checked. */
export function resolveHooks(input: ResolveInput): Resolved {
  const hooks: GitHook[] = []
  const issues: Issue[] = []
  let index = 0
  for (const repo of input.config.repos) {
    for (const hook of repo.hooks) {
      const made = resolveHook({ repo, hook, index: index++ }, input)
      if (isIssue(made)) issues.push(made)
      else if (made !== undefined) hooks.push(made)
    }
  }
  return { hooks, issues: distinct(issues) }
}

/** A manifest that cannot be read is one problem, however many hooks name it. */
function distinct(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter((each, index) => issues.indexOf(each) === index)
}

type Position = { readonly repo: RepoConfig; readonly hook: HookConfig; readonly index: number }

function resolveHook(position: Position, input: ResolveInput): GitHook | Issue | undefined {
  const { hook, index } = position
  const merged = mergeWithSource(position, input)
  if (merged === undefined || isIssue(merged)) return merged
  const options = withDefaults(merged.options, input.config)
  const place = { ...hook.place, hook: options.id }
  const problem = hookProblem(options, merged.repo.kind)
  if (problem !== undefined) return issue('hook.invalid', place, problem)
  return { ...gitHook(options, index), repo: merged.repo, place }
}

function mergeWithSource({ repo, hook }: Position, input: ResolveInput): Merged | Issue | undefined {
  const { options } = hook
  const quick = fastPathHook(repo, options, input)
  if (quick !== undefined) return ours(withoutEnvironment(options), quick, { kind: 'builtin' })
  if (repo.kind === 'local') return { options: options as Complete, repo: { kind: 'local' } }
  if (repo.kind === 'remote') return remote(repo, hook, input.manifest(repo))
  const definition = repo.kind === 'meta' ? input.meta(options.id) : input.builtin(options.id)
  return definition === undefined
    ? unknownId(hook, repo.kind)
    : ours(options, definition, { kind: repo.kind })
}

/** What installs Python hooks has no meaning for code of the runner. */
function withoutEnvironment(options: HookOptions): HookOptions {
  const { additionalDependencies: _, languageVersion: __, ...rest } = options
  return { ...rest, languageVersion: { request: 'default' } }
}

function ours(options: HookOptions, definition: HookDefinition, repo: HookRepo): Merged {
  const { files, ...rest } = definition
  const own = {
    ...rest,
    entry: definition.id,
    language: 'system',
    ...(files !== undefined && { files: compiled(files) }),
  } as const
  return { options: merge(own, options), repo }
}

function compiled(files: string) {
  const made = compilePattern(files)
  if (isPatternProblem(made))
    throw new Error(`The pattern "${files}" of a hook of ours is wrong: ${made.message}`)
  return made
}

function remote(
  repo: RemoteRepo,
  hook: HookConfig,
  manifest: Manifest | Issue | undefined,
): Merged | Issue | undefined {
  if (manifest === undefined || isIssue(manifest)) return manifest
  const found = manifest.hooks.find(({ options }) => options.id === hook.options.id)
  if (found === undefined) return notFound(repo, hook)
  const { url, rev } = repo
  const options = merge(found.options as Complete, hook.options)
  return { options, repo: { kind: 'remote', url, rev, clone: manifest.clone } }
}

/** What the config says replaces what the manifest says, lists too; only variables are joined. */
function merge(manifest: Complete, config: HookOptions): Complete {
  const env = manifest.env !== undefined &&
    config.env !== undefined && { env: { ...manifest.env, ...config.env } }
  return { ...manifest, ...config, ...env }
}

function withDefaults(options: Complete, config: GitConfig): Complete {
  const version = options.languageVersion ?? config.defaultLanguageVersion?.[options.language]
  const hasStages = options.stages !== undefined && options.stages.length > 0
  return {
    ...options,
    ...(version !== undefined && { languageVersion: version }),
    stages: (hasStages ? options.stages : config.defaultStages) ?? STAGES,
    env: { ...config.defaultEnv, ...options.env },
  }
}

function gitHook(options: Complete, index: number): Omit<GitHook, 'repo' | 'place'> {
  const { languageVersion = {}, minimumPrekVersion: _, ...rest } = options
  const { request = 'default', preference } = languageVersion
  return {
    alias: '',
    args: [],
    env: {},
    additionalDependencies: [],
    types: ['file'],
    typesOr: [],
    excludeTypes: [],
    alwaysRun: false,
    passFilenames: true,
    requireSerial: false,
    priority: index,
    groups: [],
    failFast: false,
    verbose: false,
    stages: STAGES,
    ...rest,
    languageVersion: request,
    ...(preference !== undefined && { languagePreference: preference }),
    index,
  }
}

function unknownId({ options: { id }, place }: HookConfig, kind: 'meta' | 'builtin'): Issue {
  return issue('hook.unknown', { ...place, hook: id }, `unknown ${kind} hook id \`${id}\``)
}

function notFound({ url, rev }: RemoteRepo, { options: { id }, place }: HookConfig): Issue {
  return issue(
    'hook.not-found',
    { ...place, hook: id },
    `Hook \`${id}\` was not found in repository \`${url}@${rev}\`.`,
    'Check the hook ID or choose a `rev` that includes it.',
  )
}
