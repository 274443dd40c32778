import { readlinkSync } from 'node:fs'

/** Names where process ids count, which containers of one machine may not share. Linux only; empty elsewhere. */
export function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
