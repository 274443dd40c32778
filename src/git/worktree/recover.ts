import * as fs from 'node:fs'
import type { Issue } from '../../core/issue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Git } from '../repository/git.ts'
import { at, remove } from './disk.ts'
import { asideFolder, endJournal, journalPath, readJournal, type Journal } from './journal.ts'
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
export async function recover(git: Git, { clock, within }: RecoverRequest): Promise<readonly Issue[]> {
  const journal = readJournal(git.gitDir)
  if (journal === undefined) {
    sweepAside(git.gitDir)
    return []
  }
  if (journal === 'unreadable') return discard(git.gitDir)
  if (journal.id === within) return []
  const own = takeOver(git.gitDir, { now: clock.now(), owner: thisProcess() })
  if (own === undefined) return []
  if (own.owner.pid !== process.pid) return [messages.atWork(own, journalPath(git.gitDir))]
  return finish(steadyGit(git), { journal, own })
}

type Taken = { readonly journal: Journal; readonly own: Journal }

async function finish(git: Git, { journal, own }: Taken): Promise<readonly Issue[]> {
  const folder = asideFolder(git.gitDir, journal.id)
  // The repository may have been moved since; but one repository can also have several work trees.
  const root = fs.existsSync(journal.root) ? journal.root : git.root
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
