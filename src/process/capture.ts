import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Output } from '../core/outcome.ts'
import { decode } from './decode.ts'

export type Capture = {
  readonly read: () => Output
  /** All that is kept. */
  readonly bytes: () => Buffer
  readonly end: (how: 'close' | 'leave') => void
}

/**
 * Drains the stream to its end, and keeps the first and the last half of `maxBytes`. `hear` gets every chunk. `before` is
 * what was read from the stream earlier.
 */
export function capture(
  stream: Readable,
  maxBytes: number,
  hear?: (chunk: Buffer) => void,
  before?: Buffer,
): Capture {
  const half = Math.max(1, Math.floor(maxBytes / 2))
  const head = createHead(half)
  const tail = createTail(half)
  const keep = (chunk: Buffer) => {
    hear?.(chunk)
    const rest = head.add(chunk)
    if (rest.length > 0) tail.add(rest)
  }
  const read = (): Output => decode(head.bytes(), tail.bytes(), tail.dropped())
  if (before) keep(before)
  let whole: Output | undefined
  stream.on('data', keep)
  // The streams end a moment before the process is reaped: time that nobody else needs.
  stream.once('end', () => (whole = read()))
  // The pipe of a process that was killed may break; what was read until then still counts.
  stream.on('error', () => {})
  return {
    read: () => whole ?? read(),
    bytes: () => Buffer.concat([head.bytes(), tail.bytes()]),
    end(how) {
      stream.off('data', keep)
      if (how === 'close') stream.destroy()
      else (stream as Socket).resume().unref()
    },
  }
}

/** Copies, because thousands of one-byte chunks would cost a hundred times their size. */
function createHead(capacity: number) {
  let buffer = Buffer.alloc(0)
  let length = 0
  const reserve = (needed: number) => {
    if (needed <= buffer.length) return
    const grown = Buffer.allocUnsafe(Math.min(capacity, Math.max(needed, buffer.length * 2)))
    buffer.copy(grown, 0, 0, length)
    buffer = grown
  }
  return {
    /** Returns what did not fit. */
    add(chunk: Buffer): Buffer {
      const taken = Math.min(chunk.length, capacity - length)
      reserve(length + taken)
      chunk.copy(buffer, length, 0, taken)
      length += taken
      return chunk.subarray(taken)
    },
    bytes: () => buffer.subarray(0, length),
  }
}

/** A ring that is only allocated when there is something to put in. */
function createTail(capacity: number) {
  let ring: Buffer | undefined
  let total = 0
  return {
    add(chunk: Buffer): void {
      ring ??= Buffer.allocUnsafeSlow(capacity)
      const last = chunk.subarray(-capacity)
      const at = (total + chunk.length - last.length) % capacity
      const fits = last.copy(ring, at)
      last.copy(ring, 0, fits)
      total += chunk.length
    },
    bytes(): Buffer {
      if (!ring || total <= capacity) return ring?.subarray(0, total) ?? Buffer.alloc(0)
      const at = total % capacity
      return Buffer.concat([ring.subarray(at), ring.subarray(0, at)])
    },
    dropped: () => Math.max(0, total - capacity),
  }
}
