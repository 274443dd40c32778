import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as path from 'node:path'

/** The end of one file, however large it is. */
export type TailFile = {
  /** Its path with links followed. */
  readonly real: string
  /** The real paths of the links on the way to it. */
  readonly links: readonly string[]
  /** Undefined when the file cannot be read, or another stands in its place since it was found. */
  read(maxBytes: number): { readonly bytes: Uint8Array; readonly unreadBytes: number } | undefined
}

/** Undefined when there is no regular file at the path, or when the path itself is a link. */
export function findTail(file: string): TailFile | undefined {
  try {
    const links = linksTo(file)
    const real = path.join(fs.realpathSync.native(path.dirname(file)), path.basename(file))
    const stats = fs.lstatSync(real, { bigint: true })
    if (!stats.isFile()) return undefined
    const isSame = (other: fs.BigIntStats): boolean => other.dev === stats.dev && other.ino === stats.ino
    return { real, links, read: (maxBytes) => readTail(real, maxBytes, isSame) }
  } catch {
    return undefined
  }
}

const MAX_LINKS = 40

/** Walks the path as the system does, and notes each link it meets. */
function linksTo(file: string): readonly string[] {
  const links: string[] = []
  let { root: here } = path.parse(file)
  let ahead = partsOf(file)
  for (let [next, ...rest] = ahead; next !== undefined; [next, ...rest] = ahead) {
    const at = path.join(here, next)
    const isLink = fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    if (isLink) {
      links.push(at)
      if (links.length > MAX_LINKS) throw new Error('too many links')
      const target = path.resolve(here, fs.readlinkSync(at))
      here = path.parse(target).root
      ahead = [...partsOf(target), ...rest]
    } else {
      here = at
      ahead = rest
    }
  }
  return links
}

function partsOf(file: string): string[] {
  return path
    .relative(path.parse(file).root, file)
    .split(path.sep)
    .filter((part) => part !== '')
}

// A link that came in the meantime is not followed, and a pipe that nobody writes to is not waited for.
const READ = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOFOLLOW ?? 0)

function readTail(
  file: string,
  maxBytes: number,
  isSame: (stats: fs.BigIntStats) => boolean,
): ReturnType<TailFile['read']> {
  try {
    const fd = fs.openSync(file, READ)
    try {
      const stats = fs.fstatSync(fd, { bigint: true })
      if (!stats.isFile() || !isSame(stats)) return undefined
      const size = Number(stats.size)
      const bytes = Buffer.alloc(Math.min(size, maxBytes))
      const start = size - bytes.length
      const length = fs.readSync(fd, bytes, 0, bytes.length, start)
      return { bytes: bytes.subarray(0, length), unreadBytes: start }
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    return undefined
  }
}
