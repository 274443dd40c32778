import type { Event } from './event.ts'
import type { Hook } from './hook.ts'

export type Step = { readonly hook: Hook; readonly why: string }

/** `because` is for programs, `why` for people. */
export type Skip = { readonly hook: Hook; readonly because: SkipReason; readonly why: string }

export type SkipReason = 'matcher' | 'condition' | 'duplicate' | 'untrusted' | 'changed' | 'disabled'

/** Ordered steps and skips for one event, before anything runs. */
export type Plan = {
  readonly event: Event
  readonly steps: readonly Step[]
  readonly skipped: readonly Skip[]
}
