import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs under way at once from which on they are told apart by the one they began in. */
const SUSPICIOUS = 128
/** Dispatches within a dispatch. Nobody needs that many on purpose. */
const DEEPEST = 128

/**
 * Bounds dispatches that hooks make from within a dispatch and wait for. To follow calls through promises costs every
 * promise of the process, on Node 20, so it begins only when more runs are under way than usual, and ends with them.
 */
export type Depth = {
  /** Whether calls are followed while so many runs are under way. */
  isFollowed(active: number): boolean
  /** Throws when the call comes from too deep within others. */
  within<T>(event: string, run: () => Promise<T>): Promise<T>
  /** A run has ended, and so many are still under way. */
  left(active: number): void
}

/** One dispatch that runs. Its timers and unawaited promises still refer to it after it has ended. */
type Level = { parent: Level | undefined; isOpen: boolean }

export function createDepth(): Depth {
  let storage: AsyncLocalStorage<Level> | undefined
  return {
    isFollowed: (active) => storage !== undefined || active >= SUSPICIOUS,
    within(event, run) {
      storage ??= new AsyncLocalStorage()
      const level = { parent: nearestOpen(storage.getStore()), isOpen: true }
      if (depthOf(level) > DEEPEST) throw tooDeep(event)
      const close = (): void => void (level.isOpen = false)
      const ran = storage.run(level, run)
      ran.then(close, close)
      return ran
    },
    left(active) {
      if (storage === undefined || active > 0) return
      storage.disable()
      storage = undefined
    },
  }
}

/** Levels that have ended are left out of the chain, so that it never gets longer than the deepest. */
function depthOf(level: Level): number {
  let depth = 1
  for (let at = level; at.parent !== undefined; at = at.parent) {
    at.parent = nearestOpen(at.parent)
    if (at.parent === undefined) break
    depth += 1
  }
  return depth
}

function nearestOpen(level: Level | undefined): Level | undefined {
  let at = level
  while (at !== undefined && !at.isOpen) at = at.parent
  return at
}

function tooDeep(event: string): Error {
  const message = `${event} was dispatched from within more than ${DEEPEST} other dispatches, so it was refused: a hook dispatches the event it is called for. Leave that out, or give the hook a matcher that its own dispatch does not meet.`
  return Object.assign(new Error(message), { code: 'dispatch.too-deep' })
}
