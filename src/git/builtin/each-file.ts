import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { diskPath } from '../paths.ts'
import type { CallContext, CallResult } from '../run/runnable.ts'
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
  /** How a file past `WHOLE_BYTES` is looked at; absent: it is read whole all the same. */
  big?(file: BigFile, name: string): Promise<Report | Issue | undefined>
}

type Read =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'big'; readonly file: BigFile }

/** Looks at one file after another, in order, without a promise per file. */
export async function eachFile(
  names: readonly string[],
  context: Pick<CallContext, 'cwd' | 'signal'>,
  visit: Visit,
): Promise<CallResult | Issue> {
  const reused = Buffer.allocUnsafeSlow(REUSED_BYTES)
  const pieces: Buffer[] = []
  let hasWritten = false
  let yieldAt = performance.now() + SLICE_MS
  for (const name of names) {
    if (performance.now() > yieldAt) {
      await breathe()
      yieldAt = performance.now() + SLICE_MS
    }
    if (context.signal.aborted) return cancelled()
    const path = diskPath(`${context.cwd}/${name}`)
    const read = readFile(path, name, { reused, mayBeBig: visit.big !== undefined, signal: context.signal })
    if (isIssue(read)) return read
    const report =
      read.kind === 'big'
        ? await lookAtBig(read.file, name, { visit, signal: context.signal })
        : lookAt(read.bytes, name, { visit, path })
    if (isIssue(report)) return report
    if (report === undefined) continue
    pieces.push(Buffer.from(report.output))
    hasWritten ||= read.kind === 'big' ? read.file.isWritten() : report.content !== undefined
  }
  const code = pieces.length === 0 ? 0 : 1
  return { code, output: Buffer.concat(pieces), ...(hasWritten && { hasWritten }) }
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

export function cancelled(): Issue {
  return issue('git.cancelled', {}, 'The hook was cancelled.')
}

type ReadOptions = { readonly reused: Buffer; readonly mayBeBig: boolean; readonly signal: AbortSignal }

function readFile(path: string | Buffer, name: string, options: ReadOptions): Read | Issue {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    const length = readSync(fd, options.reused, 0, REUSED_BYTES, null)
    // A short read is the end of a regular file; fixers look again before they write.
    if (length < REUSED_BYTES) return { kind: 'whole', bytes: options.reused.subarray(0, length) }
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

function unreadable(name: string, error: NodeJS.ErrnoException): Issue {
  return issue(
    'git.builtin.unreadable',
    { file: shownName(name) },
    `The file "${shownName(name)}" cannot be read or written: ${error.message}.`,
    'Change its permissions, or leave it out with `exclude`.',
  )
}
