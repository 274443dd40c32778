import * as fs from 'node:fs'
import type { Issue } from '../core/issue.ts'
import { createBurst } from './watch-burst.ts'
import { listen } from './watch-listen.ts'
import { changeSince, markOf, type ChangeKind } from './watch-marks.ts'
import type { WatchState } from './watch-state.ts'

/** What became of one path. A file that was replaced in one move has changed. */
export type FileChange = { readonly path: string; readonly kind: ChangeKind }

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

/**
 * Folders are watched, and a change is what a look at the file says: event names differ between systems, and a watch
 * on the file itself dies with the first editor that saves by renaming. Nothing here keeps the process alive.
 */
export const openWatcher: OpenWatcher = ({ onChange, onProblem, watchFolder = systemWatch }) => {
  const state: WatchState = {
    marks: new Map(),
    folders: new Map(),
    open: new Map(),
    refused: new Set(),
    touched: new Set(),
    hasMoved: false,
    burst: createBurst(() => settle(state, onChange)),
    poll: undefined,
    isClosed: false,
    watchFolder,
    onProblem,
  }
  return {
    watch: (paths) => watchExactly(state, paths),
    close() {
      close(state)
      return Promise.resolve()
    },
  }
}

/** The burst is over: tells what it has changed. */
function settle(state: WatchState, onChange: WatchOptions['onChange']): void {
  if (state.hasMoved) listen(state)
  state.hasMoved = false
  const changes = [...state.touched].flatMap((path): FileChange | readonly never[] => {
    const kind = changeSince(state.marks, path)
    return kind === undefined ? [] : { path, kind }
  })
  state.touched.clear()
  if (changes.length > 0) onChange(changes)
}

function watchExactly(state: WatchState, paths: readonly string[]): void {
  if (state.isClosed) return
  const { marks } = state
  const wanted = new Set(paths)
  for (const target of marks.keys()) if (!wanted.has(target)) marks.delete(target)
  const added = [...wanted].filter((target) => !marks.has(target))
  for (const target of added) marks.set(target, undefined)
  listen(state)
  for (const target of added) marks.set(target, markOf(target))
}

function close(state: WatchState): void {
  state.isClosed = true
  state.burst.drop()
  clearInterval(state.poll)
  for (const { watcher } of state.open.values()) watcher.close()
  state.open.clear()
}

function systemWatch(folder: string): fs.FSWatcher {
  return fs.watch(folder, { persistent: false })
}
