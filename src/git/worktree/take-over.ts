import * as fs from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './disk.ts'
import { asideRoot, journalPath, readJournal, silence, type Journal } from './journal.ts'
import { isAtWork, type Owner } from './owner.ts'

export type Taken = { readonly kind: 'ours' | 'busy'; readonly journal: Journal }

/**
 * The journal with us as its owner, if its owner is dead; else as it is, with an owner at work. Of two runs that find
 * the same dead one, the first to link a successor's name wins; a winner that dies in turn is succeeded likewise.
 */
export function takeOver(
  gitDir: string,
  { now, owner }: { readonly now: number; readonly owner: Owner },
): Taken | undefined {
  for (;;) {
    const journal = readJournal(gitDir)
    if (journal === undefined || journal === 'unreadable') return undefined
    if (isAtWork(journal.owner, { silentMs: silence(gitDir, now) })) return { kind: 'busy', journal }
    const own = { ...journal, owner }
    const next = successor(gitDir, journal.owner)
    const draft = join(asideRoot(gitDir), `draft-${owner.pid}.json`)
    writeDurably(draft, JSON.stringify(own))
    const isFirst = linked(draft, next)
    fs.rmSync(draft, { force: true })
    const other = isFirst ? own : readSuccessor(next)
    if (!isFirst && other && isAtWork(other.owner, { silentMs: 0 })) return { kind: 'busy', journal: other }
    if (isFirst && !isStill(gitDir, journal)) fs.rmSync(next, { force: true })
    else promote(next, journalPath(gitDir))
    if (isFirst && isStill(gitDir, own)) return { kind: 'ours', journal: own }
  }
}

/** Between the look and the link another run may have succeeded the dead one, and have ended. */
function isStill(gitDir: string, { id, owner }: Journal): boolean {
  const now = readJournal(gitDir)
  return (
    typeof now === 'object' &&
    now.id === id &&
    now.owner.pid === owner.pid &&
    now.owner.started === owner.started
  )
}

function successor(gitDir: string, { pid, started = '0' }: Owner): string {
  return join(asideRoot(gitDir), `journal-after-${pid}-${started}.json`)
}

function linked(draft: string, name: string): boolean {
  try {
    fs.linkSync(draft, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    return copied(draft, name)
  }
}

/** For file systems without hard links. */
function copied(draft: string, name: string): boolean {
  try {
    fs.copyFileSync(draft, name, fs.constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readSuccessor(name: string): Journal | undefined {
  try {
    return JSON.parse(fs.readFileSync(name, 'utf8')) as Journal
  } catch {
    return undefined
  }
}

/** Whoever comes second finds it done. */
function promote(name: string, journal: string): void {
  try {
    fs.renameSync(name, journal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
