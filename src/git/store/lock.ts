import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isIssue, type Issue } from '../../core/issue.ts'
import { hostTag } from '../../ports/scratch.ts'
import { unwritable } from './store.ts'
import { cancelled } from '../contracts/interrupted.ts'

/*
 * Every contender makes a file of its own and owns the lock when there is no file of another living one; otherwise it
 * takes its file back and tries again. No name is used twice, so the file of a dead process can be removed by anybody
 * at any time, and nobody can remove a lock that was taken in the meantime.
 */

export type Waiting = {
  readonly signal: AbortSignal
  /** Called once, with the process that is waited for. */
  onWait(owner: string): void
}

/** `stem` is the path of the lock without an owner. */
export async function withLock<T>(
  stem: string,
  work: () => Promise<T>,
  waiting: Waiting,
): Promise<T | Issue> {
  const own = await acquire(stem, waiting)
  if (isIssue(own)) return own
  // Other machines cannot look for our process; they go by the age of the file.
  const beat = setInterval(() => quietly(() => utimesSync(own, new Date(), new Date())), BEAT_MS)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    quietly(() => unlinkSync(own))
  }
}

/** Whether a living process has the lock. Files of dead ones are removed. */
export function isLocked(stem: string): boolean {
  return livingOwner(stem) !== undefined
}

const BEAT_MS = 30_000
const SILENT_MS = 10 * 60_000
const PAUSE_MS = { least: 15, spread: 60 }

async function acquire(stem: string, { signal, onWait }: Waiting): Promise<string | Issue> {
  let isAnnounced = false
  while (!signal.aborted) {
    const owner = livingOwner(stem)
    const own = owner === undefined ? claim(stem) : undefined
    if (own !== undefined) return own
    if (owner !== undefined && !isAnnounced) onWait(owner)
    isAnnounced ||= owner !== undefined
    await sleep(PAUSE_MS.least + Math.random() * PAUSE_MS.spread, undefined, { signal }).catch(() => {})
  }
  return cancelled()
}

/** Undefined when another one came at the same moment. */
function claim(stem: string): string | Issue | undefined {
  const start = startOf(process.pid) ?? '0'
  const name = [stem, process.pid, start, hostTag(), randomBytes(6).toString('hex')].join('.')
  try {
    writeFileSync(name, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    return unwritable(dirname(stem), error)
  }
  if (livingOwner(stem, name) === undefined) return name
  quietly(() => unlinkSync(name))
  return undefined
}

function livingOwner(stem: string, own?: string): string | undefined {
  const prefix = `${basename(stem)}.`
  const names = quietly(() => readdirSync(dirname(stem))) ?? []
  const others = names.filter((name) => name.startsWith(prefix)).map((name) => join(dirname(stem), name))
  for (const path of others) {
    if (path === own) continue
    const [pid = '', start = '', host = ''] = basename(path).slice(prefix.length).split('.')
    if (isAlive(path, { pid: Number(pid), start, host })) return pid
    quietly(() => unlinkSync(path))
  }
  return undefined
}

type Owner = { readonly pid: number; readonly start: string; readonly host: string }

function isAlive(path: string, { pid, start, host }: Owner): boolean {
  if (host !== hostTag()) {
    const touched = quietly(() => statSync(path).mtimeMs)
    return touched !== undefined && Date.now() - touched < SILENT_MS
  }
  // The number of a dead process is given to a new one sooner or later; the time of its start is not.
  return exists(pid) && (startOf(pid) ?? start) === start
}

/** From /proc, where there is one; a zombie has no start any more. */
function startOf(pid: number): string | undefined {
  const text = quietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? 'zombie' : fields?.[19]
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
