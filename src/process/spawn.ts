import { isIssue, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { atDeadline } from './deadline.ts'
import { settle, stop, type Leftovers } from './endings.ts'
import { fifoStock } from './fifo-stock.ts'
import { handOver } from './hand-over.ts'
import { isGroupAlive } from './kill-tree.ts'
import type { Cancel, Heir, Launch, ProcessLimits } from './launch.ts'
import { checkLaunch } from './launch-problems.ts'
import { converse, type Steering } from './converse.ts'
import { start, type Supervised } from './start.ts'

export { adopt } from './adopt.ts'
export { closeLeakingDescriptors } from './descriptors.ts'
export { openRunRecords, type RunRecords } from './run-records.ts'
export type { Launch, ProcessLimits }

/** Moves the limit of a process that runs, or ends the wait for it. */
type Limit = { deadline: number; rearm: () => void; finish: (end: End) => void }

type Exit = { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
/** It exited in time with a final code, and its stdout was still open at the timeout. */
type Held = Omit<Exit, 'kind'> & { readonly kind: 'held' }
/** Another process supervises it; settles when that one knows all it needs. */
type Given = { readonly kind: 'given'; readonly told: Promise<void> }
type End = Exit | Held | Given | { readonly kind: 'timed-out' } | { readonly kind: 'cancelled' }
type ExitedOutcome = Extract<Outcome, { kind: 'exited' }>

/** Runs one process to its end, and returns at most two seconds after its timeout. Never rejects. */
export async function launch(spec: Launch): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  if (spec.signal.aborted) return { kind: 'cancelled', by: abortedBy(spec.signal), ms: ms() }
  const checked = checkLaunch(spec)
  const run = isIssue(checked) ? checked : await start(checked)
  if (isIssue(run)) return { kind: 'not-started', issue: run, ms: ms() }
  const limit: Limit = { deadline: startedAt + spec.timeoutMs, rearm: () => {}, finish: () => {} }
  const ending = firstEnd(run, spec, limit)
  const hangUp = spec.talk && converse(run, spec.talk, steering(run, spec, limit))
  const end = await ending
  // What a process wrote before its exit may arrive after it, and still counts.
  const leftovers = end.kind === 'exited' ? await settle(run, settling(spec)) : undefined
  hangUp?.()
  switch (end.kind) {
    case 'exited':
      return { ...exited(end, leftovers, run, ms()), ...warningsOf(spec) }
    case 'held': {
      const ended = isGroupAlive(run.group) ? 'terminated' : 'left'
      await stop(run, spec.limits)
      return { ...exited(end, ended, run, ms()), openAfterMs: spec.timeoutMs, ...warningsOf(spec) }
    }
    case 'given':
      await end.told
      return { kind: 'backgrounded', ms: ms(), ...warningsOf(spec) }
    case 'timed-out':
      await stop(run, spec.limits)
      return { kind: 'timed-out', afterMs: spec.timeoutMs, ...run.output(), ms: ms(), ...warningsOf(spec) }
    case 'cancelled':
      await stop(run, spec.limits)
      return { kind: 'cancelled', by: abortedBy(spec.signal), ms: ms() }
  }
}

function settling({ leftovers, limits: { settleMs } }: Launch) {
  return { leftovers, settleMs }
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
      limit.finish = () => {}
      spec.signal.removeEventListener('abort', onAbort)
      run.child.off('exit', onExit)
      resolve(end)
    }
    limit.finish = finish
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

/** What `talk` may do with the process. */
function steering(run: Supervised, spec: Launch, limit: Limit): Steering {
  const allow = (ms: number): void => {
    limit.deadline = performance.now() + ms
    limit.rearm()
    run.record?.move(ms)
  }
  const give = (heir: Heir, ms: number): void => {
    const told = run.child.exitCode === null ? handOver(run, heir, { ms, spec }) : undefined
    if (told) limit.finish({ kind: 'given', told })
  }
  return {
    allow,
    handOver(heir, ms) {
      const { stdin } = run.streams
      // Whoever takes over has no part in writing the payload.
      if (stdin === undefined || stdin.writableFinished) give(heir, ms)
      else stdin.once('finish', () => give(heir, ms))
    },
  }
}

function exited(end: Exit | Held, leftovers: Leftovers, run: Supervised, ms: number): ExitedOutcome {
  return {
    kind: 'exited',
    code: end.code,
    ...(end.signal !== null && { signal: end.signal }),
    ...run.output(),
    ms,
    ...(leftovers && { leftovers }),
  }
}

/** All processes share the stock of pipes and the records, so the first that ends tells what happened to them. */
function warningsOf({ records }: Launch): { readonly warnings?: readonly Issue[] } {
  const pipes = fifoStock.takeWarning()
  const found = [...(pipes === undefined ? [] : [pipes]), ...(records?.takeWarnings() ?? [])]
  return found.length === 0 ? {} : { warnings: found }
}

function abortedBy(signal: Cancel): 'host' | 'earlier-step' {
  return signal.reason === 'earlier-step' ? 'earlier-step' : 'host'
}
