import { closeSync, constants, fstatSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { fifoStock } from './fifo-stock.ts'
import { keepOpenable } from './openable.ts'

/** A real pipe for stdin. It already holds as much of the input as fits. */
export type InputPipe = {
  /** For the child. */
  readonly readEnd: number
  /**
   * Closes our copy of the read end. Returns the stream for what did not fit, or undefined when everything is written
   * and the input is at its end.
   */
  writer(): Writable | undefined
  /** Closes everything, before or after the process has started. */
  close(): void
}

export type Input = {
  readonly bytes: Uint8Array
  /** More is written later. */
  readonly isOpenEnded: boolean
}

/** Linux only. Undefined where there are no FIFOs: the caller then uses Node's sockets. */
export function openInput(input: Input): Promise<InputPipe | undefined> {
  return fifoStock.open((path) => openNamed(path, input))
}

/** Names a file without opening it, so that a FIFO, a device or a link in its place does nothing. */
const O_PATH = 0o10000000

function openNamed(path: string, input: Input): InputPipe {
  const anchor = openSync(path, O_PATH | constants.O_NOFOLLOW)
  const opened = [anchor]
  try {
    if (!fstatSync(anchor).isFIFO()) throw new Error(`${path} is not a FIFO`)
    unlinkSync(path)
    return fill(anchor, input, opened)
  } catch (error) {
    opened.forEach((fd) => closeSync(fd))
    throw error
  }
}

/** The child's end is a description of its own, so that it blocks and ours does not. */
function fill(anchor: number, { bytes, isOpenEnded }: Input, opened: number[]): InputPipe {
  const open = (flags: number): number => {
    const fd = openSync(`/proc/self/fd/${anchor}`, flags)
    opened.push(fd)
    return fd
  }
  // Opened for both, a FIFO waits for nobody.
  const both = open(constants.O_RDWR | constants.O_NONBLOCK)
  const readEnd = open(constants.O_RDONLY)
  const written = writeSome(both, bytes)
  const isDone = written === bytes.length && !isOpenEnded
  // A writer that can also read would never hear that the child has closed its end.
  const writeEnd = isDone ? undefined : open(constants.O_WRONLY | constants.O_NONBLOCK)
  closeSync(both)
  return inputPipe({ anchor, readEnd, writeEnd, rest: bytes.subarray(written), isOpenEnded })
}

function writeSome(fd: number, bytes: Uint8Array): number {
  try {
    return bytes.length === 0 ? 0 : writeSync(fd, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}

type Ends = {
  readonly anchor: number
  readonly readEnd: number
  readonly writeEnd: number | undefined
  readonly rest: Uint8Array
  readonly isOpenEnded: boolean
}

function inputPipe({ anchor, readEnd, writeEnd, rest, isOpenEnded }: Ends): InputPipe {
  let stream: Socket | undefined
  let stop: (() => void) | undefined
  let state: 'opened' | 'started' | 'closed' = 'opened'
  const atEnd = (): void => void (state === 'started' && (stop = keepOpenable(anchor)))
  return {
    readEnd,
    writer() {
      state = 'started'
      closeSync(readEnd)
      if (writeEnd === undefined) atEnd()
      else stream = writeRest(writeEnd, rest, isOpenEnded).once('close', atEnd)
      return stream
    },
    close() {
      if (state === 'closed') return
      if (state === 'opened') [readEnd, ...(writeEnd === undefined ? [] : [writeEnd])].forEach((fd) => closeSync(fd))
      state = 'closed'
      stop?.()
      stream?.destroy()
      closeSync(anchor)
    },
  }
}

/** A hook may close its stdin, or exit, without having read it; its exit status says what that means. */
function writeRest(fd: number, rest: Uint8Array, isOpenEnded: boolean): Socket {
  const stream = new Socket({ fd, readable: false, writable: true }).on('error', () => {})
  if (!isOpenEnded) stream.end(rest)
  else if (rest.length > 0) stream.write(rest)
  return stream
}
