import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Issue } from '../core/issue.ts'
import type { Output } from '../core/outcome.ts'
import { capture } from './capture.ts'
import { childStdio } from './descriptors.ts'
import { hear } from './hear.ts'
import { signalGroup, type Group } from './kill-tree.ts'
import { explain } from './launch-problems.ts'
import type { Launch } from './launch.ts'

type Child = ChildProcessWithoutNullStreams

export type Supervised = {
  readonly child: Child
  readonly group: Group
  /** The leader is reaped and both output pipes are at their end. */
  readonly closed: Promise<void>
  readonly isClosed: () => boolean
  readonly output: () => { readonly stdout: Output; readonly stderr: Output }
  /** Lets go of the pipes. `leave` goes on emptying them, so that a leftover can write without dying of it. */
  readonly release: (how: 'close' | 'leave') => void
}

/** Groups that nobody would stop if this process ended now. */
const running = new Set<Group>()

export async function start(launch: Launch): Promise<Supervised | Issue> {
  try {
    const child = spawnGroup(launch)
    return child.pid === undefined
      ? explain(launch, await spawnError(child))
      : supervise(child, child.pid, launch)
  } catch (error) {
    // Some errors come as an event and some are thrown: E2BIG, ENOTDIR, a NUL in an argument.
    return explain(launch, error as NodeJS.ErrnoException)
  }
}

function spawnGroup(launch: Launch): Child {
  const options = {
    cwd: launch.cwd,
    env: launch.env,
    stdio: childStdio(),
    // A session of its own: one group to signal, and no terminal to ask on. On Windows it opens a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: launch.verbatim ?? false,
  }
  return spawn(launch.file, launch.args, options) as Child
}

function spawnError(child: Child): Promise<NodeJS.ErrnoException> {
  return new Promise((resolve) => child.once('error', resolve))
}

function supervise(child: Child, pid: number, launch: Launch): Supervised {
  const { group, forget } = watchGroup(child, pid)
  const stdout = capture(child.stdout, launch.limits.outputBytes, hear('stdout', launch.onOutput))
  const stderr = capture(child.stderr, launch.limits.outputBytes, hear('stderr', launch.onOutput))
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  child.on('error', () => {})
  deliver(child, launch)
  const release = (how: 'close' | 'leave') => {
    forget()
    if (isClosed) return
    child.stdin.destroy()
    child.unref()
    for (const each of [stdout, stderr]) each.end(how)
  }
  return {
    child,
    group,
    closed,
    isClosed: () => isClosed,
    output: () => ({ stdout: stdout.read(), stderr: stderr.read() }),
    release,
  }
}

/** A hook may close its stdin, or exit, without having read it; its exit status says what that means. */
function deliver({ stdin }: Child, { input, talk }: Launch): void {
  stdin.on('error', () => {})
  if (talk?.keepInput) stdin.write(input)
  else stdin.end(input)
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
  process.once('exit', () => running.forEach((each) => signalGroup(each, 'SIGKILL')))
}
