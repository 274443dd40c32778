import { basename, dirname, join } from 'node:path'
import type { Issue } from '../core/issue.ts'
import { identify } from './identity.ts'
import { endRun, hold, isHeld, letGo, numberRun, type HeldRun } from './held-runs.ts'
import { discardRecord, isRenamed, takeMark } from './mark-records.ts'
import { recordFolders, takePlaceWarning } from './own-place.ts'
import { parseRunName, runName, uptimeIn, type RunName } from './run-folder.ts'
import { MARK, markOf } from './run-mark.ts'
import { findStaleRuns } from './stale-runs.ts'

/** One hook that runs, written down. All of it is harmless after its end. */
export type RunRecord = {
  /** The hook has so many milliseconds from now. */
  move(ms: number): void
  /** Another process supervises the hook from now on. Returns the path of the record; undefined when there is none. */
  give(owner: number, ms: number): string | undefined
  remove(): void
}

/** A hook that is written down and has not started. */
export type BegunRun = {
  /** What `start` returns, which gets the variables with the mark by which the hook is found without its process id. */
  marked<T>(env: Record<string, string>, start: () => T): T
  /** It runs: its first process. */
  started(pid: number): RunRecord
  /** It could not be started. */
  cancel(): void
}

/** What is written down about running hooks, so that they can be ended when this process is killed. */
export type RunRecords = {
  /** Before the start of a hook that has so many milliseconds. */
  begin(ms: number): BegunRun | undefined
  /** What processes that were killed had left running. Looked for with the first hook, and returned once. */
  takeWarnings(): readonly Issue[]
}

/** `tag`: eight hex digits that name the state folder; only calls with the same one look after each other. */
export function openRunRecords(tag: string): RunRecords {
  let isSwept = false
  let found: readonly Issue[] = []
  const sweep = (): void => {
    if (!isSwept) found = recordFolders().flatMap((folder) => findStaleRuns(folder, tag))
    isSwept = true
  }
  return {
    begin(ms) {
      const mark = takeMark(tag)
      if (mark === undefined) return undefined
      return {
        marked: (env, start) => withMark(env, markOf(mark.name, ms), start),
        started(pid) {
          sweep()
          return recordOf({ path: mark.path, since: performance.now(), unnumbered: { pid, ms } })
        },
        cancel: () => discardRecord(mark.path),
      }
    },
    takeWarnings() {
      const unusable = takePlaceWarning()
      const taken = unusable === undefined ? found : [unusable, ...found]
      if (taken.length > 0) found = []
      return taken
    },
  }
}

/** In place, since a copy of all variables takes as long as the look-up of a program on PATH. */
function withMark<T>(env: Record<string, string>, mark: string, start: () => T): T {
  env[MARK] = mark
  try {
    return start()
  } finally {
    delete env[MARK]
  }
}

/** For a process that another one gave us, with its record. */
export function keepRecord(path: string): RunRecord {
  return recordOf({ path, since: performance.now() })
}

function recordOf(run: HeldRun): RunRecord {
  hold(run)
  const rename = (change: Partial<RunName>): boolean => {
    const name = isHeld(run) && numberRun(run) ? parseRunName(basename(run.path)) : undefined
    const next = name && join(dirname(run.path), runName({ ...name, ...change }))
    if (next === undefined || !isRenamed(run.path, next)) return false
    run.path = next
    return true
  }
  return {
    move: (ms) => void rename({ deadline: uptimeIn(ms) }),
    give(owner, ms) {
      const heir = identify(owner)
      if (!heir || !rename({ owner, ownerStart: heir.start, deadline: uptimeIn(ms) })) return undefined
      letGo(run)
      return run.path
    },
    remove: () => endRun(run),
  }
}
