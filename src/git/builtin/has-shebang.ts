import { Buffer } from 'node:buffer'
import { closeSync, constants, openSync, readSync } from 'node:fs'

const START = Buffer.alloc(2)

/** Whether a file starts with `#!`. Throws what the file system says. */
export function hasShebang(path: string | Buffer): boolean {
  // A pipe that nobody writes to would be waited for.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    return readSync(fd, START, 0, 2, 0) === 2 && START[0] === 0x23 && START[1] === 0x21
  } finally {
    closeSync(fd)
  }
}
