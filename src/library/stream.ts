import type { DispatchOptions, Run } from '../engine/engine.ts'
import type { Progress } from '../engine/runner.ts'

/** What a stream yields: the start and end of every hook, then the verdict with its whole run. */
export type StreamItem = Progress | ({ readonly kind: 'verdict' } & Run)

/** One dispatch, told while it happens. Leaving the loop early cancels it. */
export async function* stream(
  run: (options: DispatchOptions) => Promise<Run>,
  options: DispatchOptions,
): AsyncGenerator<StreamItem, void, undefined> {
  const left = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal
  const heard: Progress[] = []
  let wake = (): void => {}
  let end: Run | undefined
  const onProgress = (progress: Progress): void => {
    options.onProgress?.(progress)
    heard.push(progress)
    wake()
  }
  const running = run({ ...options, signal, onProgress }).then((done) => {
    end = done
    wake()
  })
  try {
    while (end === undefined || heard.length > 0) {
      const next = heard.shift()
      if (next !== undefined) yield next
      else await Promise.race([running, new Promise<void>((resolve) => (wake = resolve))])
    }
    yield { kind: 'verdict', ...end }
  } finally {
    if (end === undefined) left.abort()
    await running.catch(() => {})
  }
}
