import { issue } from '../core/issue.ts'
import { noOutput, type Outcome } from '../core/outcome.ts'
import { ownEvent } from '../core/own-copy.ts'
import type { Clock } from '../ports/clock.ts'
import type { Handler, StepInput } from './handler.ts'

/** setTimeout fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Calls a function of this process, with an event of its own: what it changes there reaches nobody else.
 * A plain return value costs no timer, no listener and no controller.
 */
export function createFunctionHandler(clock: Clock): Handler {
  return (step) => {
    const { handler } = step.hook
    if (handler.type !== 'function') throw new TypeError(`not a function hook: ${handler.type}`)
    if (step.signal.aborted) return Promise.resolve(cancelled(step, 0))
    const startedAt = clock.elapsed()
    const context = new Context()
    let value: unknown
    try {
      value = handler.run(ownEvent(step.event), context)
      if (!isThenable(value))
        return Promise.resolve({ kind: 'answered', body: value, ms: clock.elapsed() - startedAt })
    } catch (error) {
      return Promise.resolve(threw(step, error, clock.elapsed() - startedAt))
    }
    return waitFor(Promise.resolve(value), { step, context, elapsed: () => clock.elapsed() - startedAt })
  }
}

type Waiting = { readonly step: StepInput; readonly context: Context; readonly elapsed: () => number }

function waitFor(value: Promise<unknown>, { step, context, elapsed }: Waiting): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer)
      step.signal.removeEventListener('abort', onCancel)
      resolve(outcome)
    }
    const onCancel = (): void => {
      context.abort(step.signal.reason)
      settle(cancelled(step, elapsed()))
    }
    const timer = setTimeout(
      () => {
        context.abort(new DOMException(`no answer within ${step.timeoutMs} ms`, 'TimeoutError'))
        settle(timedOut(step, elapsed()))
      },
      Math.min(step.timeoutMs, LONGEST_TIMER_MS),
    )
    step.signal.addEventListener('abort', onCancel)
    if (step.signal.aborted) onCancel()
    value.then(
      (body) => settle({ kind: 'answered', body, ms: elapsed() }),
      (error: unknown) => settle(threw(step, error, elapsed())),
    )
  })
}

/** What the function receives. Most never look at the signal, so it is made on first use. */
class Context {
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    return (this.#controller ??= new AbortController()).signal
  }

  abort(reason: unknown): void {
    ;(this.#controller ??= new AbortController()).abort(reason)
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}

function cancelled({ signal }: StepInput, ms: number): Outcome {
  return { kind: 'cancelled', by: signal.reason === 'earlier-step' ? 'earlier-step' : 'host', ms }
}

function timedOut({ timeoutMs }: StepInput, ms: number): Outcome {
  return { kind: 'timed-out', afterMs: timeoutMs, stdout: noOutput, stderr: noOutput, ms }
}

function threw({ hook }: StepInput, error: unknown, ms: number): Outcome {
  const place = { file: hook.source.file, pointer: hook.source.pointer, hook: hook.id }
  const { message, detail } = describe(error)
  const problem = issue('function.threw', place, `Its function threw: ${message}`)
  return { kind: 'failed', issue: detail === undefined ? problem : { ...problem, detail }, ms }
}

/** Anything can be thrown, also a value that throws again when it is looked at. */
function describe(error: unknown): { message: string; detail?: string } {
  try {
    if (!(error instanceof Error)) return { message: String(error) }
    return typeof error.stack === 'string'
      ? { message: error.message, detail: error.stack }
      : { message: error.message }
  } catch {
    return { message: 'a value that cannot be shown' }
  }
}
