/** Why there is no place: the session has its most, all are taken, or the rest is kept for sessions that hold few. */
export type Shortage = 'session' | 'all' | 'kept'

/** A number of places that sessions share. */
export type Shares = {
  /** The function that gives the place back, which works once; or why this session gets none. */
  take(session: string): (() => void) | Shortage
}

/**
 * `kept` places are only for sessions that hold fewer than that, so that one session with many slow steps does not
 * make another wait for its first. `perSession` is the most that one session may hold.
 */
export function createShares(
  count: number,
  kept: number,
  perSession: number = Number.POSITIVE_INFINITY,
): Shares {
  let free = count
  const held = new Map<string, number>()

  function shortage(session: string): Shortage | undefined {
    const holds = held.get(session) ?? 0
    if (holds >= perSession) return 'session'
    if (free === 0) return 'all'
    return holds >= kept && free <= kept ? 'kept' : undefined
  }

  function putBack(session: string): void {
    free += 1
    const rest = (held.get(session) ?? 1) - 1
    if (rest === 0) held.delete(session)
    else held.set(session, rest)
  }

  function take(session: string): (() => void) | Shortage {
    const why = shortage(session)
    if (why !== undefined) return why
    free -= 1
    held.set(session, (held.get(session) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (isHeld) putBack(session)
      isHeld = false
    }
  }

  return { take }
}
