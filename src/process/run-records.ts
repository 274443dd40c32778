import { closeSync, openSync, renameSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Issue } from '../core/issue.ts'
import { identify } from './identity.ts'
import { privateFolder } from './private-folder.ts'
import { parseRunName, runName, RUNS_FOLDER, uptimeIn, type RunName } from './run-folder.ts'
import { findStaleRuns } from './stale-runs.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

/** One hook that runs, written down. All of it is harmless after its end. */
export type RunRecord = {
  /** The hook has so many milliseconds from now. */
  move(ms: number): void
  /** Another process supervises the hook from now on. Returns the path of the record; undefined when there is none. */
  give(owner: number, ms: number): string | undefined
  remove(): void
}

/** What is written down about running hooks, so that they can be ended when this process is killed. */
export type RunRecords = {
  /** For a group that has just started: its first process and the milliseconds it has. */
  add(pid: number, ms: number): RunRecord
  /** What processes that were killed had left running. Looked for with the first record, and returned once. */
  takeWarnings(): readonly Issue[]
}

/** Most hooks end sooner. One that does not, and whose owner is killed before that, is found by the next call. */
const WATCHED_AFTER_MS = 250

/** `tag`: eight hex digits that name the state folder; only calls with the same one look after each other. */
export function openRunRecords(tag: string): RunRecords {
  let isSwept = false
  let found: readonly Issue[] = []
  return {
    add(pid, ms) {
      const owner = ownPlace()
      if (owner === undefined) return NO_RECORD
      if (!isSwept) found = findStaleRuns(owner.folder, tag)
      isSwept = true
      const hook = identify(pid)
      if (hook === undefined || hook.isZombie) return NO_RECORD
      const name = { owner: process.pid, ownerStart: owner.start, tag, pid, start: hook.start }
      const path = join(owner.folder, runName({ ...name, deadline: uptimeIn(ms) }))
      return isMade(path) ? keepRecord(path) : NO_RECORD
    },
    takeWarnings() {
      const taken = found
      found = []
      return taken
    },
  }
}

/** For a process that another one gave us, with its record. */
export function keepRecord(first: string): RunRecord {
  let path = first
  hold(path)
  const current = (): RunName | undefined => (live.has(path) ? parseRunName(basename(path)) : undefined)
  return {
    move(ms) {
      const run = current()
      const next = run && join(RUNS_FOLDER, runName({ ...run, deadline: uptimeIn(ms) }))
      if (next === undefined || !isRenamed(path, next)) return
      hold(next)
      drop(path)
      path = next
    },
    give(owner, ms) {
      const [run, heir] = [current(), identify(owner)]
      if (run === undefined || heir === undefined) return undefined
      const next = { ...run, owner, ownerStart: heir.start, deadline: uptimeIn(ms) }
      const given = join(RUNS_FOLDER, runName(next))
      if (!isRenamed(path, given)) return undefined
      drop(path)
      return given
    },
    remove() {
      if (!live.has(path)) return
      doomed.push(path)
      // A watchdog that is released looks for records at once.
      if (watchdog) removeNow()
      else setImmediate(removeNow)
      drop(path)
    },
  }
}

const NO_RECORD: RunRecord = { move: () => {}, give: () => undefined, remove: () => {} }

/** Paths of the records of this process, whichever engine made them. */
const live = new Set<string>()
let timer: NodeJS.Timeout | undefined
let watchdog: Watchdog | undefined
let isExitWatched = false

function hold(path: string): void {
  live.add(path)
  timer ??= setTimeout(watch, WATCHED_AFTER_MS).unref()
  if (isExitWatched) return
  isExitWatched = true
  process.once('exit', () => {
    doomed.push(...live)
    removeNow()
  })
}

function drop(path: string): void {
  live.delete(path)
  if (live.size > 0) return
  clearTimeout(timer)
  timer = undefined
  watchdog?.release()
  watchdog = undefined
}

function watch(): void {
  const owner = ownPlace()
  if (owner) watchdog = startWatchdog(owner.folder, `${process.pid}.${owner.start}-`, 'watch')
}

const doomed: string[] = []

/** The host waits for an answer, and nobody for this. */
function removeNow(): void {
  for (const path of doomed.splice(0)) {
    try {
      unlinkSync(path)
    } catch {
      // Then it is gone, or the next call finds it.
    }
  }
}

let place: { readonly start: string; readonly folder: string } | 'none' | undefined

/** When this process began, and the folder of records. Undefined on systems without `/proc`. */
function ownPlace(): { readonly start: string; readonly folder: string } | undefined {
  place ??= findPlace()
  return place === 'none' ? undefined : place
}

function findPlace(): Exclude<typeof place, undefined> {
  const start = process.platform === 'linux' ? identify(process.pid)?.start : undefined
  const folder = start === undefined ? undefined : privateFolder(RUNS_FOLDER)
  return start === undefined || folder === undefined ? 'none' : { start, folder }
}

function isMade(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch {
    return false
  }
}

function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}
