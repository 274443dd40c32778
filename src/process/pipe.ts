import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fifoStock, type FifoStock } from './fifo-stock.ts'
import { openEmpty, takeFifo, type TakenFifo } from './take-fifo.ts'

/** A real pipe for output. What Node makes are sockets: two of them lose the order, and `> /dev/stderr` fails on one. */
export type Pipe = {
  /** For the child, as stdout, stderr or both. */
  readonly writeEnd: number
  /** Closes our copy of the write end. The stream stays open after its end, until it is destroyed. */
  reader(): Readable
  close(): void
}

/** Undefined where there are no FIFOs: the caller then uses Node's sockets. */
export function openPipe(stock: FifoStock = fifoStock): Promise<Pipe | undefined> {
  return stock.open(openNamed)
}

function openNamed(path: string): Pipe {
  const fifo = takeFifo(path)
  try {
    return openEnds(fifo)
  } finally {
    fifo.drop()
  }
}

/** With its reader open, a FIFO opens for writing at once. Our end does not block, the child's does. */
function openEnds(fifo: TakenFifo): Pipe {
  const readEnd = openEmpty(fifo)
  try {
    return pipeOf(readEnd, openSync(fifo.path, constants.O_WRONLY))
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}

/** One that could still be written to does not close itself at its end, when we have more urgent things to do. */
export function readerOf(fd: number): Socket {
  return new Socket({ fd, readable: true, writable: true, allowHalfOpen: true })
}

function pipeOf(readEnd: number, writeEnd: number): Pipe {
  return {
    writeEnd,
    reader() {
      closeSync(writeEnd)
      return readerOf(readEnd)
    },
    close() {
      closeSync(writeEnd)
      closeSync(readEnd)
    },
  }
}
