import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { diskPath } from '../paths.ts'
import type { CallContext, CallResult } from '../run/runnable.ts'
import { bigFile, readRest, type BigFile } from './big-file.ts'
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

/** Files up to this size are read whole. */
export const WHOLE_BYTES = 64 * 1_048_576

/** Most files fit, so that one buffer serves them all. */
const REUSED_BYTES = 262_144
/** How long the event loop may be kept waiting. */
const SLICE_MS = 10

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
  let yieldAt = performance.now() + SLICE_MS
  for (const name of names) {
    if (performance.now() > yieldAt) {
      await breathe()
      yieldAt = performance.now() + SLICE_MS
    }
    if (context.signal.aborted) return cancelled()
    const path = diskPath(`${context.cwd}/${name}`)
    const read = readFile(path, name, { reused, mayBeBig: visit.big !== undefined })
    if (isIssue(read)) return read
    const report =
      read.kind === 'big'
        ? await lookAtBig(read.file, name, visit)
        : lookAt(read.bytes, name, { visit, path })
    if (isIssue(report)) return report
    if (report !== undefined) pieces.push(Buffer.from(report.output))
  }
  return { code: pieces.length === 0 ? 0 : 1, output: Buffer.concat(pieces) }
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

type ReadOptions = { readonly reused: Buffer; readonly mayBeBig: boolean }

function readFile(path: string | Buffer, name: string, options: ReadOptions): Read | Issue {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    const length = readSync(fd, options.reused, 0, REUSED_BYTES, null)
    // A short read is the end of a regular file; fixers look again before they write.
    if (length < REUSED_BYTES) return { kind: 'whole', bytes: options.reused.subarray(0, length) }
    if (options.mayBeBig) {
      const file = bigFile(fd, path, { over: WHOLE_BYTES })
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

async function lookAtBig(file: BigFile, name: string, visit: Visit): Promise<Report | Issue | undefined> {
  try {
    return await visit.big?.(file, name)
  } catch (error) {
    return unreadable(name, error as NodeJS.ErrnoException)
  } finally {
    file.close()
  }
}

function unreadable(name: string, error: NodeJS.ErrnoException): Issue {
  return issue(
    'git.builtin.unreadable',
    { file: shownName(name) },
    `The file "${shownName(name)}" cannot be read: ${error.message}.`,
    'Make it readable, or leave it out with `exclude`.',
  )
}
