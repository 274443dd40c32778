import * as path from 'node:path'
import { isFileProblem, type Files } from '../ports/files.ts'
import { sha256 } from './meaning.ts'

/** SHA-256 of every file in a folder and below it, in hexadecimal, by path with slashes. */
export type PackTree = Readonly<Record<string, string>>

/** Bounds of a pack of npm. */
export const PACK_BOUNDS = {
  files: 1_000,
  fileBytes: 8 * 1_048_576,
  bytes: 32 * 1_048_576,
  depth: 16,
} as const

/** Returns the files of a folder; a text says why it is not one that a pack may be: a link, or too much. */
export function readPackTree(folder: string, files: Files): PackTree | string {
  const tree: Record<string, string> = {}
  let bytes = 0
  const walk = (inside: string, depth: number): string | undefined => {
    const entries = files.list(inside)
    if (entries === undefined) return 'is not there'
    if (isFileProblem(entries)) return `cannot be read (${entries.detail})`
    if (depth > PACK_BOUNDS.depth) return 'has too many folders in each other'
    for (const { name, kind } of entries) {
      const whole = path.join(inside, name)
      const why = kind === 'directory' ? walk(whole, depth + 1) : keep(whole, kind)
      if (why !== undefined) return why
    }
    return undefined
  }
  const keep = (file: string, kind: string): string | undefined => {
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (kind !== 'file') return `holds "${name}", which is not a regular file`
    const content = files.readBytes(file, PACK_BOUNDS.fileBytes)
    if (!(content instanceof Uint8Array)) return `holds "${name}", which cannot be read`
    bytes += content.byteLength
    tree[name] = sha256(content)
    const isTooMuch = bytes > PACK_BOUNDS.bytes || Object.keys(tree).length > PACK_BOUNDS.files
    return isTooMuch ? 'is too large' : undefined
  }
  return walk(folder, 0) ?? tree
}

/** One digest for all files of a tree. */
export function digestTree(tree: PackTree): string {
  return sha256(JSON.stringify(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
