import { spawn, spawnSync } from 'node:child_process'

/** Longer than taskkill was ever seen to take; the caller's own limit may be shorter. */
const MAX_MS = 5_000

/**
 * Ends a process of Windows with all its descendants, as far as each one's parent still runs. Settles when that is done,
 * could not be done, or the time is up. Windows has no groups to signal, and no request to end for a process without a
 * window.
 */
export function endTree(pid: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const { file, args } = taskkill([pid])
    try {
      const child = spawn(file, args, OPTIONS)
      child.once('error', done)
      child.once('exit', done)
      child.unref()
    } catch {
      done()
    }
  })
}

/** The same for several, while this process exits. */
export function endTreesNow(pids: readonly number[]): void {
  const { file, args } = taskkill(pids)
  if (pids.length > 0) spawnSync(file, args, OPTIONS)
}

const OPTIONS = { stdio: 'ignore', windowsHide: true, timeout: MAX_MS } as const

/** By its whole path: the folder we are in may be a repository with a taskkill.exe of its own. */
function taskkill(pids: readonly number[]): { readonly file: string; readonly args: readonly string[] } {
  // oxlint-disable-next-line node/no-process-env -- the system's own folder, needed where no variables are passed in
  const folder = process.env['SystemRoot'] ?? 'C:\\Windows'
  const args = [...pids.flatMap((pid) => ['/PID', `${pid}`]), '/T', '/F']
  return { file: `${folder}\\System32\\taskkill.exe`, args }
}
