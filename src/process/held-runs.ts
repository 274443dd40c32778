import { basename, dirname, join } from 'node:path'
import { identify } from './identity.ts'
import { discardRecord, isRenamed, removeQuietly, removeSpare } from './mark-records.ts'
import { ownPlace } from './own-place.ts'
import { parseMarkedName, runName, uptimeIn } from './run-folder.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

/** A hook of this process, and its record. */
export type HeldRun = {
  path: string
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** Its first process and its time, while its record does not say them. */
  unnumbered?: { readonly pid: number; readonly ms: number } | undefined
}

/** Most hooks end sooner. The mark of one that does not is replaced: a process can hide its variables. */
const NUMBERED_AFTER_MS = 20
/** Most hooks end sooner. One that does not, and whose owner is killed before that, is found by the next call. */
const WATCHED_AFTER_MS = 250
/** Timers may come a little early. */
const EARLY_MS = 1

/** Of this process, whichever engine started them. */
const held = new Set<HeldRun>()
let timer: NodeJS.Timeout | undefined
let watchdog: Watchdog | undefined
let isExitWatched = false

export function hold(run: HeldRun): void {
  held.add(run)
  if (watchdog) numberRun(run)
  else timer ??= setTimeout(look, NUMBERED_AFTER_MS).unref()
  if (isExitWatched) return
  isExitWatched = true
  process.once('exit', removeAll)
}

/** At the end of a call, when its hooks have been ended. */
export function endHeldRuns(): void {
  removeAll()
  held.clear()
  clearTimeout(timer)
  timer = undefined
  watchdog?.release()
  watchdog = undefined
}

function removeAll(): void {
  for (const path of [...doomed.splice(0), ...[...held].map((each) => each.path)]) removeQuietly(path)
  removeSpare()
}

export function isHeld(run: HeldRun): boolean {
  return held.has(run)
}

/** The record stays: it is somebody else's now. */
export function letGo(run: HeldRun): void {
  held.delete(run)
  if (held.size > 0) return
  watchdog?.release()
  watchdog = undefined
}

/** The hook has ended, and the record goes. */
export function endRun(run: HeldRun): void {
  if (!held.has(run)) return
  doomed.push(run.path)
  // A watchdog that is released looks for records at once.
  if (watchdog) removeDoomed()
  else setImmediate(removeDoomed)
  letGo(run)
}

/** Writes the process into the record. False when it has none, or when the process has ended. */
export function numberRun(run: HeldRun): boolean {
  if (run.unnumbered === undefined) return true
  const { pid, ms } = run.unnumbered
  const mark = parseMarkedName(basename(run.path))
  const hook = identify(pid)
  if (mark === undefined || hook === undefined || hook.isZombie) return false
  const deadline = uptimeIn(Math.max(0, ms - (performance.now() - run.since)))
  const path = join(dirname(run.path), runName({ ...mark, pid, start: hook.start, deadline }))
  if (!isRenamed(run.path, path)) return false
  run.path = path
  run.unnumbered = undefined
  return true
}

/** Not called off when a hook ends: the next one needs the timer again. */
function look(): void {
  timer = undefined
  if (held.size === 0 || watchdog) return
  const now = performance.now() + EARLY_MS
  const oldest = now - Math.min(...[...held].map(({ since }) => since))
  for (const run of held)
    if (oldest >= WATCHED_AFTER_MS || now - run.since >= NUMBERED_AFTER_MS) numberRun(run)
  const place = oldest >= WATCHED_AFTER_MS ? ownPlace() : undefined
  if (place) watchdog = startWatchdog(place.folder, `${process.pid}.${place.start}-`, 'watch')
  else timer = setTimeout(look, NUMBERED_AFTER_MS).unref()
}

const doomed: string[] = []

/** The host waits for an answer, and nobody for this. */
function removeDoomed(): void {
  for (const path of doomed.splice(0)) discardRecord(path)
}
