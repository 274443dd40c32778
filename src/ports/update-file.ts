import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import { exclusively } from './lock-file.ts'

/** By what the file holds now. An issue leaves it as it is. */
export type Change = (text: string | undefined) => string | Issue

/** A lock is lost only by a process that stood still for a minute, so losing it again and again means something else. */
const TRIES = 5

/** Changes a file while nobody else can, and makes sure that it is on the disk. Throws what the system throws. */
export function updateFile(file: string, change: Change, waitMs?: number): Issue | undefined {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const done = exclusively(`${file}.lock`, (own) => changeFile(file, change, own), waitMs)
    if (done !== 'lost') return done === 'done' ? undefined : done
  }
  return lost(file)
}

/** Windows replaces no file that is open, and a reader or a virus scanner has it open for a moment. Others never wait. */
export function renameOver(from: string, to: string, patienceMs: number): void {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return fs.renameSync(from, to)
    } catch (error) {
      const isHeld = /^(?:EPERM|EACCES|EBUSY)$/.test((error as NodeJS.ErrnoException).code ?? '')
      if (process.platform !== 'win32' || !isHeld || performance.now() >= end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_PAUSE_MS)
    }
  }
}

const HELD_PAUSE_MS = 10
/** Somebody waits for the change: an approval that is not written is lost. */
const HELD_MS = 5_000

function changeFile(file: string, change: Change, own: string): 'done' | 'lost' | Issue {
  const next = change(textOf(file))
  if (isIssue(next)) return next
  if (!fill(own, next) || !rename(own, file)) return 'lost'
  flushFolder(dirname(file))
  return 'done'
}

const LOOK = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/**
 * A file that is there and cannot be read must not be taken for one that is not there, and be replaced. A pipe would
 * be waited for without end.
 */
function textOf(file: string): string | undefined {
  const fd = unlessGone(() => fs.openSync(file, LOOK))
  if (fd === undefined) return undefined
  try {
    if (!fs.fstatSync(fd).isFile()) throw Object.assign(new Error(file), { code: 'it is not a file' })
    return fs.readFileSync(fd, 'utf8')
  } finally {
    fs.closeSync(fd)
  }
}

function fill(own: string, text: string): boolean {
  const fd = unlessGone(() => fs.openSync(own, 'r+'))
  if (fd === undefined) return false
  try {
    fs.writeFileSync(fd, text)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  return true
}

function rename(own: string, file: string): boolean {
  return unlessGone(() => (renameOver(own, file, HELD_MS), true)) ?? false
}

/** Without it a rename may be undone by a power cut. Not every system can do it. */
export function flushFolder(folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r')
    try {
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    // The change itself is done.
  }
}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function lost(file: string): Issue {
  return issue(
    'state.busy',
    { file },
    `The lock of "${file}" was taken away ${TRIES} times, so nothing was written.`,
    'Try again; if it stays so, look for a program that deletes files of the state folder.',
  )
}
