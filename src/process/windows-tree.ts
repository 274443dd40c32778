import { spawn, spawnSync } from 'node:child_process'

/** Longer than taskkill was ever seen to take; the caller's own limit may be shorter. */
const MAX_MS = 5_000

/**
 * Ends a process of Windows with all its descendants, as far as each one's parent still runs; settles when that is done,
 * or could not be done, or the time is up. Windows knows neither groups to signal nor a polite end without a window.
 */
export function endTree(pid: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const { file, args } = taskkill(pid)
    const timer = setTimeout(resolve, ms)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const child = spawn(file, args, { stdio: 'ignore', windowsHide: true, timeout: MAX_MS })
    child.once('error', done)
    child.once('exit', done)
    child.unref()
  })
}

/** The same, while this process exits. */
export function endTreeNow(pid: number): void {
  const { file, args } = taskkill(pid)
  spawnSync(file, args, { stdio: 'ignore', windowsHide: true, timeout: MAX_MS })
}

/** By its whole path: the folder we are in may be a repository with a taskkill.exe of its own. */
function taskkill(pid: number): { readonly file: string; readonly args: readonly string[] } {
  const folder = process.env['SystemRoot'] ?? 'C:\\Windows'
  return { file: `${folder}\\System32\\taskkill.exe`, args: ['/PID', `${pid}`, '/T', '/F'] }
}
