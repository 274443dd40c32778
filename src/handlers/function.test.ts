import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createEvent, createHook, createStep } from '../../test/shells/steps.ts'
import { addContext, deny } from '../core/decision.ts'
import type { FunctionHandler } from '../core/hook.ts'
import { noOutput } from '../core/outcome.ts'
import { systemClock } from '../ports/clock.ts'
import { createFunctionHandler } from './function.ts'
import type { StepInput } from './handler.ts'

const event = createEvent({ projectDir: '/p' })
const call = (run: FunctionHandler, overrides: Partial<StepInput> = {}) =>
  createFunctionHandler(systemClock)(createStep(createHook({ type: 'function', run }), event, overrides))

const never = () => new Promise<void>(() => {})
const ms = expect.any(Number)
const unshowable = {
  get [Symbol.toPrimitive]() {
    throw new Error('again')
  },
}

/** Promises that are not ours, some of them broken. */
// oxlint-disable-next-line unicorn/no-thenable -- the handler must survive them
const thenable = (then: PropertyDescriptor) => Object.defineProperty({}, 'then', then)
const boom = () => {
  throw new Error('boom')
}

describe('an answer', () => {
  test.for<readonly [string, () => unknown, unknown]>([
    ['a value', () => deny('no'), deny('no')],
    ['a promise of a value', async () => deny('no'), deny('no')],
    ['nothing', () => undefined, undefined],
    ['a promise of nothing', async () => undefined, undefined],
    ['an object on the wire', () => ({ decision: 'block' }), { decision: 'block' }],
    [
      'a promise of another kind',
      () => thenable({ value: (resolve: (value: unknown) => void) => resolve(1) }),
      1,
    ],
  ])('%s', async ([, run, body]) =>
    expect(await call(run as FunctionHandler)).toEqual({ kind: 'answered', body, ms }),
  )

  test('the function gets the event and a live signal', async () => {
    const run = vi.fn<FunctionHandler>((_, { signal }) => addContext(String(signal.aborted)))
    expect(await call(run)).toMatchObject({ body: addContext('false') })
    expect(run.mock.calls[0]?.[0]).toEqual(event)
  })
})

describe('a failure', () => {
  test.for([
    [
      'a throw',
      () => {
        throw new Error('boom')
      },
      'boom',
    ],
    ['a rejection', () => Promise.reject(new Error('boom')), 'boom'],
    [
      'a thrown text',
      () => {
        throw 'boom'
      },
      'boom',
    ],
    [
      'a thrown nothing',
      () => {
        throw undefined
      },
      'undefined',
    ],
    [
      'a value that cannot be shown',
      () => {
        throw unshowable
      },
      'a value that cannot be shown',
    ],
    ['a promise that throws when asked', () => thenable({ value: boom }), 'boom'],
    ['a promise that cannot be asked', () => thenable({ get: boom }), 'boom'],
  ] as const)('%s', async ([, run, message]) =>
    expect(await call(run as unknown as FunctionHandler)).toMatchObject({
      kind: 'failed',
      issue: {
        code: 'function.threw',
        message: `Its function threw: ${message}`,
        place: { hook: 'test-hook', file: '/config.yaml' },
      },
      ms,
    }),
  )
})

describe('a limit', () => {
  test('a timeout is an outcome, and the function is told', async () => {
    let seen: AbortSignal | undefined
    const outcome = await call((_, { signal }) => ((seen = signal), never()), { timeoutMs: 20 })
    expect(outcome).toEqual({ kind: 'timed-out', afterMs: 20, stdout: noOutput, stderr: noOutput, ms })
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('a function that looks at the signal late finds it aborted', async () => {
    let late: boolean | undefined
    await call(async (_, context) => (await sleep(60), void (late = context.signal.aborted)), {
      timeoutMs: 20,
    })
    await vi.waitFor(() => expect(late).toBe(true))
  })

  test.for([
    ['earlier-step', 'earlier-step'],
    [undefined, 'host'],
  ] as const)('a cancel with the reason %s is by %s', async ([reason, by]) => {
    const controller = new AbortController()
    const running = call(never, { signal: controller.signal })
    controller.abort(reason)
    expect(await running).toEqual({ kind: 'cancelled', by, ms })
  })

  test('a cancel before the start runs nothing', async () => {
    const run = vi.fn<FunctionHandler>()
    expect(await call(run, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'cancelled', by: 'host' })
    expect(run).not.toHaveBeenCalled()
  })

  test('a cancel by the function itself is seen', async () => {
    const controller = new AbortController()
    const run = () => (controller.abort(), never())
    expect(await call(run, { signal: controller.signal })).toMatchObject({ kind: 'cancelled' })
  })

  test.for([Number.POSITIVE_INFINITY, 2 ** 31])(
    'a timeout of %s ms does not fire at once',
    async (timeoutMs) =>
      expect(await call(() => sleep(20, undefined), { timeoutMs })).toMatchObject({ kind: 'answered' }),
  )

  test('a rejection after the timeout is nobody’s problem', async () => {
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.once('unhandledRejection', unhandled)
    await call(async () => (await sleep(30), Promise.reject(new Error('late'))), { timeoutMs: 5 })
    await sleep(60)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test.for<readonly [string, () => Promise<unknown>]>([
    ['answers at once', async () => undefined],
    ['answers after a turn of the loop', () => sleep(5)],
    ['fails', () => Promise.reject(new Error('x'))],
    ['is out of time', never],
  ])('a function that %s leaves no listener and no timer behind', async ([, run]) => {
    const { signal } = new AbortController()
    const ticking = followTimers()
    await call(run as FunctionHandler, { signal, timeoutMs: 20 })
    await call((_, context) => (context.signal.throwIfAborted(), run() as Promise<undefined>), {
      signal,
      timeoutMs: 20,
    })
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(ticking.size).toBe(0)
    vi.restoreAllMocks()
  })

  test('an answer before the loop turns needs no timer and no listener', async () => {
    const { signal } = new AbortController()
    const [listen, set] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(globalThis, 'setTimeout')]
    const outcome = await call(async () => deny('no'), { signal })
    expect([outcome.kind, listen.mock.calls, set.mock.calls]).toEqual(['answered', [], []])
    set.mockRestore()
  })

  test('a function that looked at its signal hears of a cancel at once', async () => {
    const controller = new AbortController()
    let heard: unknown
    const listening = call(
      (_, { signal }) => (signal.addEventListener('abort', () => (heard = signal.reason)), never()),
      { signal: controller.signal },
    )
    controller.abort('stop')
    expect(heard).toBe('stop')
    expect(await listening).toMatchObject({ kind: 'cancelled' })
  })

  test('an answer that comes after a cancel does not count, also when nobody looked at the signal', async () => {
    const controller = new AbortController()
    const running = call(async () => deny('no'), { signal: controller.signal })
    controller.abort()
    expect(await running).toMatchObject({ kind: 'cancelled', by: 'host' })
  })

  test('the time of the part that does not wait counts too', async () => {
    let now = 0
    const handler = createFunctionHandler({ ...systemClock, now: () => now, elapsed: () => now })
    const run = () => ((now = 50), never())
    const step = createStep(createHook({ type: 'function', run }), event, { timeoutMs: 40 })
    expect(await handler(step)).toMatchObject({ kind: 'timed-out', afterMs: 40, ms: 50 })
  })

  test('steps that wait together are each ended at their own time', async () => {
    const handler = createFunctionHandler(systemClock)
    const hook = createHook({ type: 'function', run: never })
    const begun = performance.now()
    const ended = await Promise.all(
      [120, 40, 80].map(async (timeoutMs) => {
        await handler(createStep(hook, event, { timeoutMs }))
        return performance.now() - begun - timeoutMs
      }),
    )
    expect(Math.min(...ended)).toBeGreaterThanOrEqual(-2)
    expect(Math.max(...ended)).toBeLessThan(1_000)
  })
})

/** The timers that were set from now on and have neither fired nor been cleared. */
function followTimers(): ReadonlySet<unknown> {
  const ticking = new Set<unknown>()
  const [set, clear] = [setTimeout, clearTimeout]
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay: number) => {
    const timer = set(() => (ticking.delete(timer), run()), delay)
    ticking.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => (ticking.delete(timer), clear(timer)))
  return ticking
}
