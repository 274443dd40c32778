import { within } from './deadline.ts'
import { emptied, endGroup, isGroupAlive } from './kill-tree.ts'
import type { ProcessLimits } from './launch.ts'
import type { Supervised } from './start.ts'

/** What must be known of a process to end it in order. */
type Ending = Pick<Supervised, 'group' | 'closed' | 'isClosed' | 'release'>
export type Leftovers = 'terminated' | 'left' | undefined

/** From the deadline to the last moment `launch` may return, with 100 ms to spare for a busy machine. */
const STOP_BUDGET_MS = 1_900
/** Leftovers get this long between TERM and KILL; their hook has already had its say. */
const LEFTOVER_GRACE_MS = 100

/** After a normal exit. A pipe that stays open without a group is held by a descendant in another session. */
export async function settle(
  run: Ending,
  { settleMs, leftovers: wanted }: { readonly settleMs: number; readonly leftovers: 'terminate' | 'leave' },
): Promise<Leftovers> {
  const exitedAt = performance.now()
  const drained = run.isClosed() || (await within(run.closed, settleMs))
  let leftovers: Leftovers = drained ? undefined : 'left'
  if (isGroupAlive(run.group)) {
    const remainingMs = settleMs - (performance.now() - exitedAt)
    leftovers = wanted === 'leave' ? 'left' : await endLeftovers(run, remainingMs)
  }
  run.release(wanted === 'leave' ? 'leave' : 'close')
  return leftovers
}

/** At a deadline or when nobody wants the answer. Takes less than two seconds. */
export async function stop(run: Ending, limits: ProcessLimits): Promise<void> {
  const graceMs = Math.min(limits.killGraceMs, STOP_BUDGET_MS - 500)
  const sweepMs = Math.min(limits.sweepMs, STOP_BUDGET_MS - graceMs)
  const since = performance.now()
  await endGroup(run.group, { graceMs, sweepMs })
  const leftMs = STOP_BUDGET_MS - (performance.now() - since)
  await within(run.closed, Math.min(limits.settleMs, leftMs))
  run.release('close')
}

async function endLeftovers(run: Ending, remainingMs: number): Promise<Leftovers> {
  if (await emptied(run.group, remainingMs)) return undefined
  await endGroup(run.group, { graceMs: LEFTOVER_GRACE_MS, sweepMs: 0 })
  return 'terminated'
}
