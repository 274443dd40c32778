import * as path from 'node:path'
import { isFileProblem, type Files } from '../ports/files.ts'
import type { Stamp, Stamps } from '../ports/stamps.ts'

/** The state of files at the moment they were read for a digest. */
export type Look = {
  /** By path: of every file whose bytes were asked for. */
  readonly files: ReadonlyMap<string, Route>
  /** Paths where nothing was. */
  readonly absent: ReadonlySet<string>
  /** Folders whose entries were read, by path. */
  readonly listed: ReadonlyMap<string, Listing>
  /** A file had changed so shortly before that a second change could bear the same time. */
  readonly isRecent: boolean
}

/** How a path led to its file: each folder and link on the way, by path, and the file itself. */
type Route = { readonly way: ReadonlyMap<string, Stamp>; readonly file: Stamp }

/** `changedAt` of the folder before its names were read; empty when a later change could bear the same time. */
export type Listing = { readonly changedAt: string; readonly names: readonly string[] }

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
  const absent = new Set<string>()
  const listed = new Map<string, Listing>()
  const known = new Map<string, Stamp>()
  const found = read({
    ...files,
    kind(file) {
      const kind = files.kind(file)
      if (kind === undefined) absent.add(file)
      return kind
    },
    list(folder) {
      const { changedAt } = stamps.behind(folder)
      const entries = files.list(folder)
      const names = entries === undefined || isFileProblem(entries) ? [] : entries.map(({ name }) => name)
      if (!listed.has(folder))
        listed.set(folder, { changedAt: isNew(changedAt, stamps) ? '' : changedAt, names })
      return entries
    },
    readBytes(file, maxBytes) {
      if (!seen.has(file)) seen.set(file, routeOf(file, { stamps, root, known }))
      return files.readBytes(file, maxBytes)
    },
  })
  return { found, look: { files: seen, absent, listed, isRecent: isRecent(seen, stamps) } }
}

/** Both looks in one; the earlier stamp of a file counts. */
export function joinLooks(first: Look, second: Look): Look {
  return {
    files: new Map([...second.files, ...first.files]),
    absent: new Set([...second.absent, ...first.absent]),
    listed: new Map([...second.listed, ...first.listed]),
    isRecent: first.isRecent || second.isRecent,
  }
}

/** `at`: what changed, the file itself or a folder or link on the way to it; a folder ends with a separator. */
export type Change = { readonly file: string; readonly at: string }

/** The paths that no longer lead to the same state of the same file, or may have led elsewhere meanwhile. */
export function changedSince({ files }: Pick<Look, 'files'>, { stamps, root }: Seeing): readonly Change[] {
  const known = new Map<string, Stamp>()
  return [...files].flatMap(([file, was]) => {
    const is = routeOf(file, { stamps, root, known })
    return isSameRoute(was, is) ? [] : { file, at: isSameFile(was.file, is.file) ? placeOf(was, is) : file }
  })
}

/** `files`: paths where a file is now and nothing was. `folders`: those in which there may be others than before. */
export function appearedSince(
  { absent, listed }: Pick<Look, 'absent' | 'listed'>,
  stamps: Stamps,
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const found = [...absent].flatMap((place) => {
    const { kind } = stamps.behind(place)
    return kind === 'absent' ? [] : { place, kind }
  })
  const changed = [...listed].filter(
    ([folder, { changedAt }]) => stamps.behind(folder).changedAt !== changedAt,
  )
  return {
    files: found.filter(({ kind }) => kind !== 'directory').map((each) => each.place),
    folders: [
      ...found.filter(({ kind }) => kind === 'directory').map((each) => each.place),
      ...changed.map(([folder]) => folder),
    ],
  }
}

type Seeing = { readonly stamps: Stamps; readonly root: string }
type Walking = Seeing & { readonly known: Map<string, Stamp> }

function routeOf(file: string, walking: Walking): Route {
  const { stamps, known } = walking
  const way = new Map(foldersTo(file, walking).map((folder) => [folder, remember(folder, walking)]))
  const itself = stamps.at(file)
  const hasLink = itself.kind === 'link' || [...way.values()].some(({ kind }) => kind === 'link')
  if (!hasLink) return { way, file: itself }
  // Behind a link there are links and folders that the path does not name.
  const links = stamps.linksOn(file)
  const folders = [...links, stamps.realpath(file)].flatMap((place) => foldersTo(place, walking))
  for (const place of [...links, ...folders]) way.set(place, remember(place, { stamps, known }))
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

/** The file is as it was, so a place on the way differs: the first of them. */
function placeOf(was: Route, is: Route): string {
  const [place, stamp] = [...was.way].find(([at, each]) => !isSamePlace(at, each, { was, is })) ?? []
  if (place === undefined) return `${[...is.way.keys()].find((at) => !was.way.has(at)) ?? ''}${path.sep}`
  return stamp?.kind === 'directory' ? `${place}${path.sep}` : place
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
  return [...seen.values()].some(({ file }) => file.kind === 'file' && isNew(file.changedAt, stamps))
}

function isNew(changedAt: string, stamps: Stamps): boolean {
  return Math.abs(stamps.now() - Number(changedAt) / 1_000_000) < RECENT_MS
}
