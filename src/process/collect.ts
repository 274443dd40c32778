import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Readable } from 'node:stream'
import { isIssue, type Issue } from '../core/issue.ts'
import { within } from './deadline.ts'
import { endGroup, isGroupAlive, type Group } from './kill-tree.ts'
import { explain, fileToStart } from './launch-problems.ts'
import { openPipe, type Pipe } from './pipe.ts'
import { watchGroup } from './start.ts'

/** A process whose whole output somebody wants, in bytes: git, a package manager, a git hook. */
export type Collect = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Absent: stdin is the null device. */
  readonly input?: Uint8Array
  readonly signal?: AbortSignal
  /** `joined`: both streams are one real pipe, so that their order is kept; all of it is `stdout`. */
  readonly output?: 'separate' | 'joined'
  /** Past this a process is stopped. Default: 256 MiB. */
  readonly maxBytes?: number
  /** Windows only: arguments are already quoted. */
  readonly verbatim?: boolean
}

export type Collected =
  | {
      readonly kind: 'exited'
      /** Null when a signal ended it. */
      readonly code: number | null
      readonly signal: string | null
      readonly stdout: Buffer
      readonly stderr: Buffer
      readonly ms: number
    }
  | { readonly kind: 'not-started'; readonly issue: Issue; readonly ms: number }
  | { readonly kind: 'cancelled' | 'too-much'; readonly ms: number }

const MAX_BYTES = 256 * 1_048_576
const STOP = { graceMs: 1_000, sweepMs: 500 }
/** How long a pipe that a descendant holds open is waited for. */
const SETTLE_MS = 250

/** Runs a process to its end, without a timeout. Never rejects; its group is gone or left to itself when this settles. */
export async function collect(spec: Collect): Promise<Collected> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  if (spec.signal?.aborted) return { kind: 'cancelled', ms: ms() }
  const pipe = spec.output === 'joined' ? await openPipe() : undefined
  const child = start(spec, pipe)
  if (isIssue(child)) {
    pipe?.close()
    return { kind: 'not-started', issue: child, ms: ms() }
  }
  return { ...(await supervise(child, { spec, pipe })), ms: ms() }
}

function start(spec: Collect, pipe: Pipe | undefined): ChildProcess | Issue {
  const stdin = spec.input === undefined ? 'ignore' : 'pipe'
  const file = fileToStart(spec)
  if (isIssue(file)) return file
  const stdio: StdioOptions = pipe ? [stdin, pipe.writeEnd, pipe.writeEnd] : [stdin, 'pipe', 'pipe']
  try {
    return spawn(file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio,
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: spec.verbatim ?? false,
    })
  } catch (error) {
    return explain(spec, error as NodeJS.ErrnoException)
  }
}

type Ended =
  | Pick<Extract<Collected, { kind: 'exited' }>, 'kind' | 'code' | 'signal' | 'stdout' | 'stderr'>
  | { readonly kind: 'not-started'; readonly issue: Issue }
  | { readonly kind: 'cancelled' | 'too-much' }

async function supervise(
  child: ChildProcess,
  { spec, pipe }: { readonly spec: Collect; readonly pipe: Pipe | undefined },
): Promise<Ended> {
  // Our copy of the write end must go, or the end of the output is never seen.
  const joined = pipe?.reader()
  const failed = new Promise<Ended>((resolve) =>
    child.once('error', (error) => resolve({ kind: 'not-started', issue: explain(spec, error) })),
  )
  if (child.pid === undefined) {
    joined?.destroy()
    return failed
  }
  child.stdin?.on('error', () => {}).end(spec.input)
  const watched = watchGroup(child, child.pid)
  const end = await firstEnd(child, { spec, streams: joined ? [joined] : [child.stdout, child.stderr] })
  watched.forget()
  if (end.kind !== 'exited') await endGroup(watched.group, STOP)
  return end.finish(watched.group)
}

type FirstEnd = { readonly kind: Ended['kind']; finish(group: Group): Promise<Ended> }

/** What comes first counts: the exit, somebody's cancel, or too much output. */
function firstEnd(
  child: ChildProcess,
  { spec, streams }: { readonly spec: Collect; readonly streams: readonly (Readable | null)[] },
): Promise<FirstEnd> {
  return new Promise((resolve) => {
    const max = spec.maxBytes ?? MAX_BYTES
    const kept = streams.map((stream) => (stream ? keep(stream, max, () => finish('too-much')) : undefined))
    const close = (): void => kept.forEach((each) => each?.close())
    const stopped = (kind: 'cancelled' | 'too-much'): FirstEnd => ({
      kind,
      finish: async () => {
        close()
        return { kind }
      },
    })
    const onAbort = (): void => finish('cancelled')
    const finish = (kind: 'cancelled' | 'too-much'): void => resolve(stopped(kind))
    spec.signal?.addEventListener('abort', onAbort, { once: true })
    if (spec.signal?.aborted) onAbort()
    child.once('exit', (code, signal) => {
      spec.signal?.removeEventListener('abort', onAbort)
      resolve({
        kind: 'exited',
        finish: async (group) => {
          await settle(kept, group)
          const [stdout = Buffer.alloc(0), stderr = Buffer.alloc(0)] = kept.map((each) => each?.bytes())
          close()
          return { kind: 'exited', code, signal, stdout, stderr }
        },
      })
    })
  })
}

type Kept = { bytes(): Buffer; close(): void; readonly ended: Promise<void> }

/** A descendant may hold the pipe for ever; it is waited for only while it can still write. */
async function settle(kept: readonly (Kept | undefined)[], group: Group): Promise<void> {
  const ended = Promise.all(kept.flatMap((each) => each?.ended ?? [])).then(() => {})
  if (await within(ended, SETTLE_MS)) return
  // A busy machine may take longer to hand over what is already written.
  if (!isGroupAlive(group)) await within(ended, SETTLE_MS)
}

function keep(stream: Readable, max: number, onTooMuch: () => void): Kept {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > max) return onTooMuch()
    chunks.push(chunk)
  })
  const ended = new Promise<void>((resolve) => {
    stream.once('end', resolve)
    stream.once('close', resolve)
    // A pipe may break when its process is killed; what came until then counts.
    stream.once('error', () => resolve())
  })
  return { bytes: () => Buffer.concat(chunks), close: () => stream.destroy(), ended }
}
