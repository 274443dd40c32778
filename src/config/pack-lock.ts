import * as path from 'node:path'
import { isFileProblem, readText, type Files } from '../ports/files.ts'
import type { PackTree } from './pack-tree.ts'

/** Lies beside the config that uses the packs. */
export const LOCK_NAME = 'hookwright.lock'

/** What a lock says about one version of a pack. */
export type LockedPack = {
  /** That of the package, as npm writes it: `sha512-…`. */
  readonly integrity: string
  /** SHA-256 of each of its files. */
  readonly files: PackTree
}

/** Packs by `NAME@VERSION`. */
export type PackLock = Readonly<Record<string, LockedPack>>

/** Larger than any; a bound on what is read. */
const MAX_BYTES = 4 * 1_048_576

/** Path of the lock of a config. */
export function lockOf(config: string): string {
  return path.join(path.dirname(config), LOCK_NAME)
}

/** The packs of a lock; a text says why it cannot be used. Without a file there are none. */
export function readLock(file: string, files: Files): PackLock | string {
  const text = readText(files, file, MAX_BYTES)
  if (text === undefined) return {}
  return isFileProblem(text) ? `cannot be read (${text.detail})` : parseLock(text)
}

/** The same for its text. */
export function parseLock(text: string): PackLock | string {
  try {
    const value: unknown = JSON.parse(text)
    if (!isMapping(value) || value['version'] !== 1 || !isMapping(value['packs']))
      return 'is not a lock of this version of hookwright'
    const wrong = Object.entries(value['packs']).find(([, pack]) => !isLocked(pack))
    return wrong === undefined
      ? (value['packs'] as PackLock)
      : `has an entry that is not whole (${wrong[0].slice(0, 80)})`
  } catch {
    return 'is not JSON'
  }
}

/** A lock as text: one pack after the other by name, so that a change is a small one. */
export function lockText(packs: PackLock): string {
  const sorted = Object.fromEntries(Object.entries(packs).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ version: 1, packs: sorted }, undefined, 2)}\n`
}

function isLocked(value: unknown): value is LockedPack {
  if (!isMapping(value) || typeof value['integrity'] !== 'string' || !isMapping(value['files'])) return false
  const digests = Object.values(value['files'])
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(value['integrity']) && digests.every(isDigest)
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
