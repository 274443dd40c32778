import * as fs from 'node:fs'
import * as path from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { exclusively } from '../../ports/lock-file.ts'
import { openState, type State } from '../../ports/state.ts'
import { systemFiles } from '../../ports/files.ts'
import { chainedLine, FIRST, verifyChain, type Broken, type Head } from './chain.ts'
import type { AuditPlaces } from './places.ts'

/** What is written, and where. */
export type Entry = {
  readonly places: AuditPlaces
  readonly stateDir: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly rotateBytes: number
  /** True: what is there is verified first. */
  readonly isVerified: boolean
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

/** Adds a line behind all that other processes have written. Returns what went wrong, or what was found to be wrong. */
export function appendEntry(entry: Entry): Issue | undefined {
  const state = openState(entry.stateDir)
  if (state.problem) return state.problem
  const headFile = path.join(entry.stateDir, entry.places.head)
  try {
    fs.mkdirSync(path.dirname(headFile), { recursive: true, mode: 0o700 })
    fs.mkdirSync(path.dirname(entry.places.file), { recursive: true, mode: 0o700 })
    const done = exclusively(`${headFile}.lock`, () => appendLocked(entry, state), PATIENCE_MS)
    return isIssue(done) ? done : undefined
  } catch (error) {
    return unwritable(error)
  }
}

function appendLocked(entry: Entry, state: Pick<State, 'read' | 'write'>): Issue | undefined {
  const { places, isVerified } = entry
  const end = readHead(state.read(places.head))
  const broken = isVerified ? verifyFile(places.file, end) : undefined
  const { unkept, isCut } = writeEntry(entry, end, state)
  return unkept ?? (broken ? changed(broken) : isCut ? cut(end) : undefined)
}

type End = Head & { readonly isSetAside: boolean }

function readHead(text: string | undefined): End {
  try {
    const { n, hash, isSetAside = false } = JSON.parse(text ?? '') as Partial<End>
    if (typeof n === 'number' && typeof hash === 'string') return { n, hash, isSetAside }
  } catch {
    // The first line, or a head that was lost: the chain begins again, and a check of the file shows it.
  }
  return { n: 0, hash: FIRST, isSetAside: false }
}

/** A larger file would hold up the start of a session. */
const MOST_VERIFIED = 64 * 1_048_576

/** Undefined: the file is as it was left. One that was set aside is no longer there. */
function verifyFile(file: string, end: End): Broken | undefined {
  const bytes = systemFiles.readBytes(file, MOST_VERIFIED)
  if (bytes !== undefined && !(bytes instanceof Uint8Array)) return undefined
  if (bytes === undefined && end.isSetAside) return undefined
  const found = verifyChain(new TextDecoder().decode(bytes), end)
  return 'why' in found ? found : undefined
}

type Written = {
  /** Why the end could not be kept; the line was taken back then. */
  readonly unkept: Issue | undefined
  /** True: the file did not end as it was left. */
  readonly isCut: boolean
}

/** Line and head are written both or not at all: one without the other would look like a change. */
function writeEntry(
  { places: { file, head: headFile }, facts, rotateBytes }: Entry,
  end: End,
  state: Pick<State, 'write'>,
): Written {
  const fd = fs.openSync(file, FLAGS, 0o600)
  try {
    const { size } = checkedStats(fd, file)
    const tail = readTail(fd, size)
    const { line, head } = chainedLine(end, facts)
    // A tail torn by a crash spoils one line only.
    const bytes = new TextEncoder().encode(`${size > 0 && !tail.endsWith('\n') ? '\n' : ''}${line}\n`)
    writeWhole(fd, bytes, size)
    const isSetAside = size + bytes.length > rotateBytes
    const unkept = state.write(headFile, JSON.stringify({ ...head, isSetAside }))
    if (unkept !== undefined) fs.ftruncateSync(fd, size)
    else if (isSetAside) setAside(file)
    return { unkept, isCut: !isEnd(tail, end) }
  } finally {
    fs.closeSync(fd)
  }
}

function checkedStats(fd: number, file: string): fs.Stats {
  const stats = fs.fstatSync(fd)
  if (!stats.isFile()) throw Object.assign(new Error(file), { code: 'it is not a file' })
  if ((stats.mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
  return stats
}

/** On a full disk a part of a line may be written without an error. */
function writeWhole(fd: number, bytes: Uint8Array, size: number): void {
  try {
    if (fs.writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error('cut'), { code: 'ENOSPC' })
  } catch (error) {
    fs.ftruncateSync(fd, size)
    throw error
  }
}

const endOf = (hash: string): string => `"hash":"${hash}"}\n`
const TAIL = endOf(FIRST).length

function readTail(fd: number, size: number): string {
  const bytes = new Uint8Array(Math.min(TAIL, size))
  fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length)
  return new TextDecoder().decode(bytes)
}

/** Seen at once, because the lines that follow would hide that others are gone. */
function isEnd(tail: string, { n, hash, isSetAside }: End): boolean {
  return tail === '' ? n === 0 || isSetAside : tail === endOf(hash)
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

function changed({ line, why }: Broken): Issue {
  const message = `The file of hookwright/audit was changed by somebody else: line ${line}, ${why}.`
  return issue(
    'pack.audit-changed',
    {},
    message,
    'Compare it with a copy. What is written from now on is whole again.',
  )
}

function cut({ n }: End): Issue {
  const lost = n === 0 ? 'was not begun here' : `did not end with line ${n} as it was written`
  return issue(
    'pack.audit-changed',
    {},
    `The file of hookwright/audit was changed by somebody else: it ${lost}.`,
    'Compare it with a copy. What is written from now on is whole again.',
  )
}
