import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { diskPath } from '../contracts/paths.ts'
import { bounded } from '../patterns/bounded.ts'
import type { CallContext, CallResult } from '../contracts/runnable.ts'
import { bigFile, readRest, type BigFile } from './big-file.ts'
import { REUSED_BYTES, SLICE_MS, WHOLE_BYTES } from './limits.ts'
import { shownName } from './shown-name.ts'
import { writeInPlace } from './write-in-place.ts'

/** What a hook has against one file; a hook with any report fails. */
export type Report = {
  /** Whole lines for the output. */
  readonly output: string | Buffer
  /** What the file shall contain from now on. */
  readonly content?: Uint8Array
}

export type Visit = {
  /** `bytes` are the whole file, and are overwritten once this returns. */
  file(bytes: Buffer, name: string): Report | Issue | undefined
  /** Somebody else's regex is tried on the content, and may take for ever. */
  readonly mayHang?: true
  /** How a file past `WHOLE_BYTES` is looked at; absent: it is read whole all the same. */
  big?(file: BigFile, name: string): Promise<Report | Issue | undefined>
}

type Read =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'big'; readonly file: BigFile }

/** Where a hook stands among its files. */
type Progress = {
  readonly names: readonly string[]
  readonly pieces: Buffer[]
  next: number
  hasWritten: boolean
}

type Walk = Pick<CallContext, 'cwd' | 'signal'> & ReadOptions & { readonly visit: Visit }

/** Looks at one file after another, in order, without a promise per file. */
export async function eachFile(
  names: readonly string[],
  context: Pick<CallContext, 'cwd' | 'signal'>,
  visit: Visit,
): Promise<CallResult | Issue> {
  const progress: Progress = { names, pieces: [], next: 0, hasWritten: false }
  const reused = Buffer.allocUnsafeSlow(REUSED_BYTES)
  const walk = { ...context, visit, reused, mayBeBig: visit.big !== undefined }
  while (progress.next < names.length) {
    if (context.signal.aborted) return cancelled()
    const stop = visit.mayHang ? slowSlice(progress, walk) : slice(progress, walk)
    const problem = stop !== undefined && !isIssue(stop) ? await bigSlice(stop, progress, walk) : stop
    if (problem) return problem
    await breathe()
    if (context.signal.aborted) return cancelled()
  }
  const { pieces, hasWritten } = progress
  return {
    code: pieces.length === 0 ? 0 : 1,
    output: Buffer.concat(pieces),
    ...(hasWritten && { hasWritten }),
  }
}

type Big = { readonly file: BigFile; readonly name: string }

/** As many files as fit into a slice of time, up to one that is too big for it. */
function slice(progress: Progress, walk: Walk): Big | Issue | undefined {
  const until = performance.now() + SLICE_MS
  do {
    const name = progress.names[progress.next] as string
    const path = diskPath(`${walk.cwd}/${name}`)
    const read = readFile(path, name, walk)
    if (isIssue(read)) return read
    if (read.kind === 'big') return { file: read.file, name }
    const report = lookAt(read.bytes, name, { visit: walk.visit, path })
    if (isIssue(report)) return report
    note(report, progress, report?.content !== undefined)
    if (walk.signal.aborted) break
  } while (progress.next < progress.names.length && performance.now() < until)
  return undefined
}

function note(report: Report | undefined, progress: Progress, isWritten: boolean): void {
  progress.next += 1
  if (report === undefined) return
  progress.pieces.push(Buffer.from(report.output))
  progress.hasWritten ||= isWritten
}

/** Far more than any real pattern takes for the files of a slice. */
const PATTERN_MS = 20_000

function slowSlice(progress: Progress, walk: Walk): Big | Issue | undefined {
  const end = bounded(() => slice(progress, walk), { timeoutMs: PATTERN_MS })
  if (typeof end === 'object') return end.value
  return end === 'interrupted' ? cancelled() : tooSlow(progress.names[progress.next] ?? '')
}

async function bigSlice({ file, name }: Big, progress: Progress, walk: Walk): Promise<Issue | undefined> {
  const report = await lookAtBig(file, name, walk)
  if (isIssue(report)) return report
  note(report, progress, file.isWritten())
  return undefined
}

function tooSlow(name: string): Issue {
  return issue(
    'pattern.too-slow',
    { file: name },
    `The pattern was still being tried on "${shownName(name)}" after ${PATTERN_MS / 1000} s.`,
    'Look for repeats inside repeats, such as `(a+)+`.',
  )
}

type LookOptions = { readonly visit: Visit; readonly path: string | Buffer }

function lookAt(bytes: Buffer, name: string, { visit, path }: LookOptions): Report | Issue | undefined {
  const report = visit.file(bytes, name)
  if (isIssue(report) || report?.content === undefined) return report
  return writeInPlace(path, name, { bytes: report.content, seen: bytes.length }) ?? report
}

/** Lets timers and signals have their turn. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Opening a pipe that nobody writes to would wait for ever. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

type ReadOptions = { readonly reused: Buffer; readonly mayBeBig: boolean; readonly signal: AbortSignal }

function readFile(path: string | Buffer, name: string, options: ReadOptions): Read | Issue {
  let fd: number | undefined
  try {
    fd = openSync(path, READ)
    const length = readSync(fd, options.reused, 0, REUSED_BYTES, null)
    // A short read is the end of a regular file; fixers look again before they write.
    if (length < REUSED_BYTES) return { kind: 'whole', bytes: options.reused.subarray(0, length) }
    if (!fstatSync(fd).isFile()) return notAFile(name)
    if (options.mayBeBig) {
      const file = bigFile(fd, path, { over: WHOLE_BYTES, signal: options.signal })
      if (file) {
        fd = undefined
        return { kind: 'big', file }
      }
    }
    return { kind: 'whole', bytes: readRest(fd, options.reused) }
  } catch (error) {
    return unreadable(name, error as NodeJS.ErrnoException)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

type BigOptions = { readonly visit: Visit; readonly signal: AbortSignal }

async function lookAtBig(
  file: BigFile,
  name: string,
  { visit, signal }: BigOptions,
): Promise<Report | Issue | undefined> {
  try {
    return await visit.big?.(file, name)
  } catch (error) {
    return signal.aborted ? cancelled() : unreadable(name, error as NodeJS.ErrnoException)
  } finally {
    file.close()
  }
}

function notAFile(name: string): Issue {
  return issue(
    'git.builtin.unreadable',
    { file: name },
    `"${name}" is a device or a pipe, not a file.`,
    'Leave it out with `exclude`.',
  )
}

function unreadable(name: string, error: NodeJS.ErrnoException): Issue {
  return issue(
    'git.builtin.unreadable',
    { file: shownName(name) },
    `The file "${shownName(name)}" cannot be read or written: ${error.message}.`,
    'Change its permissions, or leave it out with `exclude`.',
  )
}
