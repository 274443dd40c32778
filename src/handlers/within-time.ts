import { noOutput, type Outcome } from '../core/outcome.ts'
import type { Clock } from '../ports/clock.ts'
import type { StepInput } from './handler.ts'

/** setTimeout fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export type Time = { readonly signal: AbortSignal; readonly elapsed: () => number }

/**
 * Work under the step's timeout and signal. Either aborts the work's own signal and gives the outcome at once, so
 * work that ignores its signal holds nobody up. The work must not reject before that.
 */
export function withinTime(
  step: StepInput,
  clock: Clock,
  work: (time: Time) => Promise<Outcome>,
): Promise<Outcome> {
  const startedAt = clock.elapsed()
  const elapsed = () => clock.elapsed() - startedAt
  const by = () => (step.signal.reason === 'earlier-step' ? 'earlier-step' : 'host')
  if (step.signal.aborted) return Promise.resolve({ kind: 'cancelled', by: by(), ms: 0 })
  const life = new AbortController()
  return new Promise((resolve, reject) => {
    const settle = (give: () => void): void => {
      clearTimeout(timer)
      step.signal.removeEventListener('abort', onCancel)
      give()
    }
    const end = (outcome: Outcome): void => {
      settle(() => resolve(outcome))
      life.abort(new DOMException(`The hook was ${outcome.kind}.`, 'AbortError'))
    }
    const onCancel = (): void => end({ kind: 'cancelled', by: by(), ms: elapsed() })
    const timer = setTimeout(() => end(timedOut(step, elapsed())), Math.min(step.timeoutMs, LONGEST_TIMER_MS))
    step.signal.addEventListener('abort', onCancel)
    work({ signal: life.signal, elapsed }).then(
      (outcome) => settle(() => resolve(outcome)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}

function timedOut({ timeoutMs }: StepInput, ms: number): Outcome {
  return { kind: 'timed-out', afterMs: timeoutMs, stdout: noOutput, stderr: noOutput, ms }
}
