import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { createScratchFolder } from '../../ports/scratch.ts'
import { gitMessage, openForeignGit, type ForeignGit } from './foreign-git.ts'
import { checkRemote, resolveUrl, type Remote } from './remote.ts'
import { openStore, type StoreContext } from './store.ts'
import { tail, type ToolOutput } from './tool.ts'

/** The commit that `rev` stands for now. Asks the repository, checks nothing out and keeps nothing. */
export async function resolveRev(remote: Remote, context: StoreContext): Promise<string | Issue> {
  const at = { ...remote, url: resolveUrl(remote.url, context.cwd) }
  const problem = checkRemote(at) ?? openStore(context.storeDir)
  if (problem !== undefined) return problem
  context.progress(`Fetching ${shownUrl(at.url)}`)
  const folder = createScratchFolder(join(context.storeDir, 'scratch'), 'resolve')
  try {
    const git = openForeignGit(folder, context)
    return isIssue(git) ? git : await fetchCommit(folder, git, at)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 })
  }
}

async function fetchCommit(folder: string, git: ForeignGit, remote: Remote): Promise<string | Issue> {
  const started = await startClone(git, remote)
  if (started !== undefined) return started
  const shallow = await inOrder(git, [shallowFetch(remote)])
  if (isIssue(shallow)) return shallow
  const commit = shallow === undefined ? await commitOf(git, 'FETCH_HEAD') : undefined
  return commit ?? fetchWhole(folder, git, remote)
}

/** Makes an empty repository that knows where to fetch from. */
export async function startClone(git: ForeignGit, remote: Remote): Promise<Issue | undefined> {
  const started = await inOrder(git, [
    ['init', '--quiet', '--template='],
    ['remote', 'add', '--', 'origin', remote.url],
  ])
  return started === undefined ? undefined : unreachable(remote, started)
}

export function shallowFetch({ rev }: Remote): readonly string[] {
  return ['fetch', '--quiet', '--no-tags', '--depth=1', '--end-of-options', 'origin', rev]
}

/** Fetches all branches and tags, and returns the commit of `rev`. */
export async function fetchWhole(folder: string, git: ForeignGit, remote: Remote): Promise<string | Issue> {
  const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
  const unshallow = existsSync(join(folder, '.git/shallow')) ? ['--unshallow'] : []
  const fetched = await inOrder(git, [['fetch', '--quiet', '--force', ...unshallow, 'origin', ...all]])
  if (fetched !== undefined) return unreachable(remote, fetched)
  return (await commitOf(git, remote.rev)) ?? unknownRev(remote)
}

export type Step = readonly string[] | (() => readonly string[] | undefined)

/** What the first step that failed said. */
export async function inOrder(
  git: ForeignGit,
  steps: readonly Step[],
): Promise<ToolOutput | Issue | undefined> {
  for (const step of steps) {
    const args = typeof step === 'function' ? step() : step
    if (args === undefined) continue
    const output = await git(args)
    if (isIssue(output) || output.code !== 0) return output
  }
  return undefined
}

/** Undefined for a name that no commit has. */
export async function commitOf(git: ForeignGit, rev: string): Promise<string | Issue | undefined> {
  for (const name of [rev, `origin/${rev}`]) {
    const output = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
    if (isIssue(output)) return output
    if (output.code === 0) return output.stdout.trim()
  }
  return undefined
}

export function unreachable({ url, rev, place = {} }: Remote, output: ToolOutput | Issue): Issue {
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
