import { EXIT } from './command.ts'

/** Removes what an exit that waits for nothing else would leave behind. Running hooks are ended by `process/`. */
export type CleanUp = () => Promise<void>

/** Ends the process with the host's own kind of failure when code outside any promise chain throws. */
export function watchCrashes(exitWith: (error: unknown) => number, cleanUp: CleanUp): () => void {
  const onCrash = (error: unknown): void => exit(exitWith(error), cleanUp)
  process.on('uncaughtException', onCrash)
  return () => process.off('uncaughtException', onCrash)
}

/** A file that would outgrow `ulimit -f` is then an error of the write (EFBIG) instead of the end of this process. */
export function surviveFileSizeLimit(): void {
  if (process.platform === 'win32' || process.listeners('SIGXFSZ').includes(ignore)) return
  process.on('SIGXFSZ', ignore)
}

function ignore(): void {}

/** The first signal asks running hooks to stop; a second SIGINT ends the process at once. */
export type Interruption = {
  readonly signal: AbortSignal
  readonly by: NodeJS.Signals | undefined
  stop(): void
}

const EVERYWHERE = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** What batch systems and watchdogs send. */
const POSIX = ['SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const
const SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? EVERYWHERE : [...EVERYWHERE, ...POSIX]

export function watchSignals(cleanUp: CleanUp): Interruption {
  const controller = new AbortController()
  let by: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (by !== undefined && signal === 'SIGINT') return exit(EXIT.interrupted, cleanUp)
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

/** As the caller of a command ends it: by their own signal, or by those of this process. */
export function watchInterruption(given: AbortSignal | undefined, cleanUp: CleanUp): Interruption {
  return given === undefined ? watchSignals(cleanUp) : { signal: given, by: undefined, stop: () => {} }
}

function exit(code: number, cleanUp: CleanUp): void {
  void cleanUp().finally(() => process.exit(code))
}
