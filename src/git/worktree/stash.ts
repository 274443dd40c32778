import * as fs from 'node:fs'
import { join } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import { nameBelow } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { isBelow, readChanges, type Change } from './changes.ts'
import { sortChanges } from './filtered.ts'
import { hideIntentToAdd } from './intent-to-add.ts'
import { asideFolder, beginJournal, journalPath, readJournal } from './journal.ts'
import * as messages from './messages.ts'
import { HEARTBEAT_MS, thisProcess } from './owner.ts'
import { holdPatch, newPatchId, patchPath } from './patches.ts'
import { prepareAside, type Scope } from './prepare-aside.ts'
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
  /** What there is to tell, whether or not something is set aside. */
  onNotice?(notice: Issue): void
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
  const found = await readChanges(git)
  if (isIssue(found)) return found
  const sorted = await sortChanges(git, found)
  if (isIssue(sorted)) return sorted
  const refused = refusal(git, { changes: sorted.own, request })
  if (refused) return refused
  const below = belowTop(git, request.root)
  const alone = sorted.alone.filter((path) => isBelow(path, below))
  if (alone.length > 0) request.onNotice?.(messages.leftAlone(alone))
  const scoped = sorted.own.filter((change) => isBelow(change.path, below))
  if (scoped.length === 0) return undefined
  try {
    return await setAside(steadyGit(git), {
      storeDir: request.storeDir,
      now: request.clock.now(),
      scoped,
      alone,
      below,
    })
  } catch (error) {
    return messages.failedAside(error)
  }
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
  return root === undefined ? '' : nameBelow(git.root, root)
}

async function setAside(
  git: Git,
  scope: Scope & { readonly now: number },
): Promise<SetAside | Issue | undefined> {
  const id = newPatchId(scope.storeDir, scope.now)
  const folder = asideFolder(git.gitDir, id)
  const giveUp = (result: Issue | undefined): Issue | undefined => {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.rmSync(patchPath(scope.storeDir, id), { force: true })
    return result
  }
  const journal = await prepareAside(git, { ...scope, id, folder })
  if (journal === undefined || isIssue(journal)) return giveUp(journal)
  if (!beginJournal(git.gitDir, journal)) return giveUp(busy(git))
  if (journal.patch !== undefined) holdPatch(journal.patch, journalPath(git.gitDir))
  return begin(git, { aside: { root: git.root, folder, journal }, below: scope.below })
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
    return restore().then(
      () => messages.failedAside(error),
      (again: unknown) => messages.failedRestore(again, { patch: journal.patch, folder }),
    )
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
