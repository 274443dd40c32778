import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { issue, type Issue } from '../core/issue.ts'

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

/** The exit code, as a shell would give it. An issue when it cannot be started. Never rejects. */
export function attach({ file, args, cwd, env, input }: Attach): Promise<number | Issue> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      windowsHide: true,
    })
    const wait = (): void => {}
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
    for (const signal of SHARED) process.on(signal, wait)
    for (const signal of OURS) process.on(signal, forward)
    const end = (result: number | Issue): void => {
      for (const signal of SHARED) process.off(signal, wait)
      for (const signal of OURS) process.off(signal, forward)
      resolve(result)
    }
    // Not every program reads its input.
    child.stdin?.on('error', () => {}).end(input)
    child.once('error', (error) => end(notStarted(file, error)))
    child.once('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

function notStarted(file: string, error: Error): Issue {
  return issue('process.not-started', { file }, `"${file}" cannot be started: ${error.message}.`)
}
