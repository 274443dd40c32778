import type { Buffer } from 'node:buffer'
import { constants, lstatSync, readdirSync, type Dirent } from 'node:fs'
import { isAbsolute } from 'node:path'
import { diskPath, isPlainPath } from '../paths.ts'
import { isTextFile } from './head.ts'
import { tagsOfInterpreter } from './name-tags.ts'
import { readShebang } from './shebang.ts'
import type { Tags } from './tag-table.ts'

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

type Folder = { looks: number; listing?: ReadonlyMap<string, Kind> | 'absent' | 'unreadable' }

export function createDiskFacts(root: string): DiskFacts {
  const pathOf = (name: string): string | Buffer => diskPath(isAbsolute(name) ? name : `${root}/${name}`)
  const modeOf = once((name) => readMode(pathOf(name)))
  const folders = new Map<string, Folder>()

  function kindOf(name: string): Kind | undefined {
    const slash = name.lastIndexOf('/')
    const base = slash === -1 ? name : name.slice(slash + 1)
    const listed = isListable(name, base)
      ? kindInFolder(slash === -1 ? '.' : name.slice(0, slash + 1), base)
      : undefined
    if (listed === 'absent') return undefined
    return listed ?? kindOfMode(modeOf(name))
  }

  function kindInFolder(path: string, base: string): Kind | 'absent' | undefined {
    const folder = folders.get(path) ?? { looks: 0 }
    if (folder.looks === 0) folders.set(path, folder)
    if (folder.looks++ < SINGLE_LOOKS) return undefined
    folder.listing ??= list(pathOf(path))
    if (folder.listing === 'absent') return 'absent'
    return folder.listing === 'unreadable' ? undefined : folder.listing.get(base)
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

/** A listing has neither `.` nor names that are not UTF-8. */
function isListable(name: string, base: string): boolean {
  return base !== '' && base !== '.' && base !== '..' && isPlainPath(name) && !base.includes('\uFFFD')
}

function list(path: string | Buffer): Folder['listing'] & {} {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return new Map(entries.map((entry) => [entry.name, kindOfEntry(entry)]))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unreadable'
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
