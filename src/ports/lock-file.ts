import * as fs from 'node:fs'
import { issue, type Issue } from '../core/issue.ts'

/** The work under a lock takes a few milliseconds, so an older file was left by a process that was killed. */
const STALE_MS = 10_000
const PATIENCE_MS = 2_000
const PAUSE_MS = 5

/** Runs `work` while no other process runs its own under the same file. Waits at most two seconds for that. */
export function exclusively<T>(file: string, work: () => T): T | Issue {
  const until = performance.now() + PATIENCE_MS
  while (!claim(file)) {
    if (isStale(file)) fs.rmSync(file, { force: true })
    else if (performance.now() < until) pause()
    else return busy(file)
  }
  try {
    return work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function claim(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isStale(file: string): boolean {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

function busy(file: string): Issue {
  return issue(
    'state.busy',
    { file },
    `Another process holds "${file}", so nothing was written.`,
    'Try again; delete the file if no hookwright is running.',
  )
}
