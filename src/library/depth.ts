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
  /** `active`: how many runs are under way. Throws when the call comes from too deep within others. */
  within<T>(event: string, active: number, run: () => T): T
  /** No run is under way. */
  rest(): void
}

export function createDepth(): Depth {
  let storage: AsyncLocalStorage<number> | undefined
  return {
    within(event, active, run) {
      if (active < SUSPICIOUS && storage === undefined) return run()
      storage ??= new AsyncLocalStorage()
      const depth = (storage.getStore() ?? 0) + 1
      if (depth > DEEPEST) throw tooDeep(event, active)
      return storage.run(depth, run)
    },
    rest() {
      storage?.disable()
      storage = undefined
    },
  }
}

function tooDeep(event: string, active: number): Error {
  const message = `${event} was dispatched from within more than ${DEEPEST} other dispatches (${active} are under way), so it was refused: a hook dispatches the event it is called for. Leave that out, or give the hook a matcher that its own dispatch does not meet.`
  return Object.assign(new Error(message), { code: 'dispatch.too-deep' })
}
