import { isUtf8 } from 'node:buffer'
import { cutMark } from '../core/long-text.ts'
import type { Output } from '../core/outcome.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Bytes kept of one stream, with `dropped` bytes missing between head and tail. */
export function decode(head: Buffer, tail: Buffer, dropped: number): Output {
  const { encoding, bom } = detect(head)
  const mark = bom > 0 ? { bom: encoding } : NO_MARK
  if (dropped === 0) {
    const { text, wellFormed } = toText(tail.length > 0 ? Buffer.concat([head, tail]) : head, encoding, bom)
    return { text, droppedBytes: 0, wellFormed, ...mark }
  }
  const whole = head.subarray(0, wholeEnd(head, encoding))
  const rest = tail.subarray(wholeStart(tail, encoding, head.length + dropped))
  const droppedBytes = dropped + head.length - whole.length + tail.length - rest.length
  const [before, after] = [toText(whole, encoding, bom), toText(rest, encoding, 0)]
  return {
    text: `${before.text}${cutMark(droppedBytes)}${after.text}`,
    droppedBytes,
    wellFormed: before.wellFormed && after.wellFormed,
    ...mark,
  }
}

const NO_MARK = Object.freeze({})

/** How a stream that begins with these bytes is encoded. */
export function encodingOf(head: Buffer): Encoding {
  return detect(head).encoding
}

/** Windows PowerShell writes UTF-16 with a byte order mark when its output is redirected. */
function detect(head: Buffer): { readonly encoding: Encoding; readonly bom: number } {
  const [a, b, c] = head
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', bom: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', bom: 2 }
  return { encoding: 'utf-8', bom: a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0 }
}

function toText(bytes: Buffer, encoding: Encoding, bom: number): { text: string; wellFormed: boolean } {
  const body = bytes.subarray(bom)
  if (encoding === 'utf-8') return { text: body.toString(), wellFormed: isUtf8(body) }
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(body),
      wellFormed: true,
    }
  } catch {
    return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(body), wellFormed: false }
  }
}

/** Where the last whole character of a cut head ends. */
function wholeEnd(bytes: Buffer, encoding: Encoding): number {
  if (encoding === 'utf-8') return wholeUtf8End(bytes)
  const even = bytes.length - (bytes.length % 2)
  return isSurrogate(bytes, even - 2, { encoding, half: 'high' }) ? even - 2 : even
}

/** Where the first whole character of a cut tail starts; `offset` is the tail's place in the stream. */
function wholeStart(bytes: Buffer, encoding: Encoding, offset: number): number {
  if (encoding === 'utf-8') return leadingContinuations(bytes)
  const even = offset % 2
  return isSurrogate(bytes, even, { encoding, half: 'low' }) ? even + 2 : even
}

function wholeUtf8End(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return sequenceLength(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function leadingContinuations(bytes: Buffer): number {
  let count = 0
  while (count < 3 && isContinuation(bytes[count] ?? 0)) count++
  return count
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function sequenceLength(lead: number): number {
  if (lead >= 0b1111_0000) return 4
  if (lead >= 0b1110_0000) return 3
  return lead >= 0b1100_0000 ? 2 : 1
}

function isSurrogate(
  bytes: Buffer,
  at: number,
  which: { readonly encoding: Encoding; readonly half: 'high' | 'low' },
): boolean {
  const byte = bytes[which.encoding === 'utf-16le' ? at + 1 : at] ?? 0
  return (byte & 0b1111_1100) === (which.half === 'high' ? 0xd8 : 0xdc)
}
