import type { Clock } from '../ports/clock.ts'
import { limits } from './limits.ts'

/** The run's own limit, on top of each hook's: how long a step that starts now may take. */
export type Deadline = { remainingMs(): number; readonly totalMs: number }

/**
 * Part of the limit is kept back, so that a killed step is gone and the reply out before the host gives up. `spentMs`:
 * how much of it has passed before the first step.
 */
export function createDeadline(totalMs: number, clock: Clock, spentMs = 0): Deadline {
  const reserve = Math.min(limits.killGraceMs + limits.sweepMs, totalMs * 0.3)
  const end = clock.elapsed() + totalMs - reserve - spentMs
  return { totalMs, remainingMs: () => end - clock.elapsed() }
}

/** A limit that several steps share. What each is given is its own timeout, so nothing is kept back. */
export function createBudget(totalMs: number, clock: Clock): Deadline {
  const end = clock.elapsed() + totalMs
  return { totalMs, remainingMs: () => end - clock.elapsed() }
}
