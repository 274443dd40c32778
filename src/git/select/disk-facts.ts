import type { Buffer } from 'node:buffer'
import { constants, lstatSync, readdirSync, type Dirent } from 'node:fs'
import { isAbsolute } from 'node:path'
import { diskPath } from '../contracts/paths.ts'
import { isTextFile } from './head.ts'
import { tagsOfInterpreter } from './name-tags.ts'
import { readShebang } from './shebang.ts'
import type { Tags } from '../contracts/tag-table.ts'

export type Kind = 'file' | 'directory' | 'symlink' | 'socket'

/** What the disk says about a name, links not followed. Each fact is read when it is asked for, and once. */
export type DiskFacts = {
  /** Absent for a name that leads nowhere. */
  kindOf(name: string): Kind | undefined
  isExecutable(name: string): boolean
  isText(name: string): boolean
  interpreterTags(name: string): Tags
}

/** Node has no name for it on Windows. */
const S_IFSOCK = 0o140000

/** Names a folder is asked for one by one before it is listed: it may hold far more than anybody asks about. */
const SINGLE_LOOKS = 2

/** What a listing has in place of bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD'

/** Its path is empty or ends in a slash. */
type Folder = { readonly path: string; looks: number; listing?: ReadonlyMap<string, Kind> | 'absent' }

export function createDiskFacts(root: string, isPlainFile?: (name: string) => boolean): DiskFacts {
  const pathOf = (name: string): string | Buffer => diskPath(isAbsolute(name) ? name : `${root}/${name}`)
  const modeOf = once((name) => readMode(pathOf(name)))
  const folders = new Map<string, Folder>()

  function folderOf(path: string): Folder {
    const known = folders.get(path)
    if (known !== undefined) return known
    const folder: Folder = { path, looks: 0 }
    folders.set(path, folder)
    return folder
  }

  // Names come folder by folder, mostly.
  let last = folderOf('')

  function kindOf(name: string): Kind | undefined {
    if (isPlainFile?.(name)) return 'file'
    const start = name.lastIndexOf('/') + 1
    if (start !== last.path.length || !name.startsWith(last.path)) last = folderOf(name.slice(0, start))
    if (last.looks < SINGLE_LOOKS || name.includes(REPLACEMENT)) {
      last.looks++
      return kindOfMode(modeOf(name))
    }
    last.listing ??= list(pathOf(last.path === '' ? '.' : last.path))
    if (last.listing === 'absent') return undefined
    return last.listing.get(name.slice(start)) ?? kindOfMode(modeOf(name))
  }

  return {
    kindOf,
    isExecutable: (name) => process.platform === 'win32' || ((modeOf(name) ?? 0) & 0o111) !== 0,
    isText: once((name) => isTextFile(pathOf(name))),
    interpreterTags: once((name) => tagsOfInterpreter(readShebang(pathOf(name))?.[0] ?? '')),
  }
}

function once<Fact>(read: (name: string) => Fact): (name: string) => Fact {
  const known = new Map<string, Fact>()
  return (name) => {
    if (known.has(name)) return known.get(name) as Fact
    const fact = read(name)
    known.set(name, fact)
    return fact
  }
}

/** A folder that cannot be read has an empty listing: names that are not in one are looked for one by one. */
function list(path: string | Buffer): ReadonlyMap<string, Kind> | 'absent' {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    const kinds = new Map<string, Kind>()
    for (const entry of entries) kinds.set(entry.name, kindOfEntry(entry))
    return kinds
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : new Map()
  }
}

function readMode(path: string | Buffer): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mode
  } catch {
    return undefined
  }
}

function kindOfMode(mode: number | undefined): Kind | undefined {
  if (mode === undefined) return undefined
  const format = mode & constants.S_IFMT
  if (format === constants.S_IFDIR) return 'directory'
  if (format === constants.S_IFLNK) return 'symlink'
  return format === S_IFSOCK ? 'socket' : 'file'
}

function kindOfEntry(entry: Dirent): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  if (entry.isSymbolicLink()) return 'symlink'
  return entry.isSocket() ? 'socket' : 'file'
}
