/** A number of places that sessions share. */
export type Shares = {
  /** The function that gives the place back, which works once; undefined when this session has no place left. */
  take(session: string): (() => void) | undefined
}

/**
 * `kept` places are only for sessions that hold fewer than that, so that one session with many slow steps does not
 * make another wait for its first.
 */
export function createShares(count: number, kept: number): Shares {
  let free = count
  const held = new Map<string, number>()

  function fits(session: string): boolean {
    return free > ((held.get(session) ?? 0) < kept ? 0 : kept)
  }

  function putBack(session: string): void {
    free += 1
    const rest = (held.get(session) ?? 1) - 1
    if (rest === 0) held.delete(session)
    else held.set(session, rest)
  }

  function take(session: string): (() => void) | undefined {
    if (!fits(session)) return undefined
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
