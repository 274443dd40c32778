import { posix } from 'node:path'
import type { Folder } from '../line.ts'
import type { Piece } from './piece.ts'

export const UNKNOWN_FOLDER: Folder = { kind: 'unknown' }

export function isSameFolder(one: Folder, other: Folder): boolean {
  if (one.kind === 'unknown' || other.kind === 'unknown') return one.kind === other.kind
  return one.path === other.path
}

/** Returns the folder that `cd` changes to; undefined: the home folder. */
export function folderBehind(from: Folder, target: Piece | undefined): Folder {
  if (target === undefined) return { kind: 'known', path: '~' }
  const home = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(target.text)?.[0]
  if (home !== undefined && isHome(target, home)) return below('~', target.text.slice(home.length))
  if (!target.known) return UNKNOWN_FOLDER
  if (target.text.startsWith('/')) return { kind: 'known', path: posix.normalize(target.text) }
  return from.kind === 'known' ? below(from.path, target.text) : from
}

/** Only the home folder itself is left to run time. */
function isHome({ known, shape, text }: Piece, home: string): boolean {
  return !known && shape === `*${text.slice(home.length)}`
}

function below(path: string, relative: string): Folder {
  const joined = posix.join(path, relative || '.')
  // Above the home folder nobody knows the names.
  return path.startsWith('~') && !joined.startsWith('~') ? UNKNOWN_FOLDER : { kind: 'known', path: joined }
}
