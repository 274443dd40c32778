import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { fifoStock, type FifoStock } from './fifo-stock.ts'
import { keepOpenable } from './openable.ts'
import { openEmpty, takeAnchored } from './take-fifo.ts'

/** An empty pipe for stdin. */
export type InputPipe = {
  /** Names the pipe without being an end of it. */
  readonly anchor: number
  /** Ours, for both directions, so that neither end waits for the other. */
  readonly both: number
  /** For the child. A description of its own, so that it blocks and ours does not. */
  readonly readEnd: number
}

export type Input = {
  readonly bytes: Uint8Array
  /** More is written later. */
  readonly isOpenEnded: boolean
}

export type DeliveredInput = {
  /** For what did not fit into the pipe; undefined when everything is written and the input is at its end. */
  readonly stream: Writable | undefined
  close(): void
}

/** Linux only. Undefined where there are no FIFOs: the caller then uses Node's sockets. */
export function openInput(stock: FifoStock = fifoStock): Promise<InputPipe | undefined> {
  return stock.open(openNamed)
}

export function closeInput({ anchor, both, readEnd }: InputPipe): void {
  for (const fd of [anchor, both, readEnd]) closeSync(fd)
}

/** After the start of the process, which takes longer to begin reading than this takes. */
export function deliver({ anchor, both, readEnd }: InputPipe, input: Input): DeliveredInput {
  closeSync(readEnd)
  const written = writeSome(both, input.bytes)
  if (written < input.bytes.length || input.isOpenEnded)
    return streamed(anchor, writeOnly(anchor, both), { ...input, bytes: input.bytes.subarray(written) })
  closeSync(both)
  return atEnd(anchor)
}

function openNamed(path: string): InputPipe {
  const fifo = takeAnchored(path)
  const opened = [fifo.anchor]
  const keep = (fd: number): number => {
    opened.push(fd)
    return fd
  }
  try {
    const reader = keep(openEmpty(fifo))
    const both = keep(openSync(fifo.path, constants.O_RDWR | constants.O_NONBLOCK))
    const readEnd = keep(openSync(fifo.path, constants.O_RDONLY))
    closeSync(reader)
    return { anchor: fifo.anchor, both, readEnd }
  } catch (error) {
    opened.forEach((fd) => closeSync(fd))
    throw error
  }
}

function openAt(anchor: number, flags: number): number {
  return openSync(`/proc/self/fd/${anchor}`, flags)
}

function writeSome(fd: number, bytes: Uint8Array): number {
  try {
    return bytes.length === 0 ? 0 : writeSync(fd, bytes)
  } catch {
    // The pipe is full already: a user with very many pipes gets small ones.
    return 0
  }
}

/** A writer that can also read never hears that the child has closed its end; without descriptors it must do. */
function writeOnly(anchor: number, both: number): number {
  try {
    const fd = openAt(anchor, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(both)
    return fd
  } catch {
    return both
  }
}

function atEnd(anchor: number): DeliveredInput {
  const stop = keepOpenable(anchor)
  return {
    stream: undefined,
    close: once(() => {
      stop()
      closeSync(anchor)
    }),
  }
}

/** A hook may close its stdin, or exit, without having read it; its exit status says what that means. */
function streamed(anchor: number, fd: number, { bytes, isOpenEnded }: Input): DeliveredInput {
  const stream = new Socket({ fd, readable: false, writable: true }).on('error', () => {})
  let stop = (): void => {}
  stream.once('close', () => (stop = keepOpenable(anchor)))
  if (!isOpenEnded) stream.end(bytes)
  else if (bytes.length > 0) stream.write(bytes)
  return {
    stream,
    close: once(() => {
      stream.removeAllListeners('close').destroy()
      stop()
      closeSync(anchor)
    }),
  }
}

/** A second close would close somebody else's descriptor. */
function once(close: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) close()
    isDone = true
  }
}
