import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { decodePath, diskPath } from '../contracts/paths.ts'

/** A place on disk: a folder, and a name below it as git writes it. */
export function at(folder: string, name: string | number): string {
  return `${folder}/${name}`
}

export function statOf(path: string): fs.Stats | undefined {
  return fs.lstatSync(diskPath(path), { throwIfNoEntry: false })
}

/** Like `statOf`, but a file in the place of a parent folder counts as absence too. */
export function exists(path: string): boolean {
  try {
    return statOf(path) !== undefined
  } catch {
    return false
  }
}

/** Equal for two files that git would not tell apart. */
export function fingerprint(path: string): string {
  const stats = exists(path) ? statOf(path) : undefined
  if (!stats) return 'absent'
  if (stats.isSymbolicLink()) return `link ${digest(fs.readlinkSync(diskPath(path), 'buffer'))}`
  if (!stats.isFile()) return 'other'
  return `${stats.mode & 0o100 ? 'program' : 'file'} ${digest(fs.readFileSync(diskPath(path)))}`
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** One step on one file system. Across two: the copy is complete under another name before it appears. */
export function move(from: string, to: string): void {
  try {
    fs.renameSync(diskPath(from), diskPath(to))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    moveByCopy(from, to)
  }
}

function moveByCopy(from: string, to: string): void {
  const copy = `${to}.hookwright-${process.pid}`
  copyTree(from, copy)
  if (statOf(copy)?.isFile()) flush(copy)
  fs.renameSync(diskPath(copy), diskPath(to))
  remove(from)
}

/** Links stay links, modes stay. */
export function copyTree(from: string, to: string): void {
  const stats = fs.lstatSync(diskPath(from))
  if (stats.isSymbolicLink()) return fs.symlinkSync(fs.readlinkSync(diskPath(from), 'buffer'), diskPath(to))
  if (!stats.isDirectory()) {
    fs.copyFileSync(diskPath(from), diskPath(to))
    return fs.chmodSync(diskPath(to), stats.mode & 0o7777)
  }
  fs.mkdirSync(diskPath(to), { mode: 0o700 })
  for (const bytes of fs.readdirSync(diskPath(from), 'buffer')) {
    const name = decodePath(bytes)
    copyTree(at(from, name), at(to, name))
  }
  fs.chmodSync(diskPath(to), stats.mode & 0o7777)
}

export function makeParents(path: string): void {
  fs.mkdirSync(diskPath(dirname(path)), { recursive: true })
}

export function remove(path: string): void {
  if (!exists(path)) return
  const stats = statOf(path)
  if (!stats?.isDirectory()) return fs.unlinkSync(diskPath(path))
  fs.rmSync(diskPath(path), { recursive: true, force: true })
}

/** Written, on disk, and only then under its name. */
export function writeDurably(path: string, bytes: Uint8Array | string): void {
  const draft = `${path}.new-${process.pid}`
  fs.writeFileSync(draft, bytes, { mode: 0o600 })
  flush(draft)
  fs.renameSync(draft, path)
  flush(dirname(path))
}

export function flush(path: string): void {
  let file: number | undefined
  try {
    file = fs.openSync(diskPath(path), 'r')
    fs.fsyncSync(file)
  } catch {
    // Windows cannot open a folder, and flushes only what was opened for writing.
  } finally {
    if (file !== undefined) fs.closeSync(file)
  }
}
