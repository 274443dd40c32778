import * as fs from 'node:fs'
import type { Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Git } from '../contracts/git.ts'
import { at, remove } from './disk.ts'
import { asideFolder, asideRoot, endJournal, journalPath, readJournal, type Journal } from './journal.ts'
import * as messages from './messages.ts'
import { thisProcess } from './owner.ts'
import { restoreAside } from './restore.ts'
import { steadyGit } from './steady-git.ts'
import { sweepAside } from './sweep-aside.ts'
import { takeOver } from './take-over.ts'

export type RecoverRequest = {
  readonly clock: Clock
  /** `HOOKWRIGHT_SET_ASIDE` of this process: the id of the run that it is part of. */
  readonly within?: string
}

/** Finishes what an interrupted run left undone. What there is to tell; an error means that this run must not go on. */
export async function recover(git: Git, request: RecoverRequest): Promise<readonly Issue[]> {
  try {
    return await recoverFound(git, request)
  } catch (error) {
    return [messages.failedRestore(error, { patch: undefined, folder: asideRoot(git.gitDir) })]
  }
}

async function recoverFound(git: Git, { clock, within }: RecoverRequest): Promise<readonly Issue[]> {
  const journal = readJournal(git.gitDir)
  if (journal === undefined) {
    sweepAside(git.gitDir)
    return []
  }
  if (journal === 'unreadable') return discard(git.gitDir)
  if (journal.id === within) return []
  const taken = takeOver(git.gitDir, { now: clock.now(), owner: thisProcess() })
  if (taken === undefined) return []
  if (taken.kind === 'busy') return [messages.atWork(taken.journal, journalPath(git.gitDir))]
  return finish(steadyGit(git), { journal, own: taken.journal })
}

type Found = { readonly journal: Journal; readonly own: Journal }

async function finish(git: Git, { journal, own }: Found): Promise<readonly Issue[]> {
  const folder = asideFolder(git.gitDir, journal.id)
  const root = rootOf(git, journal)
  const there: Git = { ...git, root }
  try {
    removeDrafts(root, journal)
    if (!fs.existsSync(folder)) return forget(git, own)
    const aside = { root, folder, journal: own }
    const issues = await restoreAside(there, { aside, below: '', onConflict: 'leave' })
    sweepAside(git.gitDir)
    return [messages.recovered(journal), ...issues]
  } catch (error) {
    return [messages.failedRestore(error, { patch: journal.patch, folder })]
  }
}

/** The repository may have been moved or copied since. A work tree without `.git` is one that GIT_WORK_TREE named. */
function rootOf(git: Git, { root }: Journal): string {
  return fs.existsSync(root) && !fs.existsSync(at(root, '.git')) ? root : git.root
}

/** Somebody has removed what was set aside: all that is left is the patch. */
function forget(git: Git, journal: Journal): readonly Issue[] {
  endJournal(git.gitDir, journal.id)
  return [messages.lost(journal, asideFolder(git.gitDir, journal.id))]
}

/** Copies that were cut off on their way from one file system to another; the originals still exist. */
function removeDrafts(root: string, { entries, obstacles, owner }: Journal): void {
  for (const path of [...entries.map((entry) => entry.path), ...obstacles]) {
    remove(`${at(root, path)}.hookwright-${owner.pid}`)
  }
}

/** Nothing is moved before the journal is complete, so a broken one protects nothing. */
function discard(gitDir: string): readonly Issue[] {
  fs.rmSync(journalPath(gitDir), { force: true })
  sweepAside(gitDir)
  return []
}
