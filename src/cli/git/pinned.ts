import { createCovering } from '../../config/covering.ts'
import { findPlaces } from '../../config/places.ts'
import { openTrust, type Trust } from '../../config/trust.ts'
import { namesOf } from '../../covers/read-names.ts'
import type { Hook, Start } from '../../core/hook.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { matchAll } from '../../core/matcher.ts'
import type { GitConfig, HookConfig, RepoConfig } from '../../git/config/config.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { splitWords } from '../../shells/argv.ts'
import { stateFor } from './ground.ts'

/** Refuses what nobody approved. */
export function refuseUnapproved(
  configs: readonly GitConfig[],
  { env, cwd }: { readonly env: Env; readonly cwd: string },
): Issue | undefined {
  const trust = trustFor(env, cwd)
  const hooks = configs.flatMap(pinnedHooks).map(({ pin }) => pin)
  const waiting = hooks.filter((hook) => !isApproved(trust, hook))
  return trust.problem ?? (waiting.length === 0 ? undefined : notApproved(waiting))
}

export function trustFor(env: Env, cwd: string): Trust {
  const places = findPlaces(env, systemFiles, cwd)
  return openTrust(stateFor(env, places.projectDir), places, systemFiles, createCovering)
}

function isApproved(trust: Trust, hook: Hook): boolean {
  return ['trusted', 'not-needed'].includes(trust.status(hook))
}

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
    speaks: 'git',
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
  if (repo.kind === 'remote') return { kind: 'argv', words: [repo.url, repo.rev, id, ...args] }
  if (repo.kind !== 'local') return { kind: 'argv', words: [id, ...args] }
  if (shell !== undefined) return { kind: 'script', shell, source: entry, args }
  const words = splitWords(entry)
  return { kind: 'argv', words: [...(isIssue(words) ? [entry] : words), ...args] }
}

/** Compiled patterns count by their text. */
function meaning(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'place' || key === 'file' ? undefined : each))
}

const SHOWN = 5

function notApproved(hooks: readonly Hook[]): Issue {
  const ids = hooks.map(({ id }) => `\`${id}\``)
  const named =
    ids.length > SHOWN ? `${ids.slice(0, SHOWN).join(', ')} and ${ids.length - SHOWN} more` : ids.join(', ')
  return issue(
    'git.not-approved',
    {},
    `A policy lets only approved hooks run, and these are not, or have changed: ${named}.`,
    'Look at them with `hookwright git trust show`, then approve them with `hookwright git trust add`.',
  )
}
