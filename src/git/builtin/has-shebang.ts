import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'

const START = Buffer.alloc(2)

/** Whether a file starts with `#!`. Throws what the file system says. */
export function hasShebang(path: string | Buffer): boolean {
  const fd = openSync(path, 'r')
  try {
    return readSync(fd, START, 0, 2, 0) === 2 && START[0] === 0x23 && START[1] === 0x21
  } finally {
    closeSync(fd)
  }
}
