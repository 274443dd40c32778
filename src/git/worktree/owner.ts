import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { pidNamespace } from '../../ports/pid-namespace.ts'

/** The process that has set changes aside. */
export type Owner = {
  readonly pid: number
  readonly host: string
  /** On Linux, where the id counts: processes of two containers may have the same host name. */
  readonly namespace?: string
  /** What tells it from a later process with the same id, where the platform says. */
  readonly started?: string
}

/** How often a process at work says so, and after which silence it counts as gone where nothing better is known. */
export const HEARTBEAT_MS = 5_000
const SILENCE_MS = 10 * 60_000

export function thisProcess(): Owner {
  const started = startOf(process.pid)
  const namespace = pidNamespace()
  return {
    pid: process.pid,
    host: hostname(),
    ...(namespace !== '' && { namespace }),
    ...(started !== undefined && { started }),
  }
}

export function isAtWork(owner: Owner, { silentMs }: { readonly silentMs: number }): boolean {
  // Another machine's, or another container's, process cannot be looked at.
  if (owner.host !== hostname() || isElsewhere(owner)) return silentMs < SILENCE_MS
  if (!isAlive(owner.pid)) return false
  if (process.platform !== 'linux') return silentMs < SILENCE_MS
  const started = startOf(owner.pid)
  return started !== undefined && (owner.started === undefined || owner.started === started)
}

function isElsewhere({ namespace }: Owner): boolean {
  return namespace !== undefined && namespace !== pidNamespace()
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Linux only; nothing for a process that has ended, reaped or not. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name comes in brackets and may itself contain brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
