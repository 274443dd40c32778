import type { LateAnswer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { createShares, type Shortage } from './shares.ts'
import { tellAll, type Warn } from './tell-all.ts'

/** A step that goes on after its event was answered. */
export type BackgroundStep = {
  /** Id of the step, for `cancel`; unlike that of every other step of the engine. */
  readonly id: string
  /** The hook that runs. */
  readonly hook: Hook
  /** The event that started it. */
  readonly event: Event
  /** The run that started it: the same as `Run.id`. */
  readonly runId: string
  /** `declared`: the hook itself said so on its first line. */
  readonly mode: 'background' | 'rewake' | 'declared'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** A hook went into the background, or ended there. */
export type BackgroundChange =
  | {
      /** A hook goes on after its event. */
      readonly kind: 'started'
      /** The step that began. */
      readonly step: BackgroundStep
    }
  | ({
      /** A hook in the background has ended, whether it succeeded or not. */
      readonly kind: 'finished'
      /** The step that ended. */
      readonly step: BackgroundStep
      /** How it ended. */
      readonly outcome: Outcome
    } & LateAnswer)

/** Hooks that run behind their events. None outlives the engine. */
export type Background = {
  /** Returns the steps that run now, oldest first. */
  list(): readonly BackgroundStep[]
  /** Ends one step, or all of them, and settles when they are gone. */
  cancel(id?: string): Promise<void>
  /** Settles when everything that runs now has ended, or what one run started. */
  settled(runId?: string): Promise<void>
  /** Calls `listener` for every later change; the returned function ends that. */
  subscribe(listener: (change: BackgroundChange) => void): () => void
}

/** A step on its way into the background. */
export type Adopted = Omit<BackgroundStep, 'id' | 'startedAt'> & {
  readonly done: Promise<Outcome>
  /** Gives its place back. */
  readonly free: () => void
  readonly cancel: () => void
  readonly read: (outcome: Outcome) => Promise<LateAnswer>
}

export type BackgroundRegistry = Background & {
  /** A place for one more step: the function that gives it back, or why there is none. */
  reserve(sessionId: string | undefined): (() => void) | NoPlace
  adopt(step: Adopted): void
}

/** Why a step cannot run in the background, with the limits that hold there. */
export type NoPlace = { readonly shortage: Shortage; readonly places: Places }

export type Places = {
  /** Of all sessions together. */
  readonly total: number
  readonly perSession: number
  /** The last places, for sessions that hold fewer than that. */
  readonly kept: number
}

type Entry = { readonly step: BackgroundStep; readonly cancel: () => void; readonly over: Promise<void> }

export function createBackground({
  now,
  places,
  warn,
}: {
  readonly now: () => number
  readonly places: Places
  readonly warn: Warn
}): BackgroundRegistry {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(change: BackgroundChange) => void>()
  const shares = createShares(places.total, places.kept, places.perSession)
  let count = 0

  const tell = (change: BackgroundChange): void => tellAll(change, listeners, warn)

  async function follow(step: BackgroundStep, { done, read, free }: Adopted): Promise<void> {
    const outcome = await done.catch((error: unknown) => broke(step.hook, error))
    const late = await read(outcome)
    entries.delete(step.id)
    free()
    tell({ kind: 'finished', step, outcome, ...late })
  }

  function adopt(adopted: Adopted): void {
    const { hook, event, runId, mode } = adopted
    const step = { id: `${hook.id}#${(count += 1)}`, hook, event, runId, mode, startedAt: now() }
    const over = follow(step, adopted)
    entries.set(step.id, { step, cancel: adopted.cancel, over })
    tell({ kind: 'started', step })
  }

  async function cancel(id?: string): Promise<void> {
    const chosen = [...entries.values()].filter(({ step }) => id === undefined || step.id === id)
    for (const entry of chosen) entry.cancel()
    await Promise.all(chosen.map((entry) => entry.over))
  }

  return {
    reserve(sessionId = '') {
      const free = shares.take(sessionId)
      return typeof free === 'function' ? free : { shortage: free, places }
    },
    adopt,
    list: () => [...entries.values()].map(({ step }) => step),
    cancel,
    async settled(runId) {
      const chosen = [...entries.values()].filter(({ step }) => runId === undefined || step.runId === runId)
      await Promise.all(chosen.map(({ over }) => over))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function broke(hook: Hook, error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', issue: issue('step.broke', { hook: hook.id }, `It broke: ${message}`), ms: 0 }
}
