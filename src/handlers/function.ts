import { follow } from '../core/follow-signal.ts'
import { issue } from '../core/issue.ts'
import { noOutput, type Outcome } from '../core/outcome.ts'
import { ownEvent } from '../core/own-copy.ts'
import type { Clock } from '../ports/clock.ts'
import type { Handler, StepInput } from './handler.ts'
import { createWaits, type Wait, type Waits } from './waits.ts'

/**
 * Calls a function of this process, with an event of its own: what it changes there reaches nobody else. No controller
 * is made until the function looks at its signal; what else waiting costs, only a step pays that waits for long.
 */
export function createFunctionHandler(clock: Clock): Handler {
  const shared: Shared = { clock, waits: createWaits(clock) }
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
    const waiting = new Waiting(step, { context, startedAt }, shared)
    return new Promise((resolve) => waiting.begin(value, resolve))
  }
}

/** What all calls of one engine use. */
type Shared = { readonly clock: Clock; readonly waits: Waits }

/** One call until it is answered, cancelled or out of time, whichever comes first. */
class Waiting implements Wait {
  readonly dueAt: number
  isOver = false
  readonly #step: StepInput
  readonly #context: Context
  readonly #startedAt: number
  readonly #shared: Shared
  #resolve: ((outcome: Outcome) => void) | undefined
  #unfollow: (() => void) | undefined

  constructor(
    step: StepInput,
    { context, startedAt }: { readonly context: Context; readonly startedAt: number },
    shared: Shared,
  ) {
    this.#step = step
    this.#context = context
    this.#startedAt = startedAt
    this.#shared = shared
    this.dueAt = startedAt + step.timeoutMs
  }

  begin(value: PromiseLike<unknown>, resolve: (outcome: Outcome) => void): void {
    // It may be anybody's promise, whose `then` may throw or call back twice.
    const answer = Promise.resolve(value)
    this.#resolve = resolve
    // A function that looks at its signal must hear of a cancel when it happens.
    if (this.#step.signal.aborted) this.listen()
    else this.#context.onLook(this)
    if (!this.isOver) this.#shared.waits.add(this)
    answer.then(
      (body) => this.#answer(body),
      (error: unknown) => this.#fail(error),
    )
  }

  listen(): void {
    if (this.isOver || this.#unfollow !== undefined) return
    const { signal } = this.#step
    if (signal.aborted) this.#cancel()
    else this.#unfollow = follow(signal, () => this.#cancel())
  }

  expire(): void {
    const { timeoutMs } = this.#step
    this.#context.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'))
    this.#settle(timedOut(this.#step, this.#elapsed()))
  }

  #answer(body: unknown): void {
    // Nobody may have listened, and yet a cancelled run has no answer.
    if (this.#step.signal.aborted) this.#cancel()
    else this.#settle({ kind: 'answered', body, ms: this.#elapsed() })
  }

  #fail(error: unknown): void {
    if (this.#step.signal.aborted) this.#cancel()
    else this.#settle(threw(this.#step, error, this.#elapsed()))
  }

  #cancel(): void {
    if (this.isOver) return
    this.#context.abort(this.#step.signal.reason)
    this.#settle(cancelled(this.#step, this.#elapsed()))
  }

  #settle(outcome: Outcome): void {
    if (this.isOver) return
    this.isOver = true
    this.#unfollow?.()
    this.#context.onLook(undefined)
    this.#shared.waits.end(this)
    this.#resolve?.(outcome)
  }

  #elapsed(): number {
    return this.#shared.clock.elapsed() - this.#startedAt
  }
}

/** What the function receives. Most never look at the signal, so it is made on first use. */
class Context {
  #controller: AbortController | undefined
  #waiting: Wait | undefined
  #end: { readonly reason: unknown } | undefined

  get signal(): AbortSignal {
    if (this.#controller === undefined) this.#make()
    return (this.#controller as AbortController).signal
  }

  /** Lets a step listen when the function looks at its signal; at once if it has. Undefined: no step any more. */
  onLook(waiting: Wait | undefined): void {
    this.#waiting = waiting
    if (this.#controller !== undefined) waiting?.listen()
  }

  abort(reason: unknown): void {
    this.#end = { reason }
    this.#controller?.abort(reason)
  }

  #make(): void {
    this.#controller = new AbortController()
    if (this.#end !== undefined) this.#controller.abort(this.#end.reason)
    else this.#waiting?.listen()
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
