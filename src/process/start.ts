import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Issue } from '../core/issue.ts'
import type { Output } from '../core/outcome.ts'
import { capture } from './capture.ts'
import { hiddenDescriptors } from './descriptors.ts'
import { hear } from './hear.ts'
import { endGroupsNow, type Group } from './kill-tree.ts'
import { explain, type CheckedLaunch } from './launch-problems.ts'
import type { Launch } from './launch.ts'
import { openNext } from './opened-pipes.ts'
import type { BegunRun, RunRecord } from './run-records.ts'
import { prepareStreams, type Prepared, type Streams } from './streams.ts'

export type Supervised = {
  readonly child: ChildProcess
  readonly streams: Streams
  readonly group: Group
  /** The leader is reaped and both output pipes are at their end. */
  readonly closed: Promise<void>
  readonly isClosed: () => boolean
  readonly output: () => { readonly stdout: Output; readonly stderr: Output }
  /** The same as bytes, as far as they are kept. */
  readonly bytes: () => { readonly stdout: Buffer; readonly stderr: Buffer }
  /** Lets go of the pipes. `leave` goes on emptying them, so that a leftover can write without dying of it. */
  readonly release: (how: 'close' | 'leave') => void
  readonly record: RunRecord | undefined
}

/** Groups that nobody would stop if this process ended now. */
const running = new Set<Group>()

/** Ends of pipes that are emptied for processes which were left to themselves. */
const left = new Set<() => void>()

/** What the exit of this process does, at the end of a call: ends what is supervised, and closes what is emptied. */
export function endRunning(): void {
  endGroupsNow([...running])
  running.clear()
  closeNow()
  for (const close of left) close()
  left.clear()
}

function closeWithCall(close: () => void, closed: Promise<void>): void {
  left.add(close)
  void closed.then(() => left.delete(close))
}

export async function start(launch: CheckedLaunch): Promise<Supervised | Issue> {
  const preparing = prepareStreams(launch)
  // Mostly the pipes are ready, and then nothing is waited for.
  const prepared = preparing instanceof Promise ? await preparing : preparing
  // Written down first: the process may kill this one before `spawn` has returned.
  const begun = launch.records?.begin(launch.timeoutMs)
  const child = spawnGroup(launch, prepared, begun)
  if (!(child instanceof Error) && child.pid !== undefined)
    return supervise(child, child.pid, { launch, prepared, begun })
  begun?.cancel()
  prepared.close()
  return explain(launch, child instanceof Error ? child : await spawnError(child))
}

/** Some errors come as an event and some are thrown: E2BIG, ENOTDIR, a NUL in an argument. */
function spawnGroup(
  launch: CheckedLaunch,
  prepared: Prepared,
  begun: BegunRun | undefined,
): ChildProcess | NodeJS.ErrnoException {
  try {
    if (begun === undefined) return spawnChild(launch, prepared)
    return begun.marked(launch.env, () => spawnChild(launch, prepared))
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

function spawnChild(launch: CheckedLaunch, { stdio }: Prepared): ChildProcess {
  const { file, path = file, env } = launch
  return spawn(path, launch.args, {
    argv0: file,
    cwd: launch.cwd,
    env,
    stdio: [...stdio, ...hiddenDescriptors()] as StdioOptions,
    // A session of its own: one group to signal, and no terminal to ask on. On Windows it opens a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: launch.verbatim ?? false,
  })
}

function spawnError(child: ChildProcess): Promise<NodeJS.ErrnoException> {
  return new Promise((resolve) => child.once('error', resolve))
}

type Starting = {
  readonly launch: Launch
  readonly prepared: Prepared
  readonly begun: BegunRun | undefined
}

function supervise(child: ChildProcess, pid: number, { launch, prepared, begun }: Starting): Supervised {
  const { group, forget } = watchGroup(child, pid)
  child.on('error', () => {})
  const isAlone = running.size === 1
  const streams = prepared.connect(child)
  const stdout = capture(streams.stdout, launch.limits.outputBytes, hear('stdout', launch.onOutput))
  const stderr = capture(streams.stderr, launch.limits.outputBytes, hear('stderr', launch.onOutput))
  let isClosed = false
  const closed = closeOf(child, streams).then(() => void (isClosed = true))
  const letGo = (how: 'close' | 'leave'): void => {
    streams.closeInput()
    for (const each of [stdout, stderr]) each.end(how)
  }
  const release = (how: 'close' | 'leave') => {
    forget()
    record?.remove()
    setImmediate(openNext, { isAlone })
    if (isClosed) return closeSoon(() => letGo('close'))
    child.unref()
    letGo(how)
    if (how === 'leave') closeWithCall(() => letGo('close'), closed)
  }
  // Last: by now the process has its input, and needs longer than this to start.
  const record = begun?.started(pid)
  return {
    child,
    streams,
    group,
    closed,
    isClosed: () => isClosed,
    output: () => ({ stdout: stdout.read(), stderr: stderr.read() }),
    bytes: () => ({ stdout: stdout.bytes(), stderr: stderr.bytes() }),
    release,
    record,
  }
}

let unclosed: (() => void) | undefined

/** Nobody waits for the closing of pipes that are at their end. At most one process's pipes are open longer. */
function closeSoon(close: () => void): void {
  closeNow()
  unclosed = close
  setImmediate(closeNow)
}

function closeNow(): void {
  unclosed?.()
  unclosed = undefined
}

/** The streams are not the child's own, so its `close` event does not wait for them. */
function closeOf(child: ChildProcess, { stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): Promise<void> {
  return new Promise((resolve) => {
    const open = new Set<unknown>([child, stdout, stderr])
    const close = (part: unknown): void => {
      if (open.delete(part) && open.size === 0) resolve()
    }
    child.once('exit', () => close(child))
    for (const stream of [stdout, stderr]) {
      stream.once('end', () => close(stream))
      // A stream that breaks, or that we close, has no end.
      stream.once('close', () => close(stream))
    }
  })
}

/** The group of a process that just started; it does not outlive us until it is forgotten. */
export function watchGroup(child: ChildProcess, pid: number): { readonly group: Group; forget(): void } {
  const group = { pid, isLeaderReaped: () => child.exitCode !== null || child.signalCode !== null }
  remember(group)
  return { group, forget: () => running.delete(group) }
}

/** Registered with the first launch and never again: a listener for each would warn from the eleventh on. */
let isExitWatched = false

function remember(group: Group): void {
  running.add(group)
  if (isExitWatched) return
  isExitWatched = true
  process.once('exit', () => endGroupsNow([...running]))
}
