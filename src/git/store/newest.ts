import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { parseTree } from '../../config/parse.ts'
import { createScratchFolder } from '../../ports/scratch.ts'
import { MANIFEST_NAME } from '../config/read-manifest.ts'
import { gitMessage, openForeignGit, type ForeignGit } from './foreign-git.ts'
import { checkRemote, resolveUrl } from './remote.ts'
import { openStore, type StoreContext } from './store.ts'
import { readTags, type Tag } from './tags.ts'
import { tail } from './tool.ts'

/** What can be chosen from in a hook repository, as it is now. */
export type Releases = {
  readonly head: string
  /** The tag on the tip of the default branch that git itself would name. */
  headTag(): Promise<string | Issue | undefined>
  /** Newest first. */
  readonly tags: readonly Tag[]
  /** The ids in the manifest at a commit. */
  hookIds(commit: string): Promise<ReadonlySet<string> | Issue>
}

/** Tags and default branch are fetched, files only where a manifest is asked for. `work` must not keep them. */
export async function withReleases<T>(
  url: string,
  context: StoreContext,
  work: (releases: Releases) => Promise<T>,
): Promise<T | Issue> {
  const resolved = resolveUrl(url, context.cwd)
  const problem = checkRemote({ url: resolved, rev: 'HEAD' }) ?? openStore(context.storeDir)
  if (problem !== undefined) return problem
  const folder = createScratchFolder(join(context.storeDir, 'scratch'), 'update')
  try {
    const git = openForeignGit(folder, context)
    const releases = isIssue(git) ? git : await fetchReleases(resolved, git)
    return isIssue(releases) ? releases : await work(releases)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 })
  }
}

async function fetchReleases(url: string, git: ForeignGit): Promise<Releases | Issue> {
  const fetched = await fetchAll(url, git)
  if (isIssue(fetched)) return fetched
  const tags = await readTags(git)
  if (isIssue(tags)) return tags
  return {
    head: fetched,
    tags,
    headTag: () => describe(git, fetched),
    hookIds: (commit) => readIds(git, commit),
  }
}

async function describe(git: ForeignGit, commit: string): Promise<string | Issue | undefined> {
  const output = await git(['describe', '--tags', '--exact-match', commit])
  if (isIssue(output)) return output
  return output.code === 0 ? output.stdout.trim() : undefined
}

/** The commit of the default branch. */
async function fetchAll(url: string, git: ForeignGit): Promise<string | Issue> {
  const steps = [
    ['init', '--quiet', '--template='],
    ['remote', 'add', '--', 'origin', url],
    ['fetch', '--quiet', '--filter=blob:none', '--tags', 'origin', 'HEAD'],
    ['rev-parse', '--verify', 'FETCH_HEAD^{commit}'],
  ]
  let said = ''
  for (const step of steps) {
    const output = await git(step)
    if (isIssue(output)) return output
    if (output.code !== 0) return unreachable(url, output.stderr)
    said = output.stdout.trim()
  }
  return said
}

async function readIds(git: ForeignGit, commit: string): Promise<ReadonlySet<string> | Issue> {
  const output = await git(['show', `${commit}:${MANIFEST_NAME}`])
  if (isIssue(output)) return output
  if (output.code !== 0) return noManifest()
  try {
    const tree = parseTree(output.stdout, MANIFEST_NAME, 64)
    const hooks = tree?.kind === 'list' ? tree.items : []
    const ids = hooks.map((hook) => (hook.kind === 'map' ? hook.entries.get('id')?.tree : undefined))
    return new Set(ids.flatMap((id) => (id?.kind === 'scalar' ? [String(id.value)] : [])))
  } catch (error) {
    return issue(
      'update.manifest',
      { file: MANIFEST_NAME },
      `Its manifest cannot be read: ${(error as Error).message}`,
    )
  }
}

function noManifest(): Issue {
  return issue('update.manifest', { file: MANIFEST_NAME }, `It has no ${MANIFEST_NAME}.`)
}

function unreachable(url: string, stderr: string): Issue {
  const said = stderr.replaceAll(url, shownUrl(url))
  const message = `Cannot fetch ${shownUrl(url)}: ${gitMessage(said)}.`
  return { ...issue('repo.unreachable', {}, message, 'Check the URL and the network.'), detail: tail(said) }
}
