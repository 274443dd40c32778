import { spawn } from 'node:child_process'
import { issue, type Issue } from '../core/issue.ts'

export type Detached = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: Uint8Array
}

/** Starts a process that goes on without us, and settles when it has its input. */
export function startDetached({ file, args, cwd, env, input }: Detached): Promise<Issue | undefined> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const fail = (error: Error): void => resolve(notStarted(file, error))
    child.once('error', fail)
    child.stdin.once('error', fail)
    child.stdin.end(input, () => resolve(undefined))
    child.unref()
  })
}

function notStarted(file: string, error: Error): Issue {
  return issue(
    'background.start',
    {},
    `"${file}" could not be started for background hooks: ${error.message}.`,
  )
}
