import * as fs from 'node:fs'
import * as path from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { exclusively } from '../../ports/lock-file.ts'
import { openState } from '../../ports/state.ts'
import { chainedLine, FIRST, type Head } from './chain.ts'
import type { AuditPlaces } from './places.ts'

/** What is written, and where. */
export type Entry = {
  readonly places: AuditPlaces
  readonly stateDir: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly rotateBytes: number
}

const FLAGS =
  fs.constants.O_RDWR |
  fs.constants.O_APPEND |
  fs.constants.O_CREAT |
  (fs.constants.O_NOFOLLOW ?? 0) |
  // A pipe is opened without waiting for its other end, and then refused.
  (fs.constants.O_NONBLOCK ?? 0)

/** Other processes hold the lock for a few milliseconds. */
const PATIENCE_MS = 3_000

/** Adds a line behind all that other processes have written. An issue: it is not written. */
export function appendEntry(entry: Entry): Issue | undefined {
  const state = openState(entry.stateDir)
  if (state.problem) return state.problem
  const headFile = path.join(entry.stateDir, entry.places.head)
  try {
    fs.mkdirSync(path.dirname(headFile), { recursive: true, mode: 0o700 })
    fs.mkdirSync(path.dirname(entry.places.file), { recursive: true, mode: 0o700 })
    const done = exclusively(
      `${headFile}.lock`,
      () => {
        const { line, head } = chainedLine(readHead(state.read(entry.places.head)), entry.facts)
        writeLine(entry.places.file, line, entry.rotateBytes)
        return state.write(entry.places.head, JSON.stringify(head))
      },
      PATIENCE_MS,
    )
    return isIssue(done) ? done : undefined
  } catch (error) {
    return unwritable(error)
  }
}

function readHead(text: string | undefined): Head {
  try {
    const { n, hash } = JSON.parse(text ?? '') as Partial<Head>
    if (typeof n === 'number' && typeof hash === 'string') return { n, hash }
  } catch {
    // The first line, or a head that was lost: the chain begins again, which `verify` reports.
  }
  return { n: 0, hash: FIRST }
}

function writeLine(file: string, line: string, rotateBytes: number): void {
  const fd = fs.openSync(file, FLAGS, 0o600)
  try {
    const stats = fs.fstatSync(fd)
    if (!stats.isFile()) throw Object.assign(new Error(file), { code: 'it is not a file' })
    if ((stats.mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
    const last = new Uint8Array(1)
    if (stats.size > 0) fs.readSync(fd, last, 0, 1, stats.size - 1)
    // A tail torn by a crash spoils one line only.
    const text = `${stats.size > 0 && last[0] !== 10 ? '\n' : ''}${line}\n`
    const written = fs.writeSync(fd, text)
    if (stats.size + written > rotateBytes) setAside(file)
  } finally {
    fs.closeSync(fd)
  }
}

/** The next file goes on with the chain. Files that were set aside are never removed. */
function setAside(file: string): void {
  const { dir, name, ext } = path.parse(file)
  fs.renameSync(file, path.join(dir, `${name}-${Date.now()}-${process.pid}${ext}`))
}

function unwritable(error: unknown): Issue {
  const code = (error as NodeJS.ErrnoException).code ?? 'an error'
  const message = `hookwright/audit could not write its file (${code}).`
  return issue(
    'pack.audit-unwritable',
    {},
    message,
    'Check the disk and the permissions of the file and its folder.',
  )
}
