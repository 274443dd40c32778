import type { Verdict } from '../core/decision.ts'
import type { Plan } from '../core/plan.ts'
import type { Block, Counts } from '../core/tally.ts'
import type { StepResult } from './runner.ts'

/** One execution of one plan. */
export type Run = {
  /** Unlike that of every other run; the log and all progress have the same. */
  readonly id: string
  readonly plan: Plan
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly results: readonly StepResult[]
  readonly verdict: Verdict
  readonly counts: Counts
  /** Every deny, with its hook. */
  readonly blocks: readonly Block[]
  readonly ms: number
}
