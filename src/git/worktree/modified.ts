import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemClock, type Clock } from '../../ports/clock.ts'
import { splitNames } from '../paths.ts'
import type { Git } from '../repository/git.ts'
import { readChanges } from './changes.ts'
import { fingerprint } from './disk.ts'
import {
  contentReader,
  fileStamp,
  listingOf,
  mayDiffer,
  takeStats,
  type Listing,
  type Stats,
} from './stats.ts'

export type WorkTreeWatch = {
  /** Takes the first look. No hook may start before it has settled. */
  begin(): Promise<Issue | undefined>
  /** Whether unstaged differences of tracked files have changed since this was asked last, or since `begin`. */
  hasChanged(): Promise<boolean | Issue>
}

export type WatchOptions = {
  /** The work tree is known to be as staged: the first look needs no git. */
  readonly isClean?: boolean
  readonly clock?: Clock
}

type Ground = { readonly root: string; readonly clock: Clock }

type Look = {
  /** Of what `git diff` says. */
  readonly digest: string
  readonly index: { readonly path: string; readonly stamp: string }
  readonly listing: Listing
  readonly stats: Stats
}

/**
 * Asks git only when a file's times, size, mode or place on disk have changed, or the index has. New untracked files do
 * not count, nor do files that were only touched.
 */
export function watchWorkTree(git: Git, root: string, options: WatchOptions = {}): WorkTreeWatch {
  const { isClean = false, clock = systemClock } = options
  const ground = { root, clock }
  let last: Promise<Look | Issue> | undefined
  const first = (): Promise<Look | Issue> => (last ??= firstLook(git, { ...ground, isClean }))
  return {
    async begin() {
      const look = await first()
      return isIssue(look) ? look : undefined
    },
    async hasChanged() {
      const before = await first()
      if (isIssue(before)) return before
      const after = await lookAgain(git, { ...ground, before })
      if (isIssue(after)) return after
      last = Promise.resolve(after)
      return after.digest !== before.digest
    },
  }
}

async function firstLook(
  git: Git,
  { isClean, ...ground }: Ground & { readonly isClean: boolean },
): Promise<Look | Issue> {
  const [digest, seen] = await Promise.all([
    isClean ? digestOf('') : readDiff(git, ground.root),
    lookAtDisk(git, { ...ground, indexPath: undefined }),
  ])
  if (isIssue(digest)) return digest
  return isIssue(seen) ? seen : { ...seen, digest }
}

/** The disk before git: what is written in between is seen by git now or by the disk next time. */
async function lookAgain(
  git: Git,
  { root, clock, before }: Ground & { readonly before: Look },
): Promise<Look | Issue> {
  const { index, listing } = before
  const stamp = fileStamp(index.path)
  const fingerprintOf = contentReader(root, listing)
  const isSameIndex = stamp === index.stamp
  if (isSameIndex) {
    const stats = await takeStats(listing, { now: clock.now(), fingerprintOf })
    if (!mayDiffer(before.stats, { after: stats, fingerprintOf })) return { ...before, stats }
    const digest = await readDiff(git, root)
    return isIssue(digest) ? digest : { ...before, stats, digest }
  }
  const seen = await lookAtDisk(git, { root, clock, indexPath: index.path })
  if (isIssue(seen)) return seen
  const digest = await readDiff(git, root)
  return isIssue(digest) ? digest : { ...seen, digest }
}

async function lookAtDisk(
  git: Git,
  { root, clock, indexPath }: Ground & { readonly indexPath: string | undefined },
): Promise<Omit<Look, 'digest'> | Issue> {
  const path = indexPath ?? (await readIndexPath(git))
  if (isIssue(path)) return path
  const stamp = fileStamp(path)
  const output = await git.read(['ls-files', '-z'], { cwd: root })
  if (isIssue(output)) return output
  const listing = listingOf(root, splitNames(output))
  const stats = await takeStats(listing, { now: clock.now(), fingerprintOf: contentReader(root, listing) })
  return { index: { path, stamp }, listing, stats }
}

/** Follows GIT_INDEX_FILE, which `git commit` sets for its hooks. */
async function readIndexPath(git: Git): Promise<string | Issue> {
  const output = await git.read(['rev-parse', '--git-path', 'index'])
  return isIssue(output) ? output : resolve(git.root, output.toString('utf8').replace(/\n$/, ''))
}

const DIFF = [
  'diff',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules',
  '--no-color',
  '--',
  '.',
]

async function readDiff(git: Git, root: string): Promise<string | Issue> {
  const output = await git.run(DIFF, { cwd: root })
  if (!isIssue(output)) return digestOf(output.stdout)
  return output.code === 'git.stopped' ? readLargeDiff(git) : output
}

/** For differences that are too large to be read as text. */
async function readLargeDiff(git: Git): Promise<string | Issue> {
  const changes = await readChanges(git)
  if (isIssue(changes)) return changes
  return digestOf(
    JSON.stringify(changes.map((change) => [change, fingerprint(`${git.root}/${change.path}`)])),
  )
}

function digestOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
