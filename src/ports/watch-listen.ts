import * as path from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import { EVERY_NAME, foldersOf, foldName } from './watch-folders.ts'
import { identityOf } from './watch-marks.ts'
import { touch, type WatchState } from './watch-state.ts'

/** Where the system cannot tell us, we look. */
const POLL_MS = 2_000

/** Enough for folders that come into being one in the other while they are opened. */
const MOST_ATTEMPTS = 5

/**
 * Listens to exactly the folders that tell about the watched files now. Once more when something was opened: a folder
 * may have come into being meanwhile, and nobody would say so.
 */
export function listen(state: WatchState): void {
  const { open, refused } = state
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const folders = foldersOf(state.marks.keys())
    state.folders = folders
    for (const [folder, { identity }] of open)
      if (!folders.has(folder) || identity !== identityOf(folder)) forget(state, folder)
    const missing = [...folders.keys()].filter((folder) => !open.has(folder) && !refused.has(folder))
    if (missing.length === 0) return
    for (const folder of missing) openFolder(state, folder)
    // What happened in a folder before it was watched.
    for (const folder of missing) for (const each of folders.get(folder)?.values() ?? []) touch(state, each)
  }
}

function openFolder(state: WatchState, folder: string): void {
  try {
    const watcher = state.watchFolder(folder)
    state.open.set(folder, { watcher, identity: identityOf(folder) })
    watcher.on('change', (kind, name) =>
      hear(state, folder, { kind, name: typeof name === 'string' ? name : null }),
    )
    watcher.on('error', () => hear(state, folder, { kind: 'rename', name: null }))
  } catch (error) {
    if (!isGone(error)) refuse(state, folder, error)
  }
}

function forget({ open }: WatchState, folder: string): void {
  open.get(folder)?.watcher.close()
  open.delete(folder)
}

type Heard = { readonly kind: string; readonly name: string | null }

function hear(state: WatchState, folder: string, { kind, name }: Heard): void {
  const names = state.folders.get(folder)
  if (names === undefined) return
  const about = name === null ? undefined : (names.get(foldName(name)) ?? names.get(EVERY_NAME))
  // A folder reports its own end under its own name.
  const isSelf = name === null || name === path.basename(folder)
  if (about === undefined && !isSelf) return
  state.hasMoved ||= kind === 'rename' || isSelf
  // The folder may be gone, and its watch with it, even when another stands in its place by now.
  if (isSelf) forget(state, folder)
  touch(state, about ?? [...names.values()].flatMap((each) => [...each]))
}

function refuse(state: WatchState, folder: string, error: unknown): void {
  state.refused.add(folder)
  if (state.poll !== undefined) return
  state.poll = setInterval(() => lookAtAll(state), POLL_MS).unref()
  state.onProblem?.(unwatched(folder, error))
}

function lookAtAll(state: WatchState): void {
  state.hasMoved = true
  touch(state, state.marks.keys())
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
