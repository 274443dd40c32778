import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { diskPath } from '../contracts/paths.ts'
import { isBelow } from './changes.ts'
import { at, exists, fingerprint, flush, makeParents, move, remove, statOf } from './disk.ts'
import { indexVersion, slot, type Entry, type Journal } from './journal.ts'
import { inSlices } from './slices.ts'

/** What is moved between: a work tree, and the folder of things set aside. */
export type Aside = { readonly root: string; readonly folder: string; readonly journal: Journal }

/** Puts the index's versions into the work tree, and keeps everything that was in their places. */
export async function takeOut({ root, folder, journal }: Aside): Promise<void> {
  for (const kind of ['saved', 'merged', 'obstacle']) fs.mkdirSync(at(folder, kind), { mode: 0o700 })
  journal.obstacles.forEach((path, index) => move(at(root, path), slot(folder, 'obstacle', index)))
  await inSlices(journal.entries, (entry, index) => {
    const place = at(root, entry.path)
    if (exists(place)) move(place, slot(folder, 'saved', index))
    makeParents(place)
    move(indexVersion(folder, entry.path), place)
  })
}

export type EntryState =
  /** The user's version is in its place, or never left it. */
  | 'at-home'
  /** The index's version is there, as we put it. */
  | 'out'
  /** Something else is there: a hook's or a user's work. */
  | 'changed'
  /** Nothing is there, and the user had something. */
  | 'gone'

export function stateOf(aside: Aside, index: number): EntryState {
  const entry = aside.journal.entries[index] as Entry
  const isSaved = exists(slot(aside.folder, 'saved', index))
  const isOut = !exists(indexVersion(aside.folder, entry.path))
  if (entry.present ? !isSaved : !isSaved && !isOut) return 'at-home'
  const now = fingerprint(at(aside.root, entry.path))
  if (now === 'absent') return isSaved ? 'gone' : 'at-home'
  if (now === entry.base) return 'out'
  return now === fingerprint(slot(aside.folder, 'saved', index)) && now !== 'other' ? 'at-home' : 'changed'
}

/** Whatever is in the entry's place gives way: to be called only when nothing is lost by that. */
export function putBack({ root, folder, journal }: Aside, index: number): void {
  const entry = journal.entries[index] as Entry
  const place = at(root, entry.path)
  const saved = slot(folder, 'saved', index)
  if (!exists(saved)) {
    if (exists(place)) moveAway(place, indexVersion(folder, entry.path))
    return removeMade(root, entry)
  }
  if (statOf(saved)?.isDirectory() || (exists(place) && statOf(place)?.isDirectory())) {
    if (exists(place)) moveAway(place, indexVersion(folder, entry.path))
  }
  makeParents(place)
  move(saved, place)
  touch(place)
}

function moveAway(place: string, to: string): void {
  remove(to)
  makeParents(to)
  move(place, to)
}

/** Folders that only the index's version needed. */
export function removeMade(root: string, entry: Entry): void {
  if (entry.made === undefined) return
  for (let folder = dirname(entry.path); isBelow(folder, entry.made); folder = dirname(folder)) {
    try {
      fs.rmdirSync(diskPath(at(root, folder)))
    } catch {
      return
    }
  }
}

/** A build that a hook ran on the index's version must see that the file has changed since. */
function touch(place: string): void {
  if (!statOf(place)?.isFile()) return
  const now = new Date()
  try {
    fs.utimesSync(diskPath(place), now, now)
  } catch {
    // Somebody else's file: its content is what matters.
  }
}

/** False when somebody has changed the file since the merge was made. */
export function putMerged({ root, folder, journal }: Aside, index: number): boolean {
  const entry = journal.entries[index] as Entry
  const place = at(root, entry.path)
  const merged = slot(folder, 'merged', index)
  if (exists(merged)) {
    if (fingerprint(place) !== entry.merged?.from) return false
    move(merged, place)
    flush(dirname(place))
  }
  remove(slot(folder, 'saved', index))
  return true
}

/** The obstacles that cannot return, because something is in their place. */
export function putBackObstacles({ root, folder, journal }: Aside): readonly number[] {
  return journal.obstacles.flatMap((path, index) => {
    const kept = slot(folder, 'obstacle', index)
    if (!exists(kept)) return []
    if (exists(at(root, path))) return [index]
    makeParents(at(root, path))
    move(kept, at(root, path))
    return []
  })
}
