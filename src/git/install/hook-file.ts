import * as fs from 'node:fs'
import { join } from 'node:path'
import { diskPath } from '../contracts/paths.ts'
import { runnerOf, type Runner } from './shim.ts'

/** What is at the path of one of git's hooks. */
export type HookFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly text: string; readonly mode: number; readonly runner?: Runner }

/** No hook is longer than what decides whose it is. */
const MAX_BYTES = 1_048_576

export function readHookFile(path: string): HookFile {
  const stats = fs.lstatSync(diskPath(path), { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'none' }
  const target = fs.statSync(diskPath(path), { throwIfNoEntry: false })
  if (target?.isDirectory()) return { kind: 'folder' }
  // A link to nothing is somebody's all the same.
  if (target === undefined || !target.isFile()) return { kind: 'file', text: '', mode: 0 }
  const text = readStart(path)
  const runner = runnerOf(text)
  return {
    kind: 'file',
    text,
    mode: stats.isSymbolicLink() ? 0 : stats.mode & 0o777,
    ...(runner && { runner }),
  }
}

function readStart(path: string): string {
  const fd = fs.openSync(diskPath(path), 'r')
  try {
    const bytes = Buffer.alloc(Math.min(MAX_BYTES, fs.fstatSync(fd).size))
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes))
  } finally {
    fs.closeSync(fd)
  }
}

/** Whole or not at all: git may start the hook at any moment. */
export function writeHookFile(path: string, text: string, mode: number): void {
  const draft = diskPath(`${path}.${process.pid}.draft`)
  try {
    fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    fs.chmodSync(draft, mode)
    fs.renameSync(draft, diskPath(path))
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

export function moveHookFile(from: string, to: string): void {
  fs.renameSync(diskPath(from), diskPath(to))
}

export function removeHookFile(path: string): void {
  fs.rmSync(diskPath(path), { force: true })
}

export function isExecutable(path: string): boolean {
  try {
    fs.accessSync(diskPath(path), fs.constants.X_OK)
    return fs.statSync(diskPath(path)).isFile()
  } catch {
    return false
  }
}

export function makeFolder(dir: string): void {
  fs.mkdirSync(diskPath(dir), { recursive: true })
}

export const legacyOf = (path: string): string => `${path}.legacy`

export const hookPath = (dir: string, type: string): string => join(dir, type)
