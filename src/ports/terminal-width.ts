import { closeSync, constants, openSync } from 'node:fs'
import { WriteStream } from 'node:tty'

/** Returns the columns of a terminal that another process uses. Undefined where it does not tell. */
export function terminalWidth(path: string): number | undefined {
  try {
    // Without O_NOCTTY it would become this process's terminal, and its hang-up this process's signal.
    const fd = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK)
    try {
      const stream = new WriteStream(fd)
      const { columns } = stream
      stream.destroy()
      return columns
    } catch {
      closeSync(fd)
      return undefined
    }
  } catch {
    return undefined
  }
}
