import * as path from 'node:path'
import type { Files } from '../ports/files.ts'
import type { Stamp, Stamps } from '../ports/stamps.ts'

/** The state of files at the moment they were read for a digest. */
export type Look = {
  /** By path: of every file that was asked for, also of those that were not there. */
  readonly files: ReadonlyMap<string, Route>
  /** A file had changed so shortly before that a second change could bear the same time. */
  readonly isRecent: boolean
}

/** How a path led to its file: each folder and link on the way, by path, and the file itself. */
type Route = { readonly way: ReadonlyMap<string, Stamp>; readonly file: Stamp }

/** Clocks of file systems tick every 1 to 10 ms. */
export const RECENT_MS = 20

/**
 * Reads through `files` and takes the stamp of each file before its bytes: whatever changes after that is seen in a
 * second look.
 */
export function lookWhile<T>(
  read: (files: Files) => T,
  { files, stamps, root }: { readonly files: Files; readonly stamps: Stamps; readonly root: string },
): { readonly found: T; readonly look: Look } {
  const seen = new Map<string, Route>()
  const known = new Map<string, Stamp>()
  const found = read({
    ...files,
    readBytes(file, maxBytes) {
      if (!seen.has(file)) seen.set(file, routeOf(file, { stamps, root, known }))
      return files.readBytes(file, maxBytes)
    },
  })
  return { found, look: { files: seen, isRecent: isRecent(seen, stamps) } }
}

/** Both looks in one; the earlier stamp of a file counts. */
export function joinLooks(first: Look, second: Look): Look {
  return {
    files: new Map([...second.files, ...first.files]),
    isRecent: first.isRecent || second.isRecent,
  }
}

/** The paths that no longer lead to the same state of the same file, or may have led elsewhere meanwhile. */
export function changedSince({ files }: Look, { stamps, root }: Seeing): readonly string[] {
  const known = new Map<string, Stamp>()
  return [...files].flatMap(([file, was]) =>
    isSameRoute(was, routeOf(file, { stamps, root, known })) ? [] : file,
  )
}

type Seeing = { readonly stamps: Stamps; readonly root: string }
type Walking = Seeing & { readonly known: Map<string, Stamp> }

function routeOf(file: string, walking: Walking): Route {
  const { stamps, known } = walking
  const way = new Map(foldersTo(file, walking).map((folder) => [folder, remember(folder, walking)]))
  const itself = stamps.at(file)
  const hasLink = itself.kind === 'link' || [...way.values()].some(({ kind }) => kind === 'link')
  if (!hasLink) return { way, file: itself }
  if (itself.kind === 'link') way.set(file, itself)
  // Behind a link there are folders that the path does not name.
  const real = stamps.realpath(file)
  for (const folder of foldersTo(real, walking)) way.set(folder, remember(folder, { stamps, known }))
  return { way, file: stamps.behind(file) }
}

function remember(folder: string, { stamps, known }: Pick<Walking, 'stamps' | 'known'>): Stamp {
  const stamp = known.get(folder) ?? stamps.at(folder)
  known.set(folder, stamp)
  return stamp
}

/** From the root down to the folder that holds the file; for a file elsewhere only that folder and the one above. */
function foldersTo(file: string, { root }: Pick<Walking, 'root'>): readonly string[] {
  const folder = path.dirname(file)
  const below = path.relative(root, folder)
  if (below === '') return [root]
  if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below))
    return [path.dirname(folder), folder]
  const parts = below.split(path.sep)
  return [root, ...parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1)))]
}

function isSameRoute(was: Route, is: Route): boolean {
  if (was.way.size !== is.way.size || !isSameFile(was.file, is.file)) return false
  return [...was.way].every(([place, stamp]) => isSamePlace(place, stamp, { was, is }))
}

/** A folder that a command names has no bytes to run: only which folder it is counts. */
function isSameFile(was: Stamp, is: Stamp): boolean {
  if (was.kind !== is.kind || was.identity !== is.identity) return false
  return was.kind === 'directory' || (was.changedAt === is.changedAt && was.content === is.content)
}

/**
 * A rename changes the time of what is renamed and of the folder it is renamed in. One of the two alone is somebody who
 * writes another file there.
 */
function isSamePlace(place: string, stamp: Stamp, { was, is }: { was: Route; is: Route }): boolean {
  const now = is.way.get(place)
  if (now === undefined || now.kind !== stamp.kind || now.identity !== stamp.identity) return false
  if (now.changedAt === stamp.changedAt) return true
  if (stamp.kind !== 'directory') return false
  const above = path.dirname(place)
  return was.way.get(above)?.changedAt === is.way.get(above)?.changedAt
}

function isRecent(seen: ReadonlyMap<string, Route>, stamps: Stamps): boolean {
  let latest = 0n
  for (const { file } of seen.values())
    if (file.kind === 'file' && BigInt(file.changedAt) > latest) latest = BigInt(file.changedAt)
  return latest !== 0n && Math.abs(stamps.now() - Number(latest / 1_000_000n)) < RECENT_MS
}
