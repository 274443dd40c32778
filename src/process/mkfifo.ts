import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

type MakingEnd = 'made' | 'failed' | 'shortage'
export type Making = { wait(): Promise<MakingEnd> }

const TIMEOUT_MS = 5_000

/** Does not keep this process alive unless somebody waits for it. */
export function startMkfifo(
  folder: string,
  count: number,
  onEnd: (end: MakingEnd, made: readonly string[]) => void,
): Making {
  const batch = randomBytes(6).toString('hex')
  const paths = Array.from({ length: count }, (_, at) =>
    join(folder, `${batch}${at.toString(16).padStart(4, '0')}`),
  )
  const child = spawnMkfifo(folder, paths)
  const ended = (child === undefined ? Promise.resolve('failed' as const) : endOf(child)).then((end) => {
    onEnd(end, paths)
    return end
  })
  return {
    wait() {
      child?.ref()
      return ended
    },
  }
}

function spawnMkfifo(cwd: string, paths: readonly string[]): ChildProcess | undefined {
  // A project's own PATH is not asked. The last folder is where NixOS has it.
  const env = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' }
  try {
    // Without `-m`, which is a second step: another process may take the name in between. The folder is private.
    const child = spawn('mkfifo', paths, { stdio: 'ignore', cwd, env })
    child.unref()
    return child
  } catch {
    return undefined
  }
}

function endOf(child: ChildProcess): Promise<MakingEnd> {
  // Not the option of `spawn`: its timer would keep this process alive.
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS).unref()
  return new Promise<MakingEnd>((resolve) => {
    child.once('error', (error) => resolve(SHORTAGES.has(codeOf(error)) ? 'shortage' : 'failed'))
    child.once('exit', (code) => resolve(code === 0 ? 'made' : 'failed'))
  }).finally(() => clearTimeout(timer))
}

/** Not the fault of a FIFO or a folder, so another one would not help. */
export const SHORTAGES: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
