import * as path from 'node:path'
import type { Gap } from '../core/named-files.ts'
import { isFileProblem } from '../ports/files.ts'
import type { Disk } from './candidates.ts'
import { linkedFolders, matching } from './file-patterns.ts'
import { isInside, realPath } from './places.ts'

/** Files of the project that the patterns of a hook name, and what of it is not covered. */
export type PinnedFiles = {
  readonly paths: readonly string[]
  /** Files that are there and are not read. */
  readonly refused: readonly { readonly path: string; readonly sha256: string }[]
  readonly gaps: readonly Gap[]
}

const MAX_PINNED = 1_000

/** A link that leads out of the project is never read: whoever can write the project would choose what is. */
export function pinnedFiles(pins: readonly string[], { project, files }: Disk): PinnedFiles {
  const lists = pins.map((pin) => ({ pin, paths: matchPin(pin, { project, files }) }))
  const isTooMany = (paths: readonly string[]): boolean => paths.length > MAX_PINNED
  const many = lists.filter(({ paths }) => isTooMany(paths))
  const all = [...new Set(lists.flatMap(({ paths }) => (isTooMany(paths) ? [] : paths)))]
  const outside = all.filter((file) => !isInside(realPath(file, files), project.dir))
  const links = outside.map((file) => path.relative(project.dir, file).replaceAll(path.sep, '/'))
  // Links below a pattern are not followed, so the files behind one are not covered.
  const folders = new Set([
    ...all.filter((file) => !outside.includes(file) && files.kind(file) === 'directory'),
    ...pins.flatMap((pin) => linkedOnTheWay(pin, { project, files })),
  ])
  return {
    paths: all.filter((file) => !outside.includes(file)),
    refused: [
      ...links.map((link) => ({ path: link, sha256: 'a link out of the project' })),
      ...many.map(({ pin }) => ({ path: pin, sha256: `more than ${MAX_PINNED} files` })),
    ],
    gaps: [
      ...many.map(({ pin }) => ({ kind: 'too-large' as const, what: pin })),
      ...links.map((link) => ({ kind: 'run-time' as const, what: `${link}, a link out of the project` })),
      ...[...folders].map((file) => ({
        kind: 'run-time' as const,
        what: `${path.relative(project.dir, file).replaceAll(path.sep, '/')}, a link to a folder`,
      })),
    ],
  }
}

/** Empty when nothing fits; at most one more than are read. */
export function matchPin(pin: string, { project, files }: Disk): readonly string[] {
  const pattern = path.join(project.dir, pin)
  if (!isInside(pattern, project.dir)) return []
  const kind = /[*?[]/.test(pin) ? undefined : files.kind(pattern)
  const isFolder = kind === 'directory' && !isFileProblem(kind)
  return matching(isFolder ? path.join(pattern, '**') : pattern, files, MAX_PINNED)
}

function linkedOnTheWay(pin: string, { project, files }: Disk): readonly string[] {
  const pattern = path.join(project.dir, pin)
  return isInside(pattern, project.dir) ? linkedFolders(pattern, files) : []
}
