import * as fs from 'node:fs'

/** How each watched file was at the last look; undefined where there was none. */
export type Marks = Map<string, string | undefined>

export type ChangeKind = 'add' | 'change' | 'unlink'

/** Looks at a watched file. Returns what became of it since the last look, undefined for nothing. */
export function changeSince(marks: Marks, target: string): ChangeKind | undefined {
  if (!marks.has(target)) return undefined
  const before = marks.get(target)
  const now = markOf(target)
  if (before === now) return undefined
  marks.set(target, now)
  if (before === undefined) return 'add'
  return now === undefined ? 'unlink' : 'change'
}

/** What tells one state of a file from the next; undefined when no file is there. */
export function markOf(target: string): string | undefined {
  const stats = statsOf(target)
  if (stats === undefined) return undefined
  const size = stats.isDirectory() ? '' : stats.size
  return `${stats.dev}:${stats.ino}:${size}:${stats.mtimeNs}`
}

/** A folder that was moved away and made anew has the same path and is another one. */
export function identityOf(folder: string): string {
  const stats = statsOf(folder)
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`
}

function statsOf(target: string): fs.BigIntStats | undefined {
  try {
    return fs.statSync(target, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
