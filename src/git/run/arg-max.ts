import { readFileSync } from 'node:fs'

/** Linux counts a quarter of the stack, and never less than 128 KiB; elsewhere this is what the system has. */
const FALLBACK = 2 ** 20
const LEAST = 2 ** 17

/** What the system takes for arguments and environment together; Node cannot ask `sysconf`. */
export function argMax(platform: NodeJS.Platform): number {
  if (platform !== 'linux') return FALLBACK
  try {
    const [, soft = ''] = /^Max stack size\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    const bytes = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
    return Number.isNaN(bytes) ? FALLBACK : Math.max(LEAST, bytes / 4)
  } catch {
    return FALLBACK
  }
}
