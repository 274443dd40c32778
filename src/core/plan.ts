import type { Event } from './event.ts'
import type { Hook } from './hook.ts'

/** A hook that runs for the event. */
export type Step = {
  /** The hook that runs. */
  readonly hook: Hook
  /** Why it runs, for a person: which matcher and condition fit. */
  readonly why: string
  /** What the hook sees: one part of the call. Absent: the event of the plan. */
  readonly event?: Event
}

/** A hook of the event that does not run. */
export type Skip = {
  /** The hook that does not run. */
  readonly hook: Hook
  /**
   * Why, for programs: its matcher or condition does not fit, an equal hook runs already, it has no approval, its
   * approved content has changed, or it is switched off.
   */
  readonly because: SkipReason
  /** Why, for a person. */
  readonly why: string
}

export type SkipReason = 'matcher' | 'condition' | 'duplicate' | 'untrusted' | 'changed' | 'disabled'

/** Ordered steps and skips for one event, before anything runs. */
export type Plan = {
  /** The event that the plan is for. */
  readonly event: Event
  /** Hooks that run, in configuration order. */
  readonly steps: readonly Step[]
  /** Hooks of the event that do not run, each with the reason. */
  readonly skipped: readonly Skip[]
}
