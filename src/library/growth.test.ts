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
