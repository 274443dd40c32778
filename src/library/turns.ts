/** How many dispatches may begin before timers and sockets get their turn. */
const A_TURN = 256

/**
 * Lets the event loop turn between dispatches: a handler that dispatches its own event, or a program that dispatches in a
 * loop, would otherwise starve timers, since a function hook needs nothing but microtasks. Undefined when there is
 * nothing to wait for; all that come while one waits wait with it, so that they go on in the order in which they came.
 */
export function createTurns(): () => Promise<void> | undefined {
  let begun = 0
  let turning: Promise<void> | undefined
  return () => {
    if (turning !== undefined) return turning
    begun += 1
    if (begun < A_TURN) return undefined
    begun = 0
    turning = new Promise((resolve) => {
      setImmediate(() => {
        turning = undefined
        resolve()
      })
    })
    return turning
  }
}
