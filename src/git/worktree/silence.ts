import { mkdirSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { createScratchFolder } from '../../ports/scratch.ts'
import { diskPath } from '../contracts/paths.ts'

/** Hears when something happens in some folders, without looking at their files. */
export type Silence = {
  /** Whether nothing has happened in them so far. */
  holds(): Promise<boolean>
  close(): void
}

/** The system allows some ten thousand in all, and each takes a little while. */
const MOST_FOLDERS = 2_000
/** A system that does not tell in this time does not tell at all. */
const PATIENCE_MS = 1_000

/** The folders of these files, and those above them: that one of them is moved is told by the one above. */
export function foldersOf(names: readonly string[]): readonly string[] {
  const folders = new Set([''])
  for (const name of names) {
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      const folder = name.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return [...folders]
}

/**
 * Linux puts what happens into one queue for all folders, in order. So once a file of our own is heard of, everything
 * that happened before it was heard of too. Undefined: this system cannot, or not so many.
 */
export function listen(folders: readonly string[], scratchDir: string): Silence | undefined {
  if (process.platform !== 'linux' || folders.length > MOST_FOLDERS) return undefined
  let isBroken = false
  const breaks = (): void => {
    isBroken = true
  }
  const watchers: FSWatcher[] = []
  const mark = createMark(scratchDir)
  const close = (): void => {
    for (const each of watchers) each.close()
    mark?.close()
  }
  try {
    if (mark === undefined) return undefined
    for (const folder of folders)
      watchers.push(watch(diskPath(folder), { persistent: false }, breaks).on('error', breaks))
  } catch {
    // Out of watches, or a folder is gone.
    close()
    return undefined
  }
  return { holds: async () => !isBroken && (await mark.heard()) && !isBroken, close }
}

type Mark = { heard(): Promise<boolean>; close(): void }

/** A folder of our own, in which something happens when we say so. */
function createMark(scratchDir: string): Mark | undefined {
  try {
    mkdirSync(scratchDir, { recursive: true, mode: 0o700 })
    const folder = createScratchFolder(scratchDir, 'heard')
    let count = 0
    let onEvent: (isHeard: boolean) => void = () => {}
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === String(count)) onEvent(true)
    })
    watcher.on('error', () => onEvent(false))
    return {
      heard: () =>
        new Promise((resolve) => {
          const timer = setTimeout(() => resolve(false), PATIENCE_MS)
          onEvent = (isHeard) => {
            clearTimeout(timer)
            resolve(isHeard)
          }
          count += 1
          writeFileSync(join(folder, String(count)), '')
        }),
      close() {
        watcher.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch {
    return undefined
  }
}
