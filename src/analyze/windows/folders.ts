import { posix } from 'node:path'
import type { Folder, Word } from '../line.ts'

/** Returns the folder behind a change of folder on Windows, where `\` separates names as well. Absent: the home folder. */
export function folderAfter(from: Folder, target: Word | undefined): Folder {
  if (target === undefined) return { kind: 'known', path: '~' }
  if (!target.known) return { kind: 'unknown' }
  const path = target.text.replaceAll('\\', '/')
  if (/^(?:[A-Za-z]:|\/|~(?:\/|$))/.test(path)) return { kind: 'known', path: posix.normalize(path) }
  return from.kind === 'known' ? below(from.path, path) : from
}

function below(path: string, relative: string): Folder {
  const joined = posix.join(path, relative || '.')
  // Above the home folder nobody knows the names.
  return path.startsWith('~') && !joined.startsWith('~')
    ? { kind: 'unknown' }
    : { kind: 'known', path: joined }
}
