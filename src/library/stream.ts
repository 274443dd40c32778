import type { DispatchOptions, Run } from '../engine/engine.ts'
import type { Progress } from '../engine/runner.ts'

/** What a stream yields: the start and end of every hook, then the verdict with its whole run. */
export type StreamItem = Progress | ({ readonly kind: 'verdict' } & Run)

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
  const onProgress = (progress: Progress): void => {
    options.onProgress?.(progress)
    push(progress)
  }
  let isOver = false
  const running = run({ ...options, onProgress }, left.signal).then((done) => {
    isOver = true
    push({ kind: 'verdict', ...done })
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
