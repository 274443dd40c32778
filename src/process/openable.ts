import { closeSync, constants, openSync } from 'node:fs'

const MIN_PAUSE_MS = 2
const MAX_PAUSE_MS = 100
/** Whoever opens the FIFO waits for at most this part of the time the process has been running. */
const SHARE = 1 / 8

/**
 * Opening a FIFO for reading waits for a writer, and after the end of the input there is none: `cat /dev/stdin` would
 * wait for ever, where an ordinary pipe is at its end. A writer that comes and goes lets everybody in who waits, and
 * changes nothing for those who read. `anchor` is a descriptor of the FIFO. Returns the function that ends it.
 */
export function keepOpenable(anchor: number): () => void {
  const since = performance.now()
  let timer: NodeJS.Timeout
  const again = (): void => {
    const share = (performance.now() - since) * SHARE
    timer = setTimeout(look, Math.min(Math.max(share, MIN_PAUSE_MS), MAX_PAUSE_MS)).unref()
  }
  const look = (): void => {
    if (letIn(anchor)) again()
  }
  again()
  return () => clearTimeout(timer)
}

/** True when some process has the FIFO open for reading, or waits in opening it. Opens and closes a writer. */
export function hasReader(path: string): boolean {
  const traces = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false
    throw error
  } finally {
    Error.stackTraceLimit = traces
  }
}

/** False when nobody has the FIFO open for reading; then nobody can open it again. */
function letIn(anchor: number): boolean {
  try {
    return hasReader(`/proc/self/fd/${anchor}`)
  } catch {
    return true
  }
}
