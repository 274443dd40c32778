import { Buffer } from 'node:buffer'
import { closeSync, constants, openSync, readSync } from 'node:fs'

/** A pipe without a writer must not keep us waiting. Windows has neither pipes of this kind nor the flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const SNIFFED_BYTES = 1_024

/** The first bytes of a file; absent when it cannot be read. */
export function readHead(path: string | Buffer, most: number): Buffer | undefined {
  try {
    const handle = openSync(path, FLAGS)
    try {
      const bytes = Buffer.allocUnsafe(most)
      return bytes.subarray(0, readSync(handle, bytes, 0, most, 0))
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

/** By the first bytes, as `file` decides it. An empty file is text, an unreadable one is not. */
export function isTextFile(path: string | Buffer): boolean {
  const head = readHead(path, SNIFFED_BYTES)
  if (head === undefined) return false
  for (const byte of head) if (byte < 0x20 ? !isTextControl(byte) : byte === 0x7f) return false
  return true
}

/** Bell to carriage return, and escape. */
function isTextControl(byte: number): boolean {
  return (byte >= 7 && byte <= 13) || byte === 27
}
