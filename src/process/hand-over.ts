import { spawn } from 'node:child_process'
import { identify } from './identity.ts'
import type { HeldProcess, Heir, Launch } from './launch.ts'
import type { Supervised } from './start.ts'

/** The heir's descriptors of the process's stdout and stderr, and of the pipe of its stdin, if that is a FIFO. */
export const INHERITED = { stdout: 3, stderr: 4, anchor: 5 } as const

type Terms = { readonly ms: number; readonly spec: Pick<Launch, 'leftovers' | 'giveFiles'> }

/**
 * Starts `heir` and gives it a running process; ours is forgotten. Settles when the heir has read what it must know.
 * Undefined when it cannot be started, and on Windows, where a pipe of Node cannot be handed on: nothing has changed then.
 */
export function handOver(run: Supervised, heir: Heir, terms: Terms): Promise<void> | undefined {
  if (process.platform === 'win32') return undefined
  const child = startHeir(run, heir)
  if (child?.pid === undefined) return undefined
  const job = heir.job(describe(run, child.pid, terms))
  // In this very turn: what arrives from now on is for the heir to read.
  run.release('close')
  return new Promise((resolve) => {
    const { stdin } = child
    // An heir that was killed at once has left a record of the process.
    stdin?.once('error', () => resolve())
    stdin?.end(job, () => resolve())
    child.unref()
  })
}

function startHeir({ streams }: Supervised, { file, args, cwd, env }: Heir) {
  const { stdout, stderr, anchor } = streams
  try {
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', stdout, stderr, anchor ?? 'ignore'],
    })
    child.on('error', () => {})
    return child
  } catch {
    return undefined
  }
}

function describe(run: Supervised, owner: number, { ms, spec }: Terms): HeldProcess {
  const { pid } = run.group
  const start = identify(pid)?.start
  const { stdout, stderr } = run.bytes()
  const record = run.record?.give(owner, ms)
  const files = spec.giveFiles?.(owner)
  return {
    pid,
    ...(start !== undefined && { start }),
    ms,
    leftovers: spec.leftovers,
    stdout: stdout.toString('base64'),
    stderr: stderr.toString('base64'),
    ...(record !== undefined && { record }),
    ...(files !== undefined && { files }),
  }
}
