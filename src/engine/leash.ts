import type { Cancel } from '../handlers/handler.ts'

/** The reason of a caller whose user has sent a new prompt: what they started in the background goes on. */
export const INTERRUPT = 'interrupt'

/** How far a step follows the signal of the run that started it. */
export type Hold = 'all' | 'not-interrupts' | 'nothing'

/** A signal of a step's own. */
export type Leash = {
  readonly signal: Cancel
  hold(kind: Hold): void
  abort(reason: unknown): void
  /** The step is over: nothing listens any more. */
  drop(): void
}

/** Not an AbortController: every command hook needs one before it can start, and that one takes longer to make. */
export function createLeash(run: AbortSignal, kind: Hold): Leash {
  const listeners = new Set<() => void>()
  let held = kind
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener(_: 'abort', listener: () => void) {
      if (listeners.size === 0 && held !== 'nothing') run.addEventListener('abort', pull)
      listeners.add(listener)
      if (run.aborted) pull()
    },
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  }
  function abort(reason: unknown): void {
    if (signal.aborted) return
    Object.assign(signal, { aborted: true, reason })
    listeners.forEach((listener) => listener())
  }
  function pull(): void {
    if (held === 'all' || (held === 'not-interrupts' && run.reason !== INTERRUPT)) abort(run.reason)
  }
  const drop = (): void => run.removeEventListener('abort', pull)
  if (run.aborted) pull()
  return {
    signal,
    hold(next) {
      held = next
      if (next === 'nothing') drop()
    },
    abort,
    drop,
  }
}
