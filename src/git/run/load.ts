import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { readText, systemFiles } from '../../ports/files.ts'
import type { GitConfig, RemoteRepo } from '../config/config.ts'
import { fastPathHook } from '../config/fast-path.ts'
import { KNOWN } from '../config/known.ts'
import { MANIFEST_NAME, readManifest } from '../config/read-manifest.ts'
import { MAX_CONFIG_BYTES } from '../config/read-tree.ts'
import { resolveHooks, type Manifest, type Resolved, type ResolveInput } from '../config/resolve.ts'
import { fetchRepo } from '../store/clone.ts'
import type { StoreContext } from '../store/store.ts'
import type { ApprovedCommits } from './request.ts'

export type LoadHooks = {
  readonly store: StoreContext
  /** Whether hooks of pre-commit-hooks may be our own. */
  readonly fastPath: boolean
  /** Absent: whatever `rev` stands for. */
  readonly commits?: ApprovedCommits
  /** A repository none of whose hooks is wanted is not fetched. */
  isWanted(hook: {
    readonly id: string
    readonly alias?: string
    readonly groups?: readonly string[]
  }): boolean
}

/** All hooks of one config file, those of other repositories included. */
export async function loadHooks(config: GitConfig, load: LoadHooks): Promise<Resolved> {
  const { builtin, meta } = await ownHooks(config)
  const ours = { builtin, fastPath: load.fastPath }
  const manifests = new Map<RemoteRepo, Manifest | Issue>()
  for (const repo of config.repos) {
    if (repo.kind !== 'remote') continue
    const isForeign = repo.hooks.some(
      ({ options }) => fastPathHook(repo, options, ours) === undefined && load.isWanted(options),
    )
    if (isForeign) manifests.set(repo, await fetchManifest(repo, load))
  }
  return resolveHooks({
    config,
    manifest: (repo) => manifests.get(repo),
    meta,
    ...ours,
  })
}

type Definitions = Pick<ResolveInput, 'builtin' | 'meta'>

/** The code of our own hooks is loaded only for files that may use them. */
async function ownHooks({ repos }: GitConfig): Promise<Definitions> {
  const kinds = new Set(repos.map(({ kind }) => kind))
  const builtin =
    kinds.has('builtin') || kinds.has('remote') ? await import('../builtin/index.ts') : undefined
  const meta = kinds.has('meta') ? await import('../meta/index.ts') : undefined
  return { builtin: (id) => builtin?.BUILTIN_HOOKS.get(id), meta: (id) => meta?.META_HOOKS.get(id) }
}

async function fetchManifest(
  repo: RemoteRepo,
  { store, commits }: Pick<LoadHooks, 'store' | 'commits'>,
): Promise<Manifest | Issue> {
  const { url, rev, place } = repo
  const commit = commits?.get(repo)
  if (commits !== undefined && commit === undefined) return noCommit(repo)
  const pin =
    commit === undefined ? undefined : { commit, hooks: repo.hooks.map(({ options }) => options.id) }
  const clone = await fetchRepo({ url, rev, place, ...(pin && { pin }) }, store)
  if (isIssue(clone)) return clone
  const file = join(clone, MANIFEST_NAME)
  const text = readText(systemFiles, file, MAX_CONFIG_BYTES)
  if (typeof text !== 'string') return noManifest(repo)
  const { hooks, issues } = readManifest(text, file, KNOWN)
  return hooks === undefined ? (issues[0] ?? noManifest(repo)) : { clone, hooks }
}

function noCommit({ url, rev, place }: RemoteRepo): Issue {
  return issue(
    'git.not-approved',
    place,
    `No commit of \`${shownUrl(url)}@${rev}\` is approved.`,
    'Approve it with `hookwright git trust add`.',
  )
}

function noManifest({ url, rev, place }: RemoteRepo): Issue {
  return issue(
    'manifest.missing',
    place,
    `Repository \`${url}@${rev}\` has no readable \`${MANIFEST_NAME}\`.`,
    'Check the URL, or choose a `rev` that has hooks.',
  )
}
