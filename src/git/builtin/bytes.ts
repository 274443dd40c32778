import type { Buffer } from 'node:buffer'

export const TAB = 0x09
export const LF = 0x0a
export const FF = 0x0c
export const CR = 0x0d
export const SPACE = 0x20

/** What counts as white space in bytes: not the vertical tab, nothing past ASCII. */
export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === TAB || byte === CR || byte === FF
}

/** The end of the line that starts at `start`: after its line feed, or the end of the bytes. */
export function nextLine(bytes: Buffer, start: number): number {
  const at = bytes.indexOf(LF, start)
  return at < 0 ? bytes.length : at + 1
}

export function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count += 1
  return count
}
