/** Ends the process with the host's own kind of failure when code outside any promise chain throws. */
export function watchCrashes(exitWith: (error: unknown) => number): () => void {
  const onCrash = (error: unknown): void => process.exit(exitWith(error))
  process.on('uncaughtException', onCrash)
  return () => process.off('uncaughtException', onCrash)
}

/** The first signal asks running hooks to stop; a second SIGINT ends the process at once. */
export type Interruption = { readonly signal: AbortSignal; readonly by: NodeJS.Signals | undefined; stop(): void }

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function watchSignals(): Interruption {
  const controller = new AbortController()
  let by: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (by !== undefined && signal === 'SIGINT') process.exit(130)
    by ??= signal
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return {
    signal: controller.signal,
    get by() {
      return by
    },
    stop() {
      for (const signal of SIGNALS) process.off(signal, onSignal)
    },
  }
}
