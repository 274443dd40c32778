import { dirname } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { GitConfig, RemoteRepo } from '../../git/config/config.ts'
import type { ApprovedCommits } from '../../git/run/request.ts'
import { fetchRepo } from '../../git/store/clone.ts'
import { resolveRev } from '../../git/store/fetch-rev.ts'
import { trackConfigs } from '../../git/store/registry.ts'
import { isFullHash } from '../../git/store/remote.ts'
import type { StoreContext } from '../../git/store/store.ts'
import type { Session } from './session.ts'

/**
 * The commit that each `rev` stands for now, with a clone of it in the store, so that a tag that moves before the next
 * run does not matter. A full hash needs neither.
 */
export async function resolveCommits(
  configs: readonly GitConfig[],
  { ground, progress }: Session,
): Promise<ApprovedCommits | Issue> {
  const { storeDir, env, signal } = ground
  const commits = new Map<RemoteRepo, string>()
  for (const { file, repos } of configs) {
    const context = { storeDir, env, signal, progress, cwd: dirname(file) }
    for (const repo of repos) {
      if (repo.kind !== 'remote' || repo.hooks.length === 0) continue
      const commit = isFullHash(repo.rev) ? repo.rev.toLowerCase() : await cloneNow(repo, context)
      if (isIssue(commit)) return commit
      commits.set(repo, commit)
    }
    // `gc` keeps only what configs use that it knows of.
    const problem = await trackConfigs([file], context)
    if (problem) return problem
  }
  return commits
}

async function cloneNow(
  { url, rev, place, hooks }: RemoteRepo,
  context: StoreContext,
): Promise<string | Issue> {
  const commit = await resolveRev({ url, rev, place }, context)
  if (isIssue(commit)) return commit
  const pin = { commit, hooks: hooks.map(({ options }) => options.id) }
  const clone = await fetchRepo({ url, rev, place, pin }, context)
  return isIssue(clone) ? clone : commit
}
