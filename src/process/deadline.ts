/** The longest delay setTimeout takes; more fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1
/** A timer later than this means our own event loop was busy. */
const LATE_MS = 20
/** Timers come before I/O: after a blocked loop it takes a turn to read a pipe and two to see it closed. */
const DRAIN_TURNS = 3

/** Calls back once `performance.now()` has reached `deadline`. Returns the function that calls it off. */
export function atDeadline(deadline: number, onDeadline: () => void): () => void {
  let timer = setTimeout(check, delayTo(deadline))
  let immediate: NodeJS.Immediate | undefined
  function check() {
    const remainingMs = deadline - performance.now()
    // Timers run on a rounded clock and may come a little early, so the monotonic clock decides.
    if (remainingMs > 0) timer = setTimeout(check, delayTo(deadline))
    // After a blocked loop the exit may be waiting in the queue: let it in before calling it a timeout.
    else if (remainingMs < -LATE_MS) immediate = setImmediate(onDeadline)
    else onDeadline()
  }
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}

/** Whether the promise was fulfilled within that time. */
export function within(promise: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(afterTurns, Math.max(ms, 0), DRAIN_TURNS)
    function afterTurns(turns: number) {
      if (turns === 0) resolve(false)
      else setImmediate(afterTurns, turns - 1)
    }
    void promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function delayTo(deadline: number): number {
  return Math.min(Math.max(Math.ceil(deadline - performance.now()), 0), MAX_DELAY_MS)
}
