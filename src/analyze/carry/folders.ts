import { posix } from 'node:path'
import type { Folder, Program, Word } from '../line.ts'

const UNKNOWN: Folder = { kind: 'unknown' }

/** Returns the folder that a word names, seen from another one. */
export function folderAt(from: Folder, word: Word): Folder {
  const path = pathAt(from, word)
  return path === undefined ? UNKNOWN : { kind: 'known', path }
}

/** Returns the path of a file as it is seen from the folder in which the line starts; undefined: not known. */
export function pathOf(program: Pick<Program, 'folder'>, word: Word): string | undefined {
  return pathAt(program.folder, word)
}

function pathAt(from: Folder, word: Word): string | undefined {
  if (!word.known) return undefined
  const path = posix.normalize(word.text)
  if (/^[/~]/.test(path)) return path
  return from.kind === 'known' ? posix.join(from.path, path) : undefined
}
