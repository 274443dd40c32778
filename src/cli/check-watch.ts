import { openWatcher } from '../ports/watch.ts'
import type { Examined } from './check-all.ts'
import { EXIT } from './command.ts'
import type { Io } from './io.ts'
import { watchSignals } from './signals.ts'

/** Checks again whenever a file changes that was looked at, or one appears where it would be; until a signal comes. */
export async function watchAndRepeat(once: () => Promise<Examined>, io: Io): Promise<number> {
  const interruption = watchSignals(async () => {})
  let wake: (() => void) | undefined
  let isStale = false
  const watcher = openWatcher({
    onChange() {
      isStale = true
      wake?.()
    },
  })
  interruption.signal.addEventListener('abort', () => wake?.())
  // A watcher does not keep the process alive.
  const alive = setInterval(() => {}, LONG)
  while (!interruption.signal.aborted) {
    isStale = false
    const { watched } = await once()
    watcher.watch(watched)
    io.err(`Watching ${watched.length} paths; Ctrl-C ends it.\n`)
    if (!isStale && !interruption.signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
  }
  clearInterval(alive)
  await watcher.close()
  interruption.stop()
  return EXIT.ok
}

const LONG = 1_000_000_000
