/** Messages between the daemon and one of its workers, over one pipe in each direction. */
export const FRAME = {
  /** To the worker: a call, as JSON before its request. */
  call: 1,
  /** To the worker: the name of a signal that the launcher got, or that the launcher is gone. */
  signal: 2,
  /** To the daemon: bytes for the launcher. */
  reply: 3,
  /** To the daemon: the call is over, as JSON. */
  done: 4,
  /** To the daemon: the worker takes calls. */
  ready: 5,
} as const

export type FrameKind = (typeof FRAME)[keyof typeof FRAME]

const HEAD = 5

export function frame(kind: FrameKind, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt8(kind, 0)
  head.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 0),
    1,
  )
  return Buffer.concat([head, ...parts])
}

/** Puts frames together from what a pipe delivers in any pieces. */
export function createFrameReader(onFrame: (kind: number, body: Buffer) => void): (chunk: Buffer) => void {
  let held: readonly Buffer[] = []
  let size = 0
  let needed = HEAD
  return (chunk) => {
    held = [...held, chunk]
    size += chunk.length
    if (size < needed) return
    let bytes = held.length === 1 ? chunk : Buffer.concat(held)
    while (bytes.length >= HEAD) {
      const end = HEAD + bytes.readUInt32LE(1)
      needed = end
      if (bytes.length < end) break
      onFrame(bytes.readUInt8(0), bytes.subarray(HEAD, end))
      bytes = bytes.subarray(end)
      needed = HEAD
    }
    held = bytes.length === 0 ? [] : [bytes]
    size = bytes.length
  }
}
