import type { Run } from '../engine/run.ts'
import type { DispatchOptions } from '../engine/parts.ts'
import { runAbout, type Progress, type RunAbout } from '../engine/progress.ts'

/** What a stream yields: the start, output and end of every hook, then the verdict with its whole run. */
export type StreamItem =
  | Progress
  | ({
      /** The last item: all hooks have ended, and `verdict` is to be acted on. */
      readonly kind: 'verdict'
    } & RunAbout &
      Run)

/** One dispatch, told while it happens. Leaving the loop early cancels it. */
export async function* stream(
  run: (options: DispatchOptions, left: AbortSignal) => Promise<Run>,
  options: DispatchOptions,
): AsyncGenerator<StreamItem, void, undefined> {
  const left = new AbortController()
  const items: StreamItem[] = []
  let wake = (): void => {}
  const push = (item: StreamItem): void => {
    items.push(item)
    wake()
  }
  let isOver = false
  const onProgress = (progress: Progress): void => {
    // What goes on in the background tells more; nobody takes it here.
    if (!isOver) push(progress)
    options.onProgress?.(progress)
  }
  const running = run({ ...options, onProgress }, left.signal).then((done) => {
    isOver = true
    push({ kind: 'verdict', ...runAbout(done.id, done.plan.event), ...done })
  })
  try {
    for (;;) {
      const next = items.shift()
      if (next === undefined) await Promise.race([running, new Promise<void>((resolve) => (wake = resolve))])
      else yield next
      if (next?.kind === 'verdict') return
    }
  } finally {
    // After the end it would reach hooks that go on in the background.
    if (!isOver) left.abort()
    await running.catch(() => {})
  }
}
