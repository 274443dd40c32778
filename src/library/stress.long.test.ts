import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bundled } from '../../test/helpers/bundled.ts'
import { engineIn, engineWith } from '../../test/helpers/library.ts'
import type { Engine } from './engine.ts'

const event = { name: 'PreToolUse', tool: { name: 'Bash', input: {} } } as const

describe('a handler that dispatches its own event', () => {
  test('and waits for it is stopped, while timers fire', async () => {
    const { engine } = await engineIn()
    const fired = firesMeanwhile()
    let calls = 0
    engine.on('PreToolUse', { id: 'own' }, async () => {
      if ((calls += 1) > 5_000) throw new Error('nobody stopped it')
      await engine.dispatch(event)
    })
    const { issues } = await engine.dispatch(event)
    expect(calls).toBeLessThan(400)
    expect(fired()).toBe(true)
    expect(issues).toEqual([])
    // The program goes on as before.
    calls = 5_000
    expect((await engine.dispatch(event)).issues).toMatchObject([{ code: 'function.threw' }])
  })

  test('hears the reason as the error of its dispatch', async () => {
    const { engine } = await engineIn()
    const errors: unknown[] = []
    engine.on('PreToolUse', {}, async () => {
      await engine.dispatch(event).catch((error: unknown) => errors.push(error))
    })
    await engine.dispatch(event)
    expect(errors).toMatchObject([
      { code: 'dispatch.too-deep', message: expect.stringMatching(/^PreToolUse was dispatched from within/) },
    ])
  })

  test('R32 from a timer that nobody waits for is not within the dispatch that set the timer', async () => {
    const { engine } = await engineIn()
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    engine.on('PreToolUse', {}, () => gate)
    // So many are under way all the time that dispatches are followed.
    const busy = Array.from({ length: 140 }, () => engine.dispatch(event))
    const turns: unknown[] = []
    await new Promise<void>((resolve) => {
      const turn = async (): Promise<void> => {
        turns.push(await engine.dispatch({ name: 'Stop' }).catch((error: unknown) => error))
        if (turns.length >= 300 || turns.at(-1) instanceof Error) resolve()
      }
      engine.on('Stop', {}, () => {
        if (turns.length < 300) setTimeout(turn, 0)
      })
      void turn()
    })
    open()
    await Promise.all(busy)
    expect(turns.filter((each) => each instanceof Error)).toEqual([])
  })

  test('and does not wait for it leaves timers their turn', async () => {
    const { engine } = await engineIn()
    const refused: unknown[] = []
    let isOver = false
    let calls = 0
    const timer = new Promise<void>((resolve) => {
      setTimeout(() => {
        isOver = true
        resolve()
      }, 20)
    })
    engine.on('PreToolUse', {}, () => {
      if (isOver || (calls += 1) >= 1_000_000) return
      engine.dispatch(event).catch((error: unknown) => refused.push(error))
    })
    await engine.dispatch(event)
    await timer
    expect(calls).toBeLessThan(1_000_000)
    expect(refused).toEqual([])
  })
})

test('a hook that dispatches its own event and does not wait for it is not called within its own call', async () => {
  const { engine } = await engineIn()
  const refused: unknown[] = []
  let [calls, within, deepest] = [0, 0, 0]
  engine.on('PreToolUse', {}, () => {
    deepest = Math.max(deepest, (within += 1))
    if ((calls += 1) % 1_000 !== 0) engine.dispatch(event).catch((error: unknown) => refused.push(error))
    within -= 1
  })
  // The first one loads what runs hooks, and waits for it.
  for (const count of [1_000, 2_000]) {
    void engine.dispatch(event)
    await vi.waitFor(() => expect(calls).toBe(count))
  }
  expect({ refused, deepest }).toEqual({ refused: [], deepest: 1 })
})

/** Whether a timer fired before the caller went on. */
function firesMeanwhile(): () => boolean {
  let hasFired = false
  const timer = setTimeout(() => (hasFired = true), 0)
  onTestFinished(() => clearTimeout(timer))
  return () => hasFired
}

test('dispatches that nobody waits for run in the order in which they came, also when the loop turns between them', async () => {
  const { engine } = await engineIn()
  const order: unknown[] = []
  engine.on('PreToolUse', {}, ({ tool }) => void order.push(tool?.input['at']))
  const all = Array.from({ length: 500 }, (_, at) => ({ ...event, tool: { name: 'Bash', input: { at } } }))
  await Promise.all(all.map((each) => engine.dispatch(each)))
  expect(order).toEqual(all.map(({ tool }) => tool.input.at))
})

test('400 dispatches at once are no depth, however long they take', async () => {
  const { engine } = await engineIn()
  engine.on('PreToolUse', {}, () => new Promise<void>((resolve) => setTimeout(resolve, 20)))
  const all = await Promise.all(Array.from({ length: 400 }, () => engine.dispatch(event)))
  expect(all.flatMap(({ issues }) => issues)).toEqual([])
})

type Burst = () => Promise<{ readonly engine: Engine }>

const BURSTS: Readonly<Record<string, Burst>> = {
  function: async () => {
    const made = await engineIn()
    made.engine.on('PreToolUse', {}, () => new Promise<void>((resolve) => setTimeout(resolve, 5)))
    return made
  },
  command: () => engineWith('PreToolUse', [{ type: 'command', command: 'true', args: [] }]),
}

test.for(Object.keys(BURSTS).flatMap((kind) => [true, false].map((shares) => [kind, shares] as const)))(
  '400 dispatches and streams of a %s hook at once, with a shared signal: %s, make Node print no warning',
  { timeout: 60_000 },
  async ([kind, shares]) => {
    const warnings: string[] = []
    const hear = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', hear)
    onTestFinished(() => void process.off('warning', hear))
    const { engine } = await (BURSTS[kind] as Burst)()
    const options = shares ? { signal: new AbortController().signal } : {}
    await Promise.all(
      Array.from({ length: 400 }, async (_, at) => {
        if (at % 2 === 0) return engine.dispatch(event, options)
        for await (const item of engine.stream(event, options)) if (item.kind === 'verdict') return item
      }),
    )
    await new Promise(setImmediate)
    expect(warnings).toEqual([])
  },
)

describe('heap', () => {
  let built: string
  let child: string
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'hookwright-stress-'))
    child = await bundled(join(import.meta.dirname, '../../test/helpers/stress-child.ts'), built)
    return () => rmSync(built, { recursive: true, force: true })
  }, 60_000)

  test.for(['dispatch', 'stream', 'session', 'on and off', 'subscribe', 'status line'])(
    '100,000 rounds of %s with one signal leave less than 1 MB behind',
    { timeout: 240_000 },
    async (kind) => {
      const args = ['--expose-gc', child, kind, '100000']
      const env = { ...process.env, XDG_STATE_HOME: built }
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: built, env })
      expect(stderr).toBe('')
      expect((JSON.parse(stdout) as { grown: number }).grown).toBeLessThan(1_048_576)
    },
  )
})
