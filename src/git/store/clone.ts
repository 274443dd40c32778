import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { gitMessage, openForeignGit, type ForeignGit } from './foreign-git.ts'
import { obtain } from './obtain.ts'
import { checkRemote, repoKey, resolveUrl, type Remote } from './remote.ts'
import type { StoreContext } from './store.ts'
import { tail, type ToolOutput } from './tool.ts'

/**
 * The work tree of a repository at `rev`, in the store. What was fetched once is never fetched again, so it needs no
 * network. A relative path is read from `context.cwd`, the folder of the config.
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
  const facts = { url: at.url, rev: at.rev }
  const what = `clone of ${shownUrl(at.url)}`
  return obtain({ kind: 'repos', key: repoKey(at.url, at.rev), what, facts, build }, context)
}

/** Shallow first; whatever is wrong with that (a short hash, an old server), everything is fetched. */
async function cloneInto(folder: string, git: ForeignGit, remote: Remote): Promise<Issue | undefined> {
  const started = await inOrder(git, [
    ['init', '--quiet', '--template='],
    ['remote', 'add', '--', 'origin', remote.url],
  ])
  if (started !== undefined) return unreachable(remote, started)
  const shallow = await inOrder(git, [
    ['fetch', '--quiet', '--no-tags', '--depth=1', '--end-of-options', 'origin', remote.rev],
    ['checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD'],
    ...submodules(folder, ['--depth=1']),
  ])
  if (shallow === undefined) return undefined
  return isIssue(shallow) ? shallow : cloneWhole(folder, git, remote)
}

async function cloneWhole(folder: string, git: ForeignGit, remote: Remote): Promise<Issue | undefined> {
  const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
  const unshallow = existsSync(join(folder, '.git/shallow')) ? ['--unshallow'] : []
  const fetched = await inOrder(git, [['fetch', '--quiet', '--force', ...unshallow, 'origin', ...all]])
  if (fetched !== undefined) return unreachable(remote, fetched)
  const commit = await commitOf(git, remote.rev)
  if (isIssue(commit)) return commit
  if (commit === undefined) return unknownRev(remote)
  const checkedOut = await inOrder(git, [
    ['checkout', '--quiet', '--force', '--detach', commit],
    ...submodules(folder, []),
  ])
  return checkedOut === undefined ? undefined : unreachable(remote, checkedOut)
}

type Step = readonly string[] | (() => readonly string[] | undefined)

/** A function, because only the checkout tells whether there are any. */
function submodules(folder: string, options: readonly string[]): readonly Step[] {
  return [
    () =>
      existsSync(join(folder, '.gitmodules'))
        ? ['submodule', '--quiet', 'update', '--init', '--recursive', ...options]
        : undefined,
  ]
}

/** What the first step that failed said. */
async function inOrder(git: ForeignGit, steps: readonly Step[]): Promise<ToolOutput | Issue | undefined> {
  for (const step of steps) {
    const args = typeof step === 'function' ? step() : step
    if (args === undefined) continue
    const output = await git(args)
    if (isIssue(output) || output.code !== 0) return output
  }
  return undefined
}

async function commitOf(git: ForeignGit, rev: string): Promise<string | Issue | undefined> {
  for (const name of [rev, `origin/${rev}`]) {
    const output = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
    if (isIssue(output)) return output
    if (output.code === 0) return output.stdout.trim()
  }
  return undefined
}

function unreachable({ url, rev, place = {} }: Remote, output: ToolOutput | Issue): Issue {
  if (isIssue(output)) return output
  const stderr = output.stderr.replaceAll(url, shownUrl(url))
  const message = `Failed to clone repo ${shownUrl(url)} at rev "${rev}": ${gitMessage(stderr)}.`
  return {
    ...issue('repo.unreachable', place, message, nextStep(output.stderr)),
    detail: tail(output.stderr),
  }
}

function nextStep(stderr: string): string {
  if (/could not read (?:Username|Password)|Authentication failed|Permission denied/i.test(stderr))
    return 'Set up a credential helper or an SSH agent for this host; no password is asked for here.'
  if (/transport '\w+' not allowed/.test(stderr))
    return 'Use an https, ssh or file URL; for submodules in local folders set protocol.file.allow in your git config.'
  return 'Check the URL and the network; what was cloned once is used without a network.'
}

function unknownRev({ url, rev, place = {} }: Remote): Issue {
  return issue(
    'repo.rev-unknown',
    place,
    `Failed to clone repo ${shownUrl(url)}: it has no tag, branch or commit "${rev}".`,
    'Correct `rev`, or let `hookwright git autoupdate` choose the newest tag.',
  )
}
