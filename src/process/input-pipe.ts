import { closeSync, constants, fstatSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { fifoStock } from './fifo-stock.ts'
import { keepOpenable } from './openable.ts'

/** An empty pipe for stdin, before anybody knows the input. */
export type OpenedInput = {
  /** Names the pipe without being an end of it. */
  readonly anchor: number
  /** Ours, for both directions, so that neither end waits for the other. */
  readonly both: number
  /** For the child. A description of its own, so that it blocks and ours does not. */
  readonly readEnd: number
}

/** A pipe for stdin that already holds as much of the input as fits. */
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
export function openInput(): Promise<OpenedInput | undefined> {
  return fifoStock.open(openNamed)
}

export function closeInput({ anchor, both, readEnd }: OpenedInput): void {
  for (const fd of [anchor, both, readEnd]) closeSync(fd)
}

/** Undefined when no descriptors are left; then everything is closed. */
export function fillInput(opened: OpenedInput, { bytes, isOpenEnded }: Input): InputPipe | undefined {
  const { anchor, both, readEnd } = opened
  try {
    const written = writeSome(both, bytes)
    const isDone = written === bytes.length && !isOpenEnded
    // A writer that can also read would never hear that the child has closed its end.
    const writeEnd = isDone ? undefined : openAt(anchor, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(both)
    return inputPipe({ anchor, readEnd, writeEnd, rest: bytes.subarray(written), isOpenEnded })
  } catch {
    closeInput(opened)
    return undefined
  }
}

/** Names a file without opening it, so that a device or a link in place of the FIFO does nothing. */
const O_PATH = 0o10000000

function openNamed(path: string): OpenedInput {
  const anchor = openSync(path, O_PATH | constants.O_NOFOLLOW)
  const opened = [anchor]
  const open = (flags: number): number => {
    const fd = openAt(anchor, flags)
    opened.push(fd)
    return fd
  }
  try {
    if (!fstatSync(anchor).isFIFO()) throw new Error(`${path} is not a FIFO`)
    unlinkSync(path)
    const both = open(constants.O_RDWR | constants.O_NONBLOCK)
    return { anchor, both, readEnd: open(constants.O_RDONLY) }
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
