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
  return readHead(path, SNIFFED_BYTES)?.every(isTextByte) ?? false
}

function isTextByte(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : (byte >= 7 && byte <= 13) || byte === 27
}
