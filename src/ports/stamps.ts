import { lstatSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { linksOn } from './real-path.ts'

/** What tells one state of a path from another without reading it. */
export type Stamp = {
  readonly kind: 'file' | 'directory' | 'link' | 'other' | 'absent'
  /** Device and inode: which file it is, whatever its name. */
  readonly identity: string
  /**
   * Changes with every write, rename, link and change of mode; nanoseconds, in decimal digits. A normal user cannot set it
   * back.
   */
  readonly changedAt: string
  /** Size and time of the last write. */
  readonly content: string
}

/** A port to the state of files, without their bytes. */
export type Stamps = {
  /** Of the path itself; a link is not followed. */
  at(path: string): Stamp
  /** Of what the path leads to. */
  behind(path: string): Stamp
  /** With links followed; the path itself when it leads nowhere. */
  realpath(path: string): string
  /** All links that are followed on the way to what the path leads to, by path. */
  linksOn(path: string): readonly string[]
  /** Milliseconds since the epoch, on the clock that stamps files. */
  now(): number
}

export const systemStamps: Stamps = {
  at: (path) => stamped(() => lstatSync(path, LOOK)),
  behind: (path) => stamped(() => statSync(path, LOOK)),
  realpath(path) {
    try {
      return realpathSync.native(path)
    } catch {
      return path
    }
  },
  linksOn,
  now: Date.now,
}

const LOOK = { bigint: true, throwIfNoEntry: false } as const

/** What cannot be looked at cannot be run either; a change from or to that is seen. */
const ABSENT: Stamp = { kind: 'absent', identity: '', changedAt: '0', content: '' }

function stamped(look: () => BigIntStats | undefined): Stamp {
  try {
    const stats = look()
    return stats === undefined ? ABSENT : stampOf(stats)
  } catch {
    return ABSENT
  }
}

function stampOf(stats: BigIntStats): Stamp {
  return {
    kind: kindOf(stats),
    identity: `${stats.dev}:${stats.ino}`,
    changedAt: String(stats.ctimeNs),
    content: `${stats.size}:${stats.mtimeNs}`,
  }
}

function kindOf(stats: BigIntStats): Stamp['kind'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'directory'
  return stats.isSymbolicLink() ? 'link' : 'other'
}
