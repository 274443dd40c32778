import { isIssue, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { atDeadline, within } from './deadline.ts'
import { fifoStock } from './fifo-stock.ts'
import { emptied, endGroup, isGroupAlive } from './kill-tree.ts'
import type { Cancel, Launch, ProcessLimits } from './launch.ts'
import { checkLaunch } from './launch-problems.ts'
import { converse } from './converse.ts'
import { start, type Supervised } from './start.ts'

export { closeLeakingDescriptors } from './descriptors.ts'
export type { Launch, ProcessLimits }

/** Moves the limit of a process that runs. */
type Limit = { deadline: number; rearm: () => void }

type Exit = { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
/** It exited in time with a final code, and its stdout was still open at the timeout. */
type Held = Omit<Exit, 'kind'> & { readonly kind: 'held' }
type End = Exit | Held | { readonly kind: 'timed-out' } | { readonly kind: 'cancelled' }
type ExitedOutcome = Extract<Outcome, { kind: 'exited' }>
type Leftovers = 'terminated' | 'left' | undefined

/** From the deadline to the last moment `launch` may return, with 100 ms to spare for a busy machine. */
const STOP_BUDGET_MS = 1_900
/** Leftovers get this long between TERM and KILL; their hook has already had its say. */
const LEFTOVER_GRACE_MS = 100

/** Runs one process to its end, and returns at most two seconds after its timeout. Never rejects. */
export async function launch(spec: Launch): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  if (spec.signal.aborted) return { kind: 'cancelled', by: abortedBy(spec.signal), ms: ms() }
  const checked = checkLaunch(spec)
  const run = isIssue(checked) ? checked : await start(checked)
  if (isIssue(run)) return { kind: 'not-started', issue: run, ms: ms() }
  const limit: Limit = { deadline: startedAt + spec.timeoutMs, rearm: () => {} }
  const ending = firstEnd(run, spec, limit)
  const hangUp = spec.talk && converse(run, spec.talk, (allowedMs) => allow(limit, allowedMs))
  const end = await ending
  // What a process wrote before its exit may arrive after it, and still counts.
  const leftovers = end.kind === 'exited' ? await settle(run, spec) : undefined
  hangUp?.()
  switch (end.kind) {
    case 'exited':
      return exited(end, leftovers, run, ms())
    case 'held': {
      const ended = isGroupAlive(run.group) ? 'terminated' : 'left'
      await stop(run, spec.limits)
      return { ...exited(end, ended, run, ms()), openAfterMs: spec.timeoutMs }
    }
    case 'timed-out':
      await stop(run, spec.limits)
      return { kind: 'timed-out', afterMs: spec.timeoutMs, ...run.output(), ms: ms(), ...pipeWarnings() }
    case 'cancelled':
      await stop(run, spec.limits)
      return { kind: 'cancelled', by: abortedBy(spec.signal), ms: ms() }
  }
}

/** What comes first counts: an exit code that arrives during the stop changes nothing. */
function firstEnd(run: Supervised, spec: Launch, limit: Limit): Promise<End> {
  return new Promise((resolve) => {
    let late: End = { kind: 'timed-out' }
    const onExit = (code: number | null, signal: string | null) => {
      const exit = { kind: 'exited', code, signal } as const
      if (code !== null && spec.finalCodes?.includes(code)) late = { ...exit, kind: 'held' }
      if (spec.endsAt === 'stdout-end') void stdoutEnd(run).then(() => finish(exit))
      else finish(exit)
    }
    const onAbort = () => finish({ kind: 'cancelled' })
    const arm = () => atDeadline(limit.deadline, () => finish(late))
    let disarm = arm()
    limit.rearm = () => {
      disarm()
      disarm = arm()
    }
    const finish = (end: End) => {
      disarm()
      limit.rearm = () => {}
      spec.signal.removeEventListener('abort', onAbort)
      run.child.off('exit', onExit)
      resolve(end)
    }
    run.child.once('exit', onExit)
    spec.signal.addEventListener('abort', onAbort)
    if (spec.signal.aborted) onAbort()
  })
}

/** Settles when nobody can write to stdout any more. */
function stdoutEnd({ streams: { stdout } }: Supervised): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.readableEnded || stdout.destroyed) resolve()
    else stdout.once('end', resolve).once('close', resolve)
  })
}

function allow(limit: Limit, ms: number): void {
  limit.deadline = performance.now() + ms
  limit.rearm()
}

/** After a normal exit. A pipe that stays open without a group is held by a descendant in another session. */
async function settle(run: Supervised, spec: Launch): Promise<Leftovers> {
  const { settleMs } = spec.limits
  const exitedAt = performance.now()
  const drained = run.isClosed() || (await within(run.closed, settleMs))
  let leftovers: Leftovers = drained ? undefined : 'left'
  if (isGroupAlive(run.group)) {
    const remainingMs = settleMs - (performance.now() - exitedAt)
    leftovers = spec.leftovers === 'leave' ? 'left' : await endLeftovers(run, remainingMs)
  }
  run.release(spec.leftovers === 'leave' ? 'leave' : 'close')
  return leftovers
}

async function endLeftovers(run: Supervised, remainingMs: number): Promise<Leftovers> {
  if (await emptied(run.group, remainingMs)) return undefined
  await endGroup(run.group, { graceMs: LEFTOVER_GRACE_MS, sweepMs: 0 })
  return 'terminated'
}

async function stop(run: Supervised, limits: ProcessLimits): Promise<void> {
  const graceMs = Math.min(limits.killGraceMs, STOP_BUDGET_MS - 500)
  const sweepMs = Math.min(limits.sweepMs, STOP_BUDGET_MS - graceMs)
  const since = performance.now()
  await endGroup(run.group, { graceMs, sweepMs })
  const leftMs = STOP_BUDGET_MS - (performance.now() - since)
  await within(run.closed, Math.min(limits.settleMs, leftMs))
  run.release('close')
}

function exited(end: Exit | Held, leftovers: Leftovers, run: Supervised, ms: number): ExitedOutcome {
  return {
    kind: 'exited',
    code: end.code,
    ...(end.signal !== null && { signal: end.signal }),
    ...run.output(),
    ms,
    ...(leftovers && { leftovers }),
    ...pipeWarnings(),
  }
}

/** All processes share the stock, so the first that ends tells what happened to it. */
function pipeWarnings(): { readonly warnings?: readonly Issue[] } {
  const found = fifoStock.takeWarning()
  return found === undefined ? {} : { warnings: [found] }
}

function abortedBy(signal: Cancel): 'host' | 'earlier-step' {
  return signal.reason === 'earlier-step' ? 'earlier-step' : 'host'
}
