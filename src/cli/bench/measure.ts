import type { Hook } from '../../core/hook.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Progress } from '../../engine/progress.ts'
import type { Run } from '../../engine/run.ts'
import { classOf, type HookClass } from '../../log/record.ts'
import type { Target } from './targets.ts'

/** One dispatch, in milliseconds. */
export type Dispatched = { readonly wholeMs: number; readonly hooksMs: number; readonly engineMs: number }

/** What one step came to. */
export type Stepped = { readonly ms: number; readonly class: HookClass; readonly isSilent: boolean }

export type Measured = {
  readonly target: Target
  readonly dispatches: Dispatched[]
  /** By the id of the hook. */
  readonly steps: Map<string, Stepped[]>
  /** Milliseconds after which a step was ended because the time was up. */
  cutOffMs?: number
}

/** Work that is repeated in every round besides the dispatches. */
export type Chore = { readonly most: number; readonly run: (signal: AbortSignal) => Promise<void> }

export type Measuring = {
  readonly rounds: number
  readonly budgetMs: number
  readonly signal: AbortSignal
  /** Tells what is measured now. */
  readonly tell: (text: string) => void
}

export type Ended = 'done' | 'time' | 'interrupted'

/**
 * Measures in rounds, everything once in each, so that a slow moment of the machine hits all alike and an early end
 * leaves everything with as many runs.
 */
export async function measureAll(
  targets: readonly Target[],
  chores: readonly Chore[],
  { rounds, budgetMs, signal, tell }: Measuring,
): Promise<{ readonly measured: readonly Measured[]; readonly ended: Ended }> {
  const measured = targets.map((target): Measured => ({ target, dispatches: [], steps: new Map() }))
  const end = performance.now() + budgetMs
  const left = (): number => end - performance.now()
  const over = (): Ended | undefined => (signal.aborted ? 'interrupted' : left() <= 0 ? 'time' : undefined)
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      const ended = over()
      if (ended !== undefined) return { measured, ended }
      tell(`round ${round + 1} of ${rounds}: ${one.target.host.name} ${one.target.event.name}`)
      await measureOnce(one, { signal, leftMs: left() })
    }
    for (const chore of chores) {
      const ended = over()
      if (ended !== undefined) return { measured, ended }
      if (round < chore.most)
        await chore.run(AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left()))]))
    }
  }
  return { measured, ended: signal.aborted ? 'interrupted' : 'done' }
}

async function measureOnce(
  one: Measured,
  { signal, leftMs }: { signal: AbortSignal; leftMs: number },
): Promise<void> {
  const { workspace, event, isBehind, hooks } = one.target
  const watch = stopwatch()
  const run = await workspace.core.run(
    { ...event, at: workspace.clock.now() },
    { signal, deadlineMs: leftMs, forceSync: isBehind, onProgress: watch.hear },
  )
  if (signal.aborted) return
  const cut = run.results.find(({ outcome }) => isCut(outcome))
  if (cut !== undefined) {
    one.cutOffMs = Math.max(one.cutOffMs ?? 0, cut.outcome.ms)
    return
  }
  const hooksMs = watch.busyMs()
  one.dispatches.push({ wholeMs: run.ms, hooksMs, engineMs: Math.max(0, run.ms - hooksMs) })
  for (const hook of hooks) record(one, hook, run)
}

/** True when the time of the measurement ended the hook or kept it from starting; the hook has not failed then. */
function isCut(outcome: Outcome): boolean {
  if (outcome.kind === 'timed-out') return outcome.deadlineMs !== undefined
  return outcome.kind === 'not-started' && outcome.issue.code === 'run.deadline'
}

function record({ steps }: Measured, { id }: Hook, { results }: Run): void {
  const own = results.filter(({ hook }) => hook.id === id)
  const [first] = own
  if (first === undefined) return
  const { answer } = first
  const isSilent = answer.decision === 'none' && answer.effects.length === 0 && answer.failure === undefined
  // A hook of a call with several parts runs once for each; the event waits for all of them.
  const ms = own.reduce((sum, { outcome }) => sum + outcome.ms, 0)
  steps.set(id, [...(steps.get(id) ?? []), { ms, class: classOf(answer), isSilent }])
}

/** How long at least one hook ran, whether they ran side by side or one after the other. */
function stopwatch(): { readonly hear: (progress: Progress) => void; readonly busyMs: () => number } {
  let running = 0
  let since = 0
  let busy = 0
  return {
    hear({ kind }) {
      if (kind === 'started' && running++ === 0) since = performance.now()
      if (kind === 'finished' && --running === 0) busy += performance.now() - since
    },
    busyMs: () => busy,
  }
}
