import { closeSync, openSync, rmSync, unlinkSync } from 'node:fs'
import { issue, type Issue } from '../core/issue.ts'
import { CHOOSING, contenders, isWaitedFor, ownStem, type Contender } from './contender.ts'

/*
 * Lamport's bakery with files. Every contender makes a file that says "choosing", makes another one whose name has a
 * higher number than all that are there, and removes the first. It holds the lock when those that were choosing then
 * have chosen, and nobody has a lower number. Files of contenders that have died are removed by whoever waits for them.
 *
 * The file with the number is also the draft of what the holder writes, so that one rename ends the change and the lock
 * together. A holder that was taken for dead finds its file gone: its rename fails, and what others wrote since stays.
 * docs/decisions/0031-locks-and-switches.md has the reasons.
 */

/** By the age of its file. The work under a lock takes a few milliseconds. */
const PATIENCE = { present: 60_000, elsewhere: 10_000 }
/** For one that does not get on, and for a queue that does. */
const LONGEST_HOLD_MS = 10_000
const LONGEST_WAIT_MS = 60_000
const PAUSE_MS = { least: 1, each: 2, most: 25 }

/**
 * Runs `work` while no other process or thread runs its own under the same stem, in the order in which they came. Waits
 * at most `holdMs` (ten seconds) for one that does not get on, and a minute for all of them. `own` is an empty file for
 * the work to fill and to rename, for this user alone.
 */
export function exclusively<T>(stem: string, work: (own: string) => T, holdMs = LONGEST_HOLD_MS): T | Issue {
  const time = { holdMs, end: performance.now() + LONGEST_WAIT_MS }
  const own = queueUp(stem)
  try {
    // Who begins to choose from now on sees our number and takes a higher one.
    const choosing = contenders(stem).filter(({ ticket }) => ticket === undefined)
    const first = waitFor(() => choosing, time) ?? waitFor(() => contendersBefore(stem, own), time)
    return first === undefined ? work(own) : busy(stem, first)
  } finally {
    rmSync(own, { force: true })
  }
}

/** The file with our number. */
function queueUp(stem: string): string {
  for (;;) {
    const mine = ownStem(stem)
    const choosing = `${mine}.${CHOOSING}`
    make(choosing)
    const last = Math.max(0, ...contenders(stem).map(({ ticket = 0 }) => ticket))
    const own = `${mine}.${last + 1}`
    make(own)
    // Others who took us for dead did not wait for our number, so that it may be too low by now.
    if (isStillThere(choosing)) return own
    rmSync(own, { force: true })
  }
}

/** Returns the one that did not get on, or was still in front when the time was over. */
function waitFor(
  look: () => readonly Contender[],
  { holdMs, end }: { readonly holdMs: number; readonly end: number },
): Contender | undefined {
  let stuck: { readonly path: string; readonly until: number } | undefined
  for (;;) {
    const all = look()
    const at = all.findIndex((each) => isWaitedFor(each, PATIENCE))
    const first = all[at]
    if (first === undefined) return undefined
    const now = performance.now()
    if (stuck?.path !== first.path) stuck = { path: first.path, until: Math.min(now + holdMs, end) }
    if (now >= stuck.until) return first
    pause(all.length - at)
  }
}

function contendersBefore(stem: string, own: string): readonly Contender[] {
  const me = { path: own, ticket: Number(own.slice(own.lastIndexOf('.') + 1)) }
  return contenders(stem)
    .filter((each) => isBefore(each, me))
    .toSorted(byPlace)
}

type Place = Pick<Contender, 'path' | 'ticket'>

function isBefore(one: Place, other: Place): boolean {
  return one.ticket !== undefined && one.path !== other.path && byPlace(one, other) < 0
}

function byPlace(one: Place, other: Place): number {
  return (one.ticket ?? 0) - (other.ticket ?? 0) || (one.path < other.path ? -1 : 1)
}

function make(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

function isStillThere(choosing: string): boolean {
  try {
    unlinkSync(choosing)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function pause(ahead: number): void {
  const ms = Math.min(PAUSE_MS.least + PAUSE_MS.each * ahead, PAUSE_MS.most)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function busy(stem: string, { pid, path }: Contender): Issue {
  return issue(
    'state.busy',
    { file: path },
    `Process ${pid} holds "${stem}" and does not get on, so nothing was written.`,
    'Try again when it has ended or goes on; one that was stopped is passed over a minute after it began.',
  )
}
