import * as fs from 'node:fs'
import { Buffer } from 'node:buffer'

/** Why a path that exists gives no text. */
export type FileProblem = {
  /** `special`: a socket, pipe or device. `dangling`: a link to nothing, or to itself. `denied`: no permission. */
  readonly problem: 'directory' | 'special' | 'dangling' | 'denied' | 'too-large' | 'not-utf8' | 'failed'
  /** The system's error code, or what else names the cause. */
  readonly detail: string
}

export type FileKind = 'file' | 'directory' | 'special' | 'dangling'

export type Entry = { readonly name: string; readonly kind: FileKind | 'link' }

/** The one door to the disk for reading. `undefined` always means: there is nothing at that path. */
export type Files = {
  readBytes(path: string, maxBytes: number): Uint8Array | FileProblem | undefined
  /** Gives the bytes piece by piece, in bounded memory; a piece is valid until `take` returns. Returns their number. */
  readPieces(
    path: string,
    maxBytes: number,
    take: (piece: Uint8Array) => void,
  ): number | FileProblem | undefined
  /** Links are followed. */
  kind(path: string): FileKind | FileProblem | undefined
  /** Returns the absolute path without links; undefined when nothing is there. */
  realpath(path: string): string | FileProblem | undefined
  /** In no particular order. Links are not followed. */
  list(path: string): readonly Entry[] | FileProblem | undefined
}

export const systemFiles: Files = {
  readBytes: (path, maxBytes) =>
    guarded(() => withOpened(path, maxBytes, (fd, expected) => readAll(fd, { expected, maxBytes }))),
  readPieces: (path, maxBytes, take) =>
    guarded(() => withOpened(path, maxBytes, (fd) => readEach(fd, maxBytes, take))),
  kind: (path) => guarded(() => kindOf(path)),
  realpath: (path) => guarded(() => fs.realpathSync.native(path)),
  list: (path) => guarded(() => fs.readdirSync(path, { withFileTypes: true }).map(entryOf)),
}

export function readText(files: Files, path: string, maxBytes: number): string | FileProblem | undefined {
  const bytes = files.readBytes(path, maxBytes)
  return bytes instanceof Uint8Array ? decodeText(bytes) : bytes
}

export function decodeText(bytes: Uint8Array): string | FileProblem {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'not-utf8', detail: 'bytes that are not UTF-8' }
  }
}

export function isFileProblem(value: unknown): value is FileProblem {
  return typeof value === 'object' && value !== null && 'problem' in value
}

const PROBLEMS: Readonly<Record<string, FileProblem['problem']>> = {
  EISDIR: 'directory',
  EACCES: 'denied',
  EPERM: 'denied',
  ELOOP: 'dangling',
  ENXIO: 'special',
}

function guarded<T>(look: () => T): T | FileProblem | undefined {
  try {
    return look()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return { problem: PROBLEMS[code] ?? 'failed', detail: code }
  }
}

// Without O_NONBLOCK, opening a pipe that nobody writes to would wait forever.
const READ = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

function withOpened<T>(
  path: string,
  maxBytes: number,
  read: (fd: number, size: number) => T,
): T | FileProblem {
  const fd = fs.openSync(path, READ)
  try {
    const stats = fs.fstatSync(fd)
    if (stats.isDirectory()) return { problem: 'directory', detail: 'EISDIR' }
    if (!stats.isFile()) return { problem: 'special', detail: 'not a regular file' }
    if (stats.size > maxBytes) return tooLarge(maxBytes)
    return read(fd, stats.size)
  } finally {
    fs.closeSync(fd)
  }
}

/** Reads to the end even when the file grows or reports no size, as files under /proc do. */
function readAll(fd: number, size: { expected: number; maxBytes: number }): Uint8Array | FileProblem {
  let buffer = Buffer.allocUnsafe(size.expected + 1)
  let length = 0
  for (;;) {
    const count = fs.readSync(fd, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > size.maxBytes) return tooLarge(size.maxBytes)
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2 + 4096)
  }
}

const PIECE_BYTES = 1_048_576

function readEach(fd: number, maxBytes: number, take: (piece: Uint8Array) => void): number | FileProblem {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  let length = 0
  for (;;) {
    const count = fs.readSync(fd, buffer, 0, buffer.length, null)
    if (count === 0) return length
    length += count
    if (length > maxBytes) return tooLarge(maxBytes)
    take(buffer.subarray(0, count))
  }
}

function tooLarge(maxBytes: number): FileProblem {
  return { problem: 'too-large', detail: `more than ${maxBytes} bytes` }
}

/** One system call for what is absent or a plain file, two for a link. */
function kindOf(path: string): FileKind | undefined {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isSymbolicLink()) return kindOfStats(stats)
  const target = fs.statSync(path, { throwIfNoEntry: false })
  return target === undefined ? 'dangling' : kindOfStats(target)
}

function kindOfStats(stats: fs.Stats): FileKind {
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'directory' : 'special'
}

function entryOf(entry: fs.Dirent): Entry {
  if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' }
  if (entry.isFile()) return { name: entry.name, kind: 'file' }
  return { name: entry.name, kind: entry.isDirectory() ? 'directory' : 'special' }
}
