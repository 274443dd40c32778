import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../process/temp-folder.ts'
import { CHUNK_BYTES } from './limits.ts'
import { writeAll } from './write-in-place.ts'

/** A file that is not held in memory as a whole. Its functions throw what the file system says, or a cancel. */
export type BigFile = {
  readonly size: number
  read(at: number, length: number): Buffer
  /** Each ends after a line feed, except maybe the last; overwritten by the next one. */
  pieces(): AsyncGenerator<Buffer, void, void>
  /** Cuts the file at `at` and adds `bytes`. */
  endWith(at: number, bytes: Uint8Array): void
  /** Writes the pieces aside, and over the file once all of them are there. */
  rewrite(pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Whether any of that has happened. */
  isWritten(): boolean
  close(): void
}

type BigOptions = { readonly over: number; readonly signal: AbortSignal }

/** Undefined for a file that is not over the bound; `fd` then stays the caller's. */
export function bigFile(
  fd: number,
  path: string | Buffer,
  { over, signal }: BigOptions,
): BigFile | undefined {
  const { size } = fstatSync(fd)
  if (size <= over) return undefined
  let isWritten = false
  return {
    size,
    read: (at, length) => readAt(fd, Buffer.allocUnsafe(length), at),
    pieces: () => linePieces(fd, signal),
    isWritten: () => isWritten,
    endWith(at, bytes) {
      isWritten = true
      withOpen(path, size, (target) => {
        ftruncateSync(target, at)
        writeAll(target, bytes, at)
      })
    },
    async rewrite(pieces) {
      isWritten = true
      await writeAside(pieces, (aside, length) =>
        withOpen(path, size, (target) => copyOver(aside, target, length)),
      )
    },
    close: () => closeSync(fd),
  }
}

/** The whole of a file whose beginning was read already. */
export function readRest(fd: number, beginning: Buffer): Buffer {
  const { size } = fstatSync(fd)
  let whole = Buffer.allocUnsafeSlow(Math.max(size + 1, beginning.length * 2))
  beginning.copy(whole)
  let length = beginning.length
  for (;;) {
    const count = readSync(fd, whole, length, whole.length - length, length)
    if (count === 0) return whole.subarray(0, length)
    length += count
    if (length === whole.length) whole = grown(whole)
  }
}

async function* linePieces(fd: number, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let kept = 0
  let at = 0
  for (;;) {
    signal.throwIfAborted()
    const count = readSync(fd, buffer, kept, buffer.length - kept, at)
    const filled = kept + count
    at += count
    if (count === 0) {
      if (filled > 0) yield buffer.subarray(0, filled)
      return
    }
    const end = buffer.lastIndexOf(0x0a, filled - 1) + 1
    if (end > 0) {
      yield buffer.subarray(0, end)
      await new Promise((resolve) => setImmediate(resolve))
    }
    buffer.copyWithin(0, end, filled)
    kept = filled - end
    if (kept === buffer.length) buffer = grown(buffer)
  }
}

function grown(buffer: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 2)
  buffer.copy(larger)
  return larger
}

function readAt(fd: number, buffer: Buffer, at: number): Buffer {
  let length = 0
  for (let count = -1; count !== 0 && length < buffer.length; length += count) {
    count = readSync(fd, buffer, length, buffer.length - length, at + length)
  }
  return buffer.subarray(0, length)
}

async function writeAside(
  pieces: AsyncIterable<Uint8Array>,
  use: (aside: number, length: number) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tempFolder(), 'hookwright-'))
  const aside = openSync(join(folder, 'content'), 'w+', 0o600)
  try {
    let length = 0
    for await (const piece of pieces) {
      writeAll(aside, piece, length)
      length += piece.length
    }
    use(aside, length)
  } finally {
    closeSync(aside)
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyOver(from: number, to: number, length: number): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let at = 0; at < length;) {
    const chunk = readAt(from, buffer, at)
    writeAll(to, chunk, at)
    at += chunk.length
  }
  ftruncateSync(to, length)
}

/** Not for a file that somebody else has changed. */
function withOpen(path: string | Buffer, size: number, use: (fd: number) => void): void {
  const fd = openSync(path, 'r+')
  try {
    if (fstatSync(fd).size !== size) throw new Error('somebody else changed it meanwhile')
    use(fd)
  } finally {
    closeSync(fd)
  }
}
