import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import { fileToStart } from './launch-problems.ts'

/** A process that talks to the user by itself: it writes where we write. */
export type Attach = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Absent: it reads what we could have read. */
  readonly input?: Uint8Array
}

/** A terminal sends these to the whole group: the process ends by them itself, and we wait for it. */
const SHARED = ['SIGINT', 'SIGQUIT'] as const
/** These were sent to us alone. */
const OURS = ['SIGTERM', 'SIGHUP'] as const

export type Attached = {
  /** As a shell would give it. */
  readonly code: number
  /** A signal that reached us meanwhile. */
  readonly by?: NodeJS.Signals
}

/** An issue when it cannot be started. Never rejects. */
export function attach(spec: Attach): Promise<Attached | Issue> {
  const { args, cwd, env, input } = spec
  const file = fileToStart(spec)
  if (isIssue(file)) return Promise.resolve(file)
  return new Promise((resolve) => {
    let by: NodeJS.Signals | undefined
    const onShared = (signal: NodeJS.Signals): void => void (by ??= signal)
    const onOurs = (signal: NodeJS.Signals): void => {
      by ??= signal
      child.kill(signal)
    }
    // Before the start: the process is under way before `spawn` returns, and a signal may be as quick.
    for (const signal of SHARED) process.on(signal, onShared)
    for (const signal of OURS) process.on(signal, onOurs)
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      windowsHide: true,
    })
    const end = (result: number | Issue): void => {
      for (const signal of SHARED) process.off(signal, onShared)
      for (const signal of OURS) process.off(signal, onOurs)
      resolve(typeof result === 'number' ? { code: result, ...(by && { by }) } : result)
    }
    // Not every program reads its input.
    child.stdin?.on('error', () => {}).end(input)
    child.once('error', (error) => end(notStarted(file, error)))
    child.once('exit', (code, signal) => {
      // What ended it by the terminal is meant for us too, and may reach us later than its end.
      by ??= SHARED.find((each) => each === signal)
      setImmediate(() => end(code ?? signalCode(signal)))
    })
  })
}

export function signalCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal])
}

function notStarted(file: string, error: Error): Issue {
  return issue('process.not-started', { file }, `"${file}" cannot be started: ${error.message}.`)
}
