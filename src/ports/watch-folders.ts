import * as fs from 'node:fs'
import * as path from 'node:path'

/** Which files a name in a folder concerns, by folder and by `foldName`. */
export type WatchedFolders = Map<string, Map<string, Set<string>>>

/** Stands for all names in a folder that is itself watched; no file can be called so. */
export const EVERY_NAME = '/'

const MOST_LINKS = 8

/**
 * The folders that tell about these files. A file's own folder says what happens to the file, the one above what
 * happens to the folder; where they are missing, the nearest that exists says when they come. For a link, the same of
 * what it points to.
 */
export function foldersOf(targets: Iterable<string>): WatchedFolders {
  const folders: WatchedFolders = new Map()
  const nearest = new Map<string, string>()
  for (const target of targets) {
    for (const place of linksOf(target)) {
      const folder = nearestFolder(path.dirname(place), nearest)
      note(folder, nameBelow(folder, place), { folders, target })
      const above = path.dirname(folder)
      if (above !== folder) note(above, path.basename(folder), { folders, target })
      if (isFolder(place)) note(place, EVERY_NAME, { folders, target })
    }
  }
  return folders
}

/** Some file systems tell names apart that others do not; a look too many does no harm. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function note(
  folder: string,
  name: string,
  { folders, target }: { folders: WatchedFolders; target: string },
): void {
  const names = folders.get(folder) ?? new Map<string, Set<string>>()
  const targets = names.get(foldName(name)) ?? new Set<string>()
  folders.set(folder, names.set(foldName(name), targets.add(target)))
}

function nameBelow(folder: string, place: string): string {
  return path.relative(folder, place).split(path.sep, 1)[0] ?? ''
}

/** The path itself and, when it is a link, what it leads to, step by step. */
function linksOf(target: string): readonly string[] {
  const places = [target]
  for (let place = target; places.length <= MOST_LINKS;) {
    const to = linkAt(place)
    if (to === undefined) break
    place = path.resolve(path.dirname(place), to)
    places.push(place)
  }
  return places
}

function linkAt(place: string): string | undefined {
  try {
    const isLink = fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    return isLink ? fs.readlinkSync(place) : undefined
  } catch {
    return undefined
  }
}

function nearestFolder(folder: string, known: Map<string, string>): string {
  const found = known.get(folder)
  if (found !== undefined) return found
  const above = path.dirname(folder)
  const nearest = isFolder(folder) || above === folder ? folder : nearestFolder(above, known)
  known.set(folder, nearest)
  return nearest
}

function isFolder(folder: string): boolean {
  try {
    return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
