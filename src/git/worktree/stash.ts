import * as fs from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import { splitNames } from '../paths.ts'
import type { Git } from '../repository/git.ts'
import { isBelow, readChanges, type Change } from './changes.ts'
import { at } from './disk.ts'
import { exportIndex } from './index-versions.ts'
import { hideIntentToAdd } from './intent-to-add.ts'
import { asideFolder, beginJournal, journalPath, readJournal, type Journal } from './journal.ts'
import * as messages from './messages.ts'
import { HEARTBEAT_MS, thisProcess } from './owner.ts'
import { holdPatch, newPatchId, patchPath, writePatch } from './patches.ts'
import { planAside } from './plan-aside.ts'
import { restoreAside } from './restore.ts'
import { steadyGit, writeIndex } from './steady-git.ts'
import { takeOut, type Aside } from './swap.ts'

export type AsideRequest = {
  readonly storeDir: string
  /** Names of the config files in use, relative to the top of the work tree. */
  readonly configFiles: readonly string[]
  readonly clock: Clock
  /** Only changes below this folder are set aside. Default: the whole work tree. */
  readonly root?: string
}

export type SetAside = {
  /** Absent when only intent-to-add entries left the index. */
  readonly notice?: Issue
  /** For `HOOKWRIGHT_SET_ASIDE` in the environment of hooks: a run inside this run knows whose journal it finds. */
  readonly id: string
  /** Puts everything back, once, whatever has been cancelled. What there is to tell; errors mean that some is still set aside. */
  restore(): Promise<readonly Issue[]>
}

/** Gives the hooks the work tree as it is staged. Undefined: it is that already. */
export async function setAsideUnstaged(
  git: Git,
  request: AsideRequest,
): Promise<SetAside | Issue | undefined> {
  const changes = await readChanges(git)
  if (isIssue(changes)) return changes
  const refused = refusal(git, { changes, request })
  if (refused) return refused
  const below = belowTop(git, request.root)
  const scoped = changes.filter((change) => isBelow(change.path, below))
  return scoped.length === 0 ? undefined : setAside(steadyGit(git), { request, scoped, below })
}

function refusal(
  git: Git,
  { changes, request }: { readonly changes: readonly Change[]; readonly request: AsideRequest },
): Issue | undefined {
  const unmerged = changes.filter((change) => change.status === 'U').map((change) => change.path)
  if (unmerged.length > 0) return messages.unmerged(unmerged)
  const changed = new Set(changes.filter((change) => change.status !== 'A').map((change) => change.path))
  const config = request.configFiles.find((name) => changed.has(name))
  return config === undefined ? undefined : messages.unstagedConfig(join(git.root, config), config)
}

function belowTop(git: Git, root: string | undefined): string {
  return root === undefined ? '' : relative(git.root, root).split(sep).join('/')
}

type Scope = { readonly request: AsideRequest; readonly scoped: readonly Change[]; readonly below: string }

async function setAside(git: Git, scope: Scope): Promise<SetAside | Issue | undefined> {
  const id = newPatchId(scope.request.storeDir, scope.request.clock.now())
  const folder = asideFolder(git.gitDir, id)
  const giveUp = (result: Issue | undefined): Issue | undefined => {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.rmSync(patchPath(scope.request.storeDir, id), { force: true })
    return result
  }
  const journal = await prepare(git, { ...scope, id, folder })
  if (journal === undefined || isIssue(journal)) return giveUp(journal)
  if (!beginJournal(git.gitDir, journal)) return giveUp(busy(git))
  if (journal.patch !== undefined) holdPatch(journal.patch, journalPath(git.gitDir))
  return begin(git, { aside: { root: git.root, folder, journal }, below: scope.below })
}

type Prepare = Scope & { readonly id: string; readonly folder: string }

/** Everything up to the point where something of the user's is touched. */
async function prepare(git: Git, scope: Prepare): Promise<Journal | Issue | undefined> {
  fs.mkdirSync(scope.folder, { recursive: true, mode: 0o700 })
  const written = await git.read(['write-tree'])
  if (isIssue(written)) return written
  const tree = written.toString('latin1').trim()
  const changes = await realChanges(git, { changes: scope.scoped, tree })
  if (isIssue(changes)) return changes
  const intentToAdd = scope.scoped.filter((change) => change.status === 'A').map((change) => change.path)
  const path = patchPath(scope.request.storeDir, scope.id)
  const command = ['diff-index', '--diff-filter=a', tree]
  const hasPatch = changes.length > 0 && (await writePatch(git, { path, command, below: scope.below }))
  if (isIssue(hasPatch)) return hasPatch
  if (!hasPatch) fs.rmSync(path, { force: true })
  if (!hasPatch && intentToAdd.length === 0) return undefined
  const files = hasPatch ? changes : []
  const problem = await exportIndex(git, {
    paths: files.map((one) => one.path),
    folder: at(scope.folder, 'index'),
  })
  if (problem) return problem
  const plan = await planAside(files, { root: git.root, folder: scope.folder })
  const facts = { version: 1, id: scope.id, owner: thisProcess(), root: git.root, tree, intentToAdd } as const
  return { ...facts, ...(hasPatch && { patch: path }), ...plan }
}

/** `git diff` calls an intent-to-add entry deleted when its file is; the tree knows better. */
async function realChanges(
  git: Git,
  { changes, tree }: { readonly changes: readonly Change[]; readonly tree: string },
): Promise<readonly Change[] | Issue> {
  const files = changes.filter((change) => 'DMT'.includes(change.status))
  if (!files.some((change) => change.status === 'D')) return files
  const listing = await git.read(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
  if (isIssue(listing)) return listing
  const known = new Set(splitNames(listing))
  return files.filter((change) => change.status !== 'D' || known.has(change.path))
}

function busy(git: Git): Issue {
  const other = readJournal(git.gitDir)
  const facts =
    other === undefined || other === 'unreadable' ? { owner: thisProcess(), root: git.root } : other
  return messages.atWork(facts, journalPath(git.gitDir))
}

async function begin(git: Git, { aside, below }: { aside: Aside; below: string }): Promise<SetAside | Issue> {
  const { journal, folder } = aside
  const restore = (): Promise<readonly Issue[]> => restoreAside(git, { aside, below, onConflict: 'revert' })
  try {
    const problem = await hideIntentToAdd(git, journal.intentToAdd)
    if (problem) throw new Error(problem.detail ?? problem.message)
    await takeOut(aside)
    // Only times are written: plumbing commands of hooks take a file with other times for changed.
    await writeIndex(git, { args: ['update-index', '-q', '--refresh'] })
  } catch (error) {
    await restore()
    return messages.failedAside(error)
  }
  const heart = beat(journalPath(git.gitDir))
  let ended: Promise<readonly Issue[]> | undefined
  return {
    id: journal.id,
    ...(journal.patch !== undefined && { notice: messages.saving(journal.patch) }),
    restore: () =>
      (ended ??= restore()
        .then((issues) =>
          journal.patch === undefined ? issues : [...issues, messages.restored(journal.patch)],
        )
        .catch((error: unknown) => [messages.failedRestore(error, { patch: journal.patch, folder })])
        .finally(() => clearInterval(heart))),
  }
}

function beat(journal: string): NodeJS.Timeout {
  return setInterval(() => {
    const now = new Date()
    fs.utimes(journal, now, now, () => {})
  }, HEARTBEAT_MS).unref()
}
