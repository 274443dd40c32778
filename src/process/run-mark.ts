import { readdirSync, readFileSync } from 'node:fs'
import { identify } from './identity.ts'
import type { MarkedName } from './run-folder.ts'

/**
 * A variable of hooks. It names the run, because a hook may kill hookwright before that knows its process id, and the
 * milliseconds the hook has.
 */
export const MARK = 'HOOKWRIGHT_RUN'

export function markOf(run: Pick<MarkedName, 'owner' | 'ownerStart' | 'run'>, ms: number): string {
  // As in `uptimeIn`: a longer time is none.
  return `${nameOf(run)}${Math.ceil(Math.min(ms, 3e12))}`
}

/** The first process of a hook, which leads its group. */
type MarkedProcess = { readonly pid: number; readonly start: string; readonly deadline: number }

/**
 * Looks through all processes for the first one of a run. Its descendants carry the mark as well: those that lead a
 * group of their own began later.
 */
export function findMarked(run: MarkedName): MarkedProcess | undefined {
  const mark = `\0${MARK}=${nameOf(run)}`
  const found = processIds().flatMap((pid) => markedProcess(pid, mark) ?? [])
  return found.toSorted((one, other) => Number(one.start) - Number(other.start) || one.pid - other.pid)[0]
}

function nameOf({ owner, ownerStart, run }: Pick<MarkedName, 'owner' | 'ownerStart' | 'run'>): string {
  return `${owner}.${ownerStart}-${run}-`
}

function markedProcess(pid: number, mark: string): MarkedProcess | undefined {
  const environ = `\0${readQuietly(`/proc/${pid}/environ`)}`
  const at = environ.indexOf(mark)
  const ms = at === -1 ? undefined : /^\d+/.exec(environ.slice(at + mark.length))?.[0]
  const found = ms === undefined ? undefined : identify(pid)
  if (found === undefined || found.isZombie || found.group !== pid) return undefined
  return { pid, start: found.start, deadline: Number(found.start) + Math.ceil(Number(ms) / 10) }
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Processes of other users, and those that have just ended, cannot be read. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
