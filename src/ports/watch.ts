import * as fs from 'node:fs'
import * as path from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import { EVERY_NAME, foldersOf, foldName, type WatchedFolders } from './watch-folders.ts'

/** What became of one path. A file that was replaced in one move has changed. */
export type FileChange = { readonly path: string; readonly kind: 'add' | 'change' | 'unlink' }

export type WatchOptions = {
  /** Hears of each path at most once per burst. */
  readonly onChange: (changes: readonly FileChange[]) => void
  readonly onProblem?: (problem: Issue) => void
  /** How the system is asked; it may refuse. */
  readonly watchFolder?: (folder: string) => fs.FSWatcher
}

export type Watcher = {
  /**
   * Watches exactly these files from now on, whether they exist or not. Paths are absolute. A folder changes when
   * something comes or goes in it.
   */
  watch(paths: readonly string[]): void
  /** Afterwards nothing is reported any more. */
  close(): Promise<void>
}

export type OpenWatcher = (options: WatchOptions) => Watcher

/** A burst ends when nothing happened for this long, or after the longest wait. */
const QUIET_MS = 50
const LONGEST_MS = 500
/** Where the system cannot tell us, we look. */
const POLL_MS = 2_000

type Open = { readonly watcher: fs.FSWatcher; readonly identity: string }

/**
 * Folders are watched, and a change is what a look at the file says: event names differ between systems, and a watch
 * on the file itself dies with the first editor that saves by renaming. Nothing here keeps the process alive.
 */
export const openWatcher: OpenWatcher = ({ onChange, onProblem, watchFolder = systemWatch }) => {
  const marks = new Map<string, string | undefined>()
  const open = new Map<string, Open>()
  const touched = new Set<string>()
  const refused = new Set<string>()
  let folders: WatchedFolders = new Map()
  let moved = false
  let burst: { readonly since: number; readonly timer: NodeJS.Timeout } | undefined
  let poll: NodeJS.Timeout | undefined
  let closed = false

  function hear(folder: string, kind: string, name: string | null): void {
    const names = folders.get(folder)
    if (names === undefined) return
    const about = name === null ? undefined : (names.get(foldName(name)) ?? names.get(EVERY_NAME))
    // A folder reports its own end under its own name.
    const isSelf = name === null || name === path.basename(folder)
    if (about === undefined && !isSelf) return
    for (const target of about ?? [...names.values()].flatMap((each) => [...each])) touched.add(target)
    moved ||= kind === 'rename' || isSelf
    // The folder may be gone, and its watch with it, even when another stands in its place by now.
    if (isSelf) forget(folder)
    wait()
  }

  function wait(): void {
    if (closed) return
    const now = performance.now()
    const since = burst?.since ?? now
    if (burst !== undefined) clearTimeout(burst.timer)
    const ms = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now))
    burst = { since, timer: setTimeout(settle, ms).unref() }
  }

  function settle(): void {
    burst = undefined
    if (moved) arm()
    moved = false
    const changes = [...touched].flatMap((target) => look(target) ?? [])
    touched.clear()
    if (changes.length > 0) onChange(changes)
  }

  function look(target: string): FileChange | undefined {
    if (!marks.has(target)) return undefined
    const before = marks.get(target)
    const now = markOf(target)
    if (before === now) return undefined
    marks.set(target, now)
    if (before === undefined) return { path: target, kind: 'add' }
    return { path: target, kind: now === undefined ? 'unlink' : 'change' }
  }

  /** Once more when something was opened: a folder may have come into being meanwhile, and nobody would say so. */
  function arm(): void {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      folders = foldersOf(marks.keys())
      for (const [folder, { identity }] of open)
        if (!folders.has(folder) || identity !== identityOf(folder)) forget(folder)
      const missing = [...folders.keys()].filter((folder) => !open.has(folder) && !refused.has(folder))
      if (missing.length === 0) return
      for (const folder of missing) openFolder(folder)
      // What happened in a folder before it was watched.
      for (const folder of missing) for (const each of folders.get(folder)?.values() ?? []) touchAll(each)
    }
  }

  function touchAll(targets: Iterable<string>): void {
    for (const target of targets) touched.add(target)
    wait()
  }

  function openFolder(folder: string): void {
    try {
      const watcher = watchFolder(folder)
      open.set(folder, { watcher, identity: identityOf(folder) })
      watcher.on('change', (kind, name) => hear(folder, kind, typeof name === 'string' ? name : null))
      watcher.on('error', () => hear(folder, 'rename', null))
    } catch (error) {
      if (!isGone(error)) refuse(folder, error)
    }
  }

  function forget(folder: string): void {
    open.get(folder)?.watcher.close()
    open.delete(folder)
  }

  function refuse(folder: string, error: unknown): void {
    refused.add(folder)
    if (poll !== undefined) return
    poll = setInterval(lookAtAll, POLL_MS).unref()
    onProblem?.(unwatched(folder, error))
  }

  function lookAtAll(): void {
    moved = true
    touchAll(marks.keys())
  }

  return {
    watch(paths) {
      if (closed) return
      const wanted = new Set(paths)
      for (const target of marks.keys()) if (!wanted.has(target)) marks.delete(target)
      const added = [...wanted].filter((target) => !marks.has(target))
      for (const target of added) marks.set(target, undefined)
      arm()
      for (const target of added) marks.set(target, markOf(target))
    },
    close() {
      closed = true
      clearTimeout(burst?.timer)
      clearInterval(poll)
      for (const { watcher } of open.values()) watcher.close()
      open.clear()
      return Promise.resolve()
    },
  }
}

function systemWatch(folder: string): fs.FSWatcher {
  return fs.watch(folder, { persistent: false })
}

/** What tells one state of a file from the next; undefined when no file is there. */
function markOf(target: string): string | undefined {
  const stats = statsOf(target)
  if (stats === undefined) return undefined
  const size = stats.isDirectory() ? '' : stats.size
  return `${stats.dev}:${stats.ino}:${size}:${stats.mtimeNs}`
}

/** A folder that was moved away and made anew has the same path and is another one. */
function identityOf(folder: string): string {
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

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function unwatched(folder: string, error: unknown): Issue {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  return warning(
    'watch.refused',
    { file: folder },
    `"${folder}" cannot be watched (${code}); files are looked at every ${POLL_MS / 1000} s instead.`,
    code === 'ENOSPC' ? 'Raise fs.inotify.max_user_watches.' : undefined,
  )
}
