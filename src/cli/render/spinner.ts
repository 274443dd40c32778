import type { Progress } from '../../engine/progress.ts'
import type { Io } from '../io.ts'
import { oneLine } from './issue-line.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const PATIENCE_MS = 300
const FRAME_MS = 80

/** Shows which hooks run once that takes longer than a blink. */
export function createSpinner(io: Io): (progress: Pick<Progress, 'kind' | 'hook'>) => void {
  /** What is shown of each hook, by its id. */
  const running = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let startedAt = 0

  function show(): void {
    const elapsed = performance.now() - startedAt
    if (elapsed < PATIENCE_MS) return
    const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length] ?? ''
    io.err(`\r\u001B[K${frame} ${oneLine([...running.values()].join(', '))} ${(elapsed / 1000).toFixed(1)} s`)
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
    if (performance.now() - startedAt >= PATIENCE_MS) io.err('\r\u001B[K')
  }

  return ({ kind, hook }) => {
    if (kind === 'started') {
      if (running.size === 0) startedAt = performance.now()
      running.set(hook.id, hook.statusMessage ?? hook.id)
      timer ??= setInterval(show, FRAME_MS).unref()
      return
    }
    if (kind === 'output') return
    running.delete(hook.id)
    if (running.size === 0) stop()
  }
}
