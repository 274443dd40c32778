import { spawn } from 'node:child_process'
import { PassThrough, type Duplex } from 'node:stream'

export type Resident = {
  readonly pid: number | undefined
  /** Descriptor 3 of the process, in both directions. */
  readonly channel: Duplex
  kill(signal: NodeJS.Signals): void
  /** Settles when the process is gone, or was never started. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

export type ResidentLaunch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts a process of ours that waits for work on descriptor 3. What it says otherwise goes where this process's does. */
export function startResident({ file, args, cwd, env }: ResidentLaunch): Resident {
  const child = spawn(file, args, {
    cwd,
    env,
    // Its own session, so that a terminal of the daemon, in the foreground, ends it only through the daemon.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  return {
    pid: child.pid,
    // Without a free descriptor there are no streams.
    channel: (child.stdio?.[3] as Duplex | undefined) ?? new PassThrough(),
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => {
      child.once('error', () => resolve({ code: null, signal: null }))
      child.once('exit', (code, signal) => resolve({ code, signal }))
    }),
  }
}

/** Starts a process that outlives this one and has no terminal; what it says goes to the open file `log`. */
export function startAlone({ file, args, cwd, env }: ResidentLaunch, log: number): void {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', log, log] })
  // That it could not be started is seen by its absence.
  child.once('error', () => {})
  child.unref()
}
