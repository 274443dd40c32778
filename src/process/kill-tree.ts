import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { endTree, endTreesNow } from './windows-tree.ts'

/** A process group by its leader. */
export type Group = { readonly pid: number; readonly isLeaderReaped: () => boolean }

const FIRST_LOOK_MS = 2
const MAX_LOOK_MS = 40
/** taskkill needs this long on a busy machine. */
const TREE_MS = 1_000

/** TERM, grace, KILL, and a sweep for whatever is born or dies late. */
export async function endGroup(
  group: Group,
  times: { readonly graceMs: number; readonly sweepMs: number },
): Promise<void> {
  if (process.platform === 'win32') return endOnWindows(group, times)
  signalGroup(group, 'SIGTERM')
  // A stopped process sees TERM only once it goes on.
  signalGroup(group, 'SIGCONT')
  if (await emptied(group, times.graceMs)) return
  signalGroup(group, 'SIGKILL')
  await emptied(group, times.sweepMs, () => signalGroup(group, 'SIGKILL'))
}

/** Ends groups at once, while this process exits. */
export function endGroupsNow(groups: readonly Group[]): void {
  if (process.platform === 'win32') endTreesNow(groups.filter(isGroupAlive).map(({ pid }) => pid))
  for (const group of groups) signalGroup(group, 'SIGKILL')
}

/**
 * The tree first: its first process would take the knowledge of who belongs to it with it. A signal would end that
 * process alone, and is for the case that the tree could not be ended.
 */
async function endOnWindows(
  group: Group,
  { graceMs, sweepMs }: { readonly graceMs: number; readonly sweepMs: number },
): Promise<void> {
  if (!isGroupAlive(group)) return
  await endTree(group.pid, Math.max(graceMs, TREE_MS))
  signalGroup(group, 'SIGKILL')
  await emptied(group, sweepMs)
}

/** Looks again and again, at growing intervals, until the group is empty or the time is up. */
export async function emptied(group: Group, ms: number, onLook?: () => void): Promise<boolean> {
  const deadline = performance.now() + ms
  for (let pauseMs = FIRST_LOOK_MS; isGroupAlive(group); pauseMs = Math.min(pauseMs * 2, MAX_LOOK_MS)) {
    const remainingMs = deadline - performance.now()
    if (remainingMs <= 0) return false
    onLook?.()
    await sleep(Math.min(pauseMs, remainingMs))
  }
  return true
}

export function isGroupAlive(group: Group): boolean {
  return send(addressOf(group), 0) && isOurs(group) && hasLivingMember(group.pid)
}

export function signalGroup(group: Group, signal: NodeJS.Signals): void {
  if (isOurs(group)) send(addressOf(group), signal)
}

/** Windows has no groups to signal; there only the process itself is reached, and `endTree` ends the others. */
function addressOf(group: Group): number {
  return process.platform === 'win32' ? group.pid : -group.pid
}

/**
 * The kernel gives a pid out again only when no group carries its number. So once the leader is reaped,
 * a process with that pid means the group is gone, and what has the number now is somebody else's.
 */
function isOurs(group: Group): boolean {
  return !group.isLeaderReaped() || !send(group.pid, 0)
}

/**
 * Whether there was anything to send to. EPERM means there was, under another user. Nothing there is the usual case
 * after an exit, and its stack trace would be the largest single cost of a whole supervised run.
 */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  const traces = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  } finally {
    Error.stackTraceLimit = traces
  }
}

/** Zombies take signals like the living. Where pid 1 does not reap, they stay in their group for ever. */
function hasLivingMember(pgid: number): boolean {
  if (process.platform !== 'linux') return true
  const pids = processIds()
  return pids.length === 0 || pids.some((pid) => isLivingMember(pid, pgid))
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function isLivingMember(pid: string, pgid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name comes in brackets and may itself contain brackets and spaces.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
    return group === String(pgid) && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}
