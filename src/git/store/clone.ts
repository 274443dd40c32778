import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import {
  commitOf,
  fetchWhole,
  inOrder,
  shallowFetch,
  startClone,
  unreachable,
  type Step,
} from './fetch-rev.ts'
import { openForeignGit, type ForeignGit } from './foreign-git.ts'
import { obtain } from './obtain.ts'
import { refuseMoved, refuseSwitched } from './pin.ts'
import { checkRemote, repoKey, resolveUrl, type Remote } from './remote.ts'
import type { StoreContext } from './store.ts'

/**
 * The work tree of a repository at `rev`, in the store. What was fetched once is never fetched again, so it needs no
 * network. A relative path is read from `context.cwd`, the folder of the config. With a pin, nothing but its commit is
 * ever checked out.
 */
export async function fetchRepo(remote: Remote, context: StoreContext): Promise<string | Issue> {
  const at = { ...remote, url: resolveUrl(remote.url, context.cwd) }
  const problem = checkRemote(at)
  if (problem !== undefined) return problem
  const build = async (folder: string): Promise<Issue | undefined> => {
    context.progress(`Cloning ${shownUrl(at.url)}`)
    const git = openForeignGit(folder, context)
    return isIssue(git) ? git : cloneInto(folder, git, at)
  }
  const commit = at.pin?.commit
  const facts = { url: at.url, rev: at.rev, ...(commit !== undefined && { commit }) }
  const what = `clone of ${shownUrl(at.url)}`
  const key = repoKey(at.url, at.rev, commit)
  const folder = await obtain({ kind: 'repos', key, what, facts, build }, context)
  return isIssue(folder) ? folder : (refuseSwitched(at, folder) ?? folder)
}

/** Shallow first; whatever is wrong with that (a short hash, an old server), everything is fetched. */
async function cloneInto(folder: string, git: ForeignGit, remote: Remote): Promise<Issue | undefined> {
  const started = await startClone(git, remote)
  if (started !== undefined) return started
  const fetched = await inOrder(git, [shallowFetch(remote)])
  if (isIssue(fetched)) return fetched
  if (fetched !== undefined) return cloneWhole(folder, git, remote)
  const tip = remote.pin && (await commitOf(git, 'FETCH_HEAD'))
  const moved = isIssue(tip) ? tip : refuseMoved(remote, tip)
  if (moved !== undefined) return moved
  const checkedOut = await inOrder(git, [
    checkout(remote.pin?.commit ?? 'FETCH_HEAD'),
    ...submodules(folder, ['--depth=1']),
  ])
  if (checkedOut === undefined) return undefined
  return isIssue(checkedOut) ? checkedOut : cloneWhole(folder, git, remote)
}

async function cloneWhole(folder: string, git: ForeignGit, remote: Remote): Promise<Issue | undefined> {
  const commit = await fetchWhole(folder, git, remote)
  const moved = isIssue(commit) ? commit : refuseMoved(remote, commit)
  if (isIssue(commit) || moved !== undefined) return moved
  const checkedOut = await inOrder(git, [checkout(commit), ...submodules(folder, [])])
  return checkedOut === undefined ? undefined : unreachable(remote, checkedOut)
}

function checkout(commit: string): Step {
  return ['checkout', '--quiet', '--force', '--detach', commit]
}

/** A function, because only the checkout tells whether there are any. */
function submodules(folder: string, options: readonly string[]): readonly Step[] {
  return [
    () =>
      existsSync(join(folder, '.gitmodules'))
        ? ['submodule', '--quiet', 'update', '--init', '--recursive', ...options]
        : undefined,
  ]
}
