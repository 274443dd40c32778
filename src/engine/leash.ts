/** The reason of a caller whose user has sent a new prompt: what they started in the background goes on. */
export const INTERRUPT = 'interrupt'

/** How far a step follows the signal of the run that started it. */
export type Hold = 'all' | 'not-interrupts' | 'nothing'

/** A signal of a step's own. */
export type Leash = {
  readonly signal: AbortSignal
  hold(kind: Hold): void
  abort(reason: unknown): void
  /** The step is over: nothing listens any more. */
  drop(): void
}

export function createLeash(run: AbortSignal, kind: Hold): Leash {
  const own = new AbortController()
  let held = kind
  const pull = (): void => {
    if (held === 'all' || (held === 'not-interrupts' && run.reason !== INTERRUPT)) own.abort(run.reason)
  }
  run.addEventListener('abort', pull)
  if (run.aborted) pull()
  return {
    signal: own.signal,
    hold(next) {
      held = next
      if (next === 'nothing') run.removeEventListener('abort', pull)
    },
    abort: (reason) => own.abort(reason),
    drop: () => run.removeEventListener('abort', pull),
  }
}
