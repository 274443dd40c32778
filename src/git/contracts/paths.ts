import { Buffer } from 'node:buffer'
import { relative, sep } from 'node:path'

/*
 * Names of files are bytes, and most of them are UTF-8. A byte that is not becomes one half of a surrogate pair
 * (U+DC80 to U+DCFF), as in Python: such a string can be matched, sorted and printed, and turned back without loss.
 */

// With `u` the second half of a whole pair, such as that of U+1F480, does not count.
const LONE = /[\uDC80-\uDCFF]/u

/** Names as git prints them with `-z`. */
export function splitNames(output: Uint8Array): readonly string[] {
  const text = decodePath(output)
  const names = text.split('\0')
  if (names.at(-1) === '') names.pop()
  return names
}

export function decodePath(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.includes('\uFFFD') ? decodeSlowly(bytes) : text
}

/** A path below a folder as git names it, with `/`; empty: the folder itself. */
export function nameBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

/** What file-system functions take: bytes only where a string would not do. */
export function diskPath(name: string): string | Buffer {
  return isPlainPath(name) ? name : encodePath(name)
}

/** False for a name that no string argument of a process can carry. */
export function isPlainPath(name: string): boolean {
  return !LONE.test(name)
}

export function encodePath(name: string): Buffer {
  const pieces = name.split(/([\uDC80-\uDCFF]+)/u)
  return Buffer.concat(
    pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : Buffer.from(rawBytes(piece)))),
  )
}

function rawBytes(piece: string): readonly number[] {
  return Array.from(piece, (unit) => unit.charCodeAt(0) - 0xdc00)
}

function decodeSlowly(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    const piece = decodeOrNothing(decoder, bytes.subarray(at, at + length))
    text += piece ?? String.fromCharCode(0xdc00 + (bytes[at] as number))
    at += piece === undefined ? 1 : length
  }
  return text
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number
  if (lead < 0xc0) return 1
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

function decodeOrNothing(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
