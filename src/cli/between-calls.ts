import { endScratch } from '../ports/scratch.ts'
import { fifoStock } from '../process/fifo-stock.ts'
import { endHeldRuns } from '../process/held-runs.ts'
import { forgetPlace } from '../process/own-place.ts'
import { endRunning } from '../process/start.ts'
import { endThreads, type Thread } from '../process/thread.ts'

/** What keeps this process alive, as `process.getActiveResourcesInfo` names it. */
export type Resources = readonly string[]

/** What this process has before a call. */
export function resourcesBefore(): Resources {
  // Node makes these when the first socket of the process is closed, which would look like something left behind.
  Reflect.get(process, 'stdout')
  Reflect.get(process, 'stderr')
  return process.getActiveResourcesInfo()
}

/** Pipes and processes need a few turns of the event loop to close. */
const PATIENCE_MS = 1_000
const PAUSE_MS = 5

/**
 * Does for one call what the exit of its process would have done: its hooks are ended, and its temporary files and
 * records are gone; what it found out is forgotten. `baseline`: from `resourcesBefore`. `unclean`: more of them
 * are left, and the next call needs another process. `kept`: threads that the next call may use.
 */
export async function endCall(
  baseline: Resources,
  kept: () => ReadonlySet<Thread> = () => new Set(),
): Promise<'clean' | 'unclean'> {
  endRunning()
  endHeldRuns()
  const isThreadless = await endThreads(kept())
  endScratch()
  forgetPlace()
  fifoStock.forget()
  const end = performance.now() + PATIENCE_MS
  await nextTurn()
  while (hasMore(process.getActiveResourcesInfo(), baseline)) {
    if (performance.now() > end) return 'unclean'
    await pause()
  }
  return isThreadless ? 'clean' : 'unclean'
}

function hasMore(resources: Resources, baseline: Resources): boolean {
  const left = [...resources]
  for (const each of baseline) {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
  }
  return left.length > 0
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
