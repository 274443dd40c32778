import type { Verdict } from '../core/decision.ts'
import type { Plan } from '../core/plan.ts'
import type { Block, Counts } from '../core/tally.ts'
import type { StepResult } from './runner.ts'

/** One execution of one plan. */
export type Run = {
  /** Unlike that of every other run; the log and all progress have the same. */
  readonly id: string
  /** Which hooks were to run, and why; which were not, and why. */
  readonly plan: Plan
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly results: readonly StepResult[]
  /** What all hooks together decided: what to act on. */
  readonly verdict: Verdict
  /** How many hooks ended in which way. */
  readonly counts: Counts
  /** Every deny, with its hook. */
  readonly blocks: readonly Block[]
  /** Milliseconds that the whole run took. */
  readonly ms: number
}
