/** A burst of events ends when nothing happened for this long, or after the longest wait. */
const QUIET_MS = 50
const LONGEST_MS = 500

/** Collects events that follow each other closely. Keeps no process alive. */
export type Burst = {
  /** Something happened: begins a burst, or makes the one under way longer. */
  extend(): void
  /** The burst under way never ends. */
  drop(): void
}

/** `ended` is called once for each burst. */
export function createBurst(ended: () => void): Burst {
  let current: { readonly since: number; readonly timer: NodeJS.Timeout } | undefined
  const end = (): void => {
    current = undefined
    ended()
  }
  return {
    extend() {
      const now = performance.now()
      const since = current?.since ?? now
      if (current !== undefined) clearTimeout(current.timer)
      const ms = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now))
      current = { since, timer: setTimeout(end, ms).unref() }
    },
    drop: () => clearTimeout(current?.timer),
  }
}
