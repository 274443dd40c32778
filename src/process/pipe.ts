import { closeSync, constants, fstatSync, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fifoStock } from './fifo-stock.ts'

/** A real pipe for output. What Node makes are sockets: two of them lose the order, and `> /dev/stderr` fails on one. */
export type Pipe = {
  /** For the child, as stdout, stderr or both. */
  readonly writeEnd: number
  /** Closes our copy of the write end. The stream stays open after its end, until it is destroyed. */
  reader(): Readable
  close(): void
}

/** Undefined where there are no FIFOs: the caller then uses Node's sockets. */
export function openPipe(): Promise<Pipe | undefined> {
  return fifoStock.open(openNamed)
}

const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** With its reader open, a FIFO opens for writing at once. Our end does not block, the child's does. */
function openNamed(path: string): Pipe {
  const readEnd = openSync(path, READ)
  try {
    if (!fstatSync(readEnd).isFIFO()) throw new Error(`${path} is not a FIFO`)
    const writeEnd = openSync(path, constants.O_WRONLY)
    return claimed(path, readEnd, writeEnd)
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}

/** Only one process can remove the name; the others close what they have opened and take another. */
function claimed(path: string, readEnd: number, writeEnd: number): Pipe {
  try {
    unlinkSync(path)
  } catch (error) {
    closeSync(writeEnd)
    throw error
  }
  return {
    writeEnd,
    reader() {
      closeSync(writeEnd)
      // One that could still be written to does not close itself at its end, when we have more urgent things to do.
      return new Socket({ fd: readEnd, readable: true, writable: true, allowHalfOpen: true })
    },
    close() {
      closeSync(writeEnd)
      closeSync(readEnd)
    },
  }
}
