import { getEventListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { engineIn } from '../../test/helpers/library.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Handles of the last process close in the turns after it. */
async function held(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  collect()
  const active = process.getActiveResourcesInfo()
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    timers: active.filter((kind) => kind === 'Timeout').length,
    processes: active.filter((kind) => kind === 'ProcessWrap').length,
    pipes: active.filter((kind) => kind === 'PipeWrap').length,
    signalListeners: getEventListeners(signal, 'abort').length,
    exitListeners: process.listenerCount('exit'),
  }
}

const NOISE_BYTES = 4 * 1_048_576

test.skipIf(process.platform !== 'linux')(
  'R26 2,000 dispatches leave no descriptor, timer, listener or memory behind',
  async () => {
    const { engine } = await engineIn()
    const { signal } = new AbortController()
    engine.on('PreToolUse', {}, async () => undefined)
    await engine.addHooks({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', args: [] }] }] },
    })
    const dispatch = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1)
        await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Bash', input: { count } } }, { signal })
    }
    await dispatch(200)
    const [before, heapBefore] = [await held(signal), process.memoryUsage().heapUsed]
    await dispatch(2_000)
    const [after, heapAfter] = [await held(signal), process.memoryUsage().heapUsed]
    expect(after).toEqual(before)
    expect(heapAfter - heapBefore).toBeLessThan(NOISE_BYTES)
  },
  300_000,
)

test('a signal that outlives 50,000 dispatches and as many streams remembers none of them', async () => {
  const { engine } = await engineIn()
  const { signal } = new AbortController()
  engine.on('PreToolUse', {}, () => undefined)
  const event = { name: 'PreToolUse', tool: { name: 'Bash', input: {} } } as const
  const dispatch = async (times: number): Promise<number> => {
    for (let count = 0; count < times; count += 1) {
      await engine.dispatch(event, { signal })
      for await (const item of engine.stream(event, { signal })) if (item.kind === 'verdict') break
    }
    return heapAfterRest()
  }
  const before = await dispatch(10_000)
  expect((await dispatch(40_000)) - before).toBeLessThan(2 * 1_048_576)
}, 120_000)

/** What is weakly held is gone only after the loop has turned between two collections. */
async function heapAfterRest(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}
