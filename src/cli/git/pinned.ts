import { dirname } from 'node:path'
import { createCovering } from '../../config/covering.ts'
import { findPlaces } from '../../config/places.ts'
import { openTrust, type Trust, type TrustStatus } from '../../config/trust.ts'
import { own } from '../../config/trust-store.ts'
import { namesOf } from '../../covers/read-names.ts'
import type { Hook, Start } from '../../core/hook.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { matchAll } from '../../core/matcher.ts'
import type { GitConfig, HookConfig, RemoteRepo, RepoConfig } from '../../git/config/config.ts'
import type { ApprovedCommits } from '../../git/run/request.ts'
import { isFullHash, resolveUrl } from '../../git/store/remote.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { splitWords } from '../../shells/argv.ts'
import { stateFor } from './state.ts'

/** The commits that may be used, or why nothing of these configs may be. */
export function approvedCommits(
  configs: readonly GitConfig[],
  { env, cwd }: { readonly env: Env; readonly cwd: string },
): ApprovedCommits | Issue {
  const trust = trustFor(env, cwd)
  const hooks = configs.flatMap(pinnedHooks)
  const waiting = hooks.filter((hook) => pinStatus(trust, hook) !== 'trusted')
  const refusal = trust.problem ?? (waiting.length === 0 ? undefined : notApproved(waiting))
  return refusal ?? commitsOf(trust, hooks)
}

/** One for each repository: the file would not tell which of two its hooks run from. */
function commitsOf(trust: Trust, hooks: readonly PinnedHook[]): ApprovedCommits | Issue {
  const commits = new Map<RemoteRepo, string>()
  for (const hook of hooks) {
    const commit = approvedCommit(trust, hook)
    if (hook.repo.kind !== 'remote' || commit === undefined) continue
    if ((commits.get(hook.repo) ?? commit) !== commit) return notApproved([hook])
    commits.set(hook.repo, commit)
  }
  return commits
}

export function trustFor(env: Env, cwd: string): Trust {
  const places = findPlaces(env, systemFiles, cwd)
  return openTrust(stateFor(env, places.projectDir), places, systemFiles, createCovering)
}

/** Without a look at the repository: an approval that kept no commit does not say what may run. */
export function pinStatus(trust: Trust, hook: PinnedHook): TrustStatus {
  const status = trust.status(hook.pin)
  const isOpen = hook.repo.kind === 'remote' && approvedCommit(trust, hook) === undefined
  return status === 'trusted' && isOpen ? 'changed' : status
}

/** The commit that was approved for a hook of another repository. */
export function approvedCommit(trust: Trust, { pin, repo }: PinnedHook): string | undefined {
  if (repo.kind !== 'remote') return undefined
  if (isFullHash(repo.rev)) return repo.rev.toLowerCase()
  const { commit } = own(trust.approvals(), trust.digest(pin).digest) ?? {}
  return typeof commit === 'string' && COMMIT.test(commit) ? commit : undefined
}

/** SHA-1 or SHA-256. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** `pin` is what approvals are kept of; people are shown the rest. */
export type PinnedHook = { readonly pin: Hook; readonly repo: RepoConfig; readonly hook: HookConfig }

/** Hooks as an approval sees them: by all their file says, before anything is fetched. */
export function pinnedHooks(config: GitConfig): readonly PinnedHook[] {
  const { repos: _, ...project } = config
  return config.repos.flatMap((repo) =>
    repo.hooks.map((hook) => ({ pin: pinned(repo, hook, meaning(project)), repo, hook })),
  )
}

function pinned(repo: RepoConfig, { options, place }: HookConfig, project: string): Hook {
  const hook = unnamed(repo, { options, place }, project)
  const named = namesOf(hook)
  return named === undefined ? hook : { ...hook, named }
}

function unnamed(repo: RepoConfig, { options, place }: HookConfig, project: string): Hook {
  const from = repo.kind === 'remote' ? { url: repo.url, rev: repo.rev } : { kind: repo.kind }
  const covered: object = { pinned: meaning({ ...from, options }), project }
  return {
    ...covered,
    id: options.id,
    event: 'git',
    matcher: matchAll,
    handler: {
      type: 'command',
      start: startOf(repo, options),
      ...(options.env !== undefined && { env: options.env }),
    },
    dialect: 'git',
    wire: 'git',
    stopOnDeny: false,
    source: { file: place.file ?? '', pointer: place.pointer ?? [], scope: 'project' },
    timeoutMs: 1,
    onFailure: 'deny',
    guard: false,
    detach: false,
    mode: 'wait',
  }
}

/** The words of it tell which files of the project an approval covers. */
function startOf(repo: RepoConfig, { id, entry = '', shell, args = [] }: HookConfig['options']): Start {
  if (repo.kind === 'remote') return { kind: 'argv', words: [urlOf(repo), repo.rev, id, ...args] }
  if (repo.kind !== 'local') return { kind: 'argv', words: [id, ...args] }
  if (shell !== undefined) return { kind: 'script', shell, source: entry, args }
  const words = splitWords(entry)
  return { kind: 'argv', words: [...(isIssue(words) ? [entry] : words), ...args] }
}

/** The same relative path in two folders of a workspace stands for two repositories. */
function urlOf({ url, place }: RemoteRepo): string {
  return resolveUrl(url, dirname(place.file ?? ''))
}

/** Compiled patterns count by their text. */
function meaning(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'place' || key === 'file' ? undefined : each))
}

const SHOWN = 5

function notApproved(hooks: readonly PinnedHook[]): Issue {
  const ids = hooks.map(({ hook }) => `\`${hook.options.id}\``)
  const named =
    ids.length > SHOWN ? `${ids.slice(0, SHOWN).join(', ')} and ${ids.length - SHOWN} more` : ids.join(', ')
  return issue(
    'git.not-approved',
    {},
    `A policy lets only approved hooks run, and these are not, or have changed: ${named}.`,
    'Look at them with `hookwright git trust show`, then approve them with `hookwright git trust add`.',
  )
}
