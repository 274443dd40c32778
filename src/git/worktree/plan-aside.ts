import { dirname } from 'node:path'
import type { Change } from './changes.ts'
import { at, exists, fingerprint, statOf } from './disk.ts'
import { indexVersion, type Entry, type Journal } from './journal.ts'
import { inSlices } from './slices.ts'

/** Looks at every file that will be replaced, and at what stands in the way of deleted ones. */
export async function planAside(
  changes: readonly Change[],
  { root, folder }: { readonly root: string; readonly folder: string },
): Promise<Pick<Journal, 'entries' | 'obstacles'>> {
  const obstacles = new Set<string>()
  const entries: Entry[] = []
  await inSlices(changes, ({ path }) => {
    const blocked = blockedAncestor(root, path)
    if (blocked?.kind === 'obstacle') obstacles.add(blocked.path)
    entries.push({
      path,
      base: fingerprint(indexVersion(folder, path)),
      present: blocked === undefined && exists(at(root, path)),
      ...(blocked && { made: blocked.path }),
    })
  })
  return { entries, obstacles: [...obstacles] }
}

type Blocked = { readonly kind: 'missing' | 'obstacle'; readonly path: string }

/** The topmost parent of a path that is no folder. git follows no links below the top. */
export function blockedAncestor(root: string, path: string): Blocked | undefined {
  for (const folder of ancestors(path)) {
    const stats = statOf(at(root, folder))
    if (!stats) return { kind: 'missing', path: folder }
    if (!stats.isDirectory()) return { kind: 'obstacle', path: folder }
  }
  return undefined
}

function ancestors(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.unshift(folder)
  return folders
}
