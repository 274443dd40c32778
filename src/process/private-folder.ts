import { lstatSync, mkdirSync, type Stats } from 'node:fs'

/** The folder, made if need be. Undefined when others could write to it, when it is a link, or when it cannot be made. */
export function privateFolder(folder: string): string | undefined {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false }) ?? makeFolder(folder)
    const isPrivate = stats.uid === process.geteuid?.() && (stats.mode & 0o077) === 0
    return stats.isDirectory() && isPrivate ? folder : undefined
  } catch {
    return undefined
  }
}

function makeFolder(folder: string): Stats {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return lstatSync(folder)
}
