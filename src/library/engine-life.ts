import { setMaxListeners } from 'node:events'
import { createIdle, type Idle } from './idle.ts'

/** What is under way in an engine, and whether it has been disposed. */
export type EngineLife = {
  /** Aborts when the engine is disposed. */
  readonly signal: AbortSignal
  /** Everything that `dispose` waits for. */
  readonly idle: Idle
  /** Aborts what is under way. Nothing new begins afterwards. */
  end(): void
}

export function beginLife(): EngineLife {
  const controller = new AbortController()
  const { signal } = controller
  // Every step under way listens to it, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal)
  return { signal, idle: createIdle(), end: () => controller.abort() }
}

/** Throws after the engine was disposed. */
export function refuseWork({ signal }: EngineLife): void {
  if (signal.aborted) throw new Error('The engine was disposed.')
}

/** Counts what a program asked for besides events; it ends with the engine. */
export async function during<T>(life: EngineLife, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  refuseWork(life)
  life.idle.enter()
  try {
    return await work(life.signal)
  } finally {
    life.idle.leave()
  }
}
