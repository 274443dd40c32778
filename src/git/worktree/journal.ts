import * as fs from 'node:fs'
import { join } from 'node:path'
import { at, flush, writeDurably } from './disk.ts'
import type { Owner } from './owner.ts'

/*
 * What is set aside lies in `<gitDir>/hookwright/<id>/`, beside the journal that tells what belongs where. Every
 * change of the work tree is a rename by this process, never a child's doing, so that whoever finds the journal of a
 * dead process finds nothing moving, and sees from the places alone how far it came:
 *
 *   index/PATH exists      the index's version has not been put into the work tree, or is out of it again
 *   saved/N exists         the user's version has not been put back
 *   merged/N exists        the user's version with the hooks' changes has not been put back
 *   obstacle/N exists      an untracked thing that stood in the way of a tracked path has not been put back
 */

/** One file of the work tree that differs from the index. */
export type Entry = {
  readonly path: string
  /** Fingerprint of the index's version as it is written to the work tree. */
  readonly base: string
  /** False: the user has deleted it. */
  readonly present: boolean
  /** The topmost folder that had to be made for it. */
  readonly made?: string
  /** The hooks' version and the one that has both, as fingerprints. */
  readonly merged?: { readonly from: string; readonly to: string }
}

export type Journal = {
  readonly version: 1
  readonly id: string
  readonly owner: Owner
  readonly root: string
  /** Absent when only intent-to-add entries left the index. */
  readonly patch?: string
  readonly tree: string
  readonly intentToAdd: readonly string[]
  readonly entries: readonly Entry[]
  /** Untracked files and links in the place of a folder of tracked ones. */
  readonly obstacles: readonly string[]
}

export type Slot = 'saved' | 'merged' | 'obstacle'

const FOLDER = 'hookwright'

export function asideRoot(gitDir: string): string {
  return join(gitDir, FOLDER)
}

export function asideFolder(gitDir: string, id: string): string {
  return join(gitDir, FOLDER, id)
}

export function slot(folder: string, kind: Slot, index: number): string {
  return at(at(folder, kind), index)
}

export function indexVersion(folder: string, path: string): string {
  return at(at(folder, 'index'), path)
}

export function journalPath(gitDir: string): string {
  return join(gitDir, FOLDER, 'journal.json')
}

/** False when there is one already: another run got in first. */
export function beginJournal(gitDir: string, journal: Journal): boolean {
  const draft = join(asideFolder(gitDir, journal.id), 'journal.json')
  writeDurably(draft, JSON.stringify(journal))
  try {
    fs.linkSync(draft, journalPath(gitDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    return beginByCopy(draft, journalPath(gitDir))
  }
  flush(asideRoot(gitDir))
  return true
}

/** For file systems without hard links. */
function beginByCopy(draft: string, path: string): boolean {
  try {
    fs.copyFileSync(draft, path, fs.constants.COPYFILE_EXCL)
    flush(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function rewriteJournal(gitDir: string, journal: Journal): void {
  writeDurably(journalPath(gitDir), JSON.stringify(journal))
}

/** Undefined: there is none. `unreadable`: it was cut off before anything was moved. */
export function readJournal(gitDir: string): Journal | 'unreadable' | undefined {
  let text: string
  try {
    text = fs.readFileSync(journalPath(gitDir), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  try {
    return JSON.parse(text) as Journal
  } catch {
    return 'unreadable'
  }
}

/** Milliseconds since the process at work last said so. */
export function silence(gitDir: string, now: number): number {
  return now - (fs.statSync(journalPath(gitDir), { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

/** The journal goes first: without it nothing in the folder is taken for something to put back. */
export function endJournal(gitDir: string, id: string): void {
  fs.rmSync(journalPath(gitDir), { force: true })
  flush(asideRoot(gitDir))
  fs.rmSync(asideFolder(gitDir, id), { recursive: true, force: true })
}
