import type { Clock } from '../ports/clock.ts'

/** A step that waits for the answer of a function. */
export type Wait = {
  /** On the clock of the engine; Infinity: never. */
  readonly dueAt: number
  readonly isOver: boolean
  /** Follows the signal of the run from now on; ends at once when that has aborted. */
  listen(): void
  expire(): void
}

export type Waits = {
  add(wait: Wait): void
  /** The step has ended. */
  end(wait: Wait): void
}

/** setTimeout fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** Timers count whole milliseconds on a clock of their own, so one that fires may be a little early. */
const EARLY_MS = 1

/**
 * Watches over the steps of one engine that wait. Most functions answer before the event loop turns, and timers cannot
 * fire earlier, so only a step that still waits then gets a listener and a deadline. All deadlines share one timer.
 */
export function createWaits(clock: Clock): Waits {
  let begun: Wait[] = []
  let isLooking = false
  const lasting = new Set<Wait>()
  let timer: NodeJS.Timeout | undefined
  let firesAt = Infinity

  function look(): void {
    isLooking = false
    const waits = begun
    begun = []
    for (const wait of waits) {
      if (!wait.isOver) wait.listen()
      if (!wait.isOver) lasting.add(wait)
    }
    arm()
  }

  function arm(): void {
    if (lasting.size === 0) return
    let dueAt = Infinity
    for (const wait of lasting) dueAt = Math.min(dueAt, wait.dueAt)
    if (timer !== undefined && firesAt <= dueAt) return
    clearTimeout(timer)
    firesAt = dueAt
    const ms = Math.ceil(dueAt - clock.elapsed())
    timer = setTimeout(fire, Math.min(Math.max(ms, 1), LONGEST_TIMER_MS))
  }

  function fire(): void {
    timer = undefined
    const now = clock.elapsed() + EARLY_MS
    for (const wait of lasting) if (wait.dueAt <= now) wait.expire()
    arm()
  }

  return {
    add(wait) {
      begun.push(wait)
      if (isLooking) return
      isLooking = true
      setImmediate(look)
    },
    end(wait) {
      // Mostly the one that began last. Kept until the loop turns, hundreds would be copied by the garbage collector.
      if (begun.at(-1) === wait) begun.pop()
      if (!lasting.delete(wait) || lasting.size > 0) return
      clearTimeout(timer)
      timer = undefined
    },
  }
}
