import { closeSync, openSync, readSync } from 'node:fs'

/** Longer than any line of `/proc/PID/stat` up to the field that is needed. */
const buffer = Buffer.allocUnsafe(1_024)

/** What tells a process from another one that gets the same number later. */
type Identity = {
  /** In clock ticks since the machine started. */
  readonly start: string
  /** It has ended, and its parent has not been told yet. */
  readonly isZombie: boolean
  /** The id of its group, which is that of the group's first process. */
  readonly group: number
}

/** Undefined when there is no such process, and on systems without `/proc`. */
export function identify(pid: number): Identity | undefined {
  const stat = readStat(pid)
  if (stat === undefined) return undefined
  // The name comes in brackets and may itself contain brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20)
  const start = fields[19]
  if (start === undefined) return undefined
  return { start, isZombie: fields[0] === 'Z' || fields[0] === 'X', group: Number(fields[2]) }
}

/** True when the process that began at that time has not ended. */
export function isStillRunning(pid: number, start: string): boolean {
  const found = identify(pid)
  return found !== undefined && found.start === start && !found.isZombie
}

/** Into a buffer that is there already: every hook pays for this. */
function readStat(pid: number): string | undefined {
  const traces = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    const fd = openSync(`/proc/${pid}/stat`, 'r')
    try {
      return buffer.toString('latin1', 0, readSync(fd, buffer))
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  } finally {
    Error.stackTraceLimit = traces
  }
}
