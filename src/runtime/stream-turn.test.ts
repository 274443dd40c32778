import { describe, expect, test } from 'vitest'
import { blockAt, request, witness, type Answers } from '../../test/helpers/runtime.ts'
import { createHookRuntime } from './hook-runtime.ts'
import type { TurnStart } from './runtime-types.ts'

describe('a stream', () => {
  const items = async function* (turn: TurnStart) {
    turn.started('turn-1')
    yield* ['a', 'b']
  }
  const open = async (source = items, answers: Answers = {}) => {
    const { hook, seen, phases } = witness('w', answers)
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    const result = await runtime.stream({ ...request, threadId: 't' }, source)
    return { result, seen, phases, runtime }
  }

  test('fires PreTurn and PostTurn alone', async () => {
    const { result, seen, phases } = await open()
    const heard: string[] = []
    if (result.kind === 'done') for await (const item of result.value) heard.push(item)
    expect([heard, phases()]).toEqual([
      ['a', 'b'],
      ['PreTurn', 'PostTurn'],
    ])
    expect(seen.at(-1)).toMatchObject({ turnId: 'turn-1', threadId: 't', mainStatus: 'ok' })
  })

  test.for([
    ['after an item', 1],
    ['before the first', 0],
  ] as const)('that is given up %s still ends with PostTurn, once', async ([, read]) => {
    const { result, seen, phases } = await open()
    if (result.kind !== 'done') throw new Error('blocked')
    for (let count = 0; count < read; count++) await result.value.next()
    await result.value.return?.()
    await result.value.return?.()
    expect(phases()).toEqual(['PreTurn', 'PostTurn'])
    expect(seen.at(-1)?.mainStatus).toBe('error')
    expect(await result.value.next()).toEqual({ done: true, value: undefined })
  })

  test('that breaks tells PostTurn and the reader', async () => {
    // oxlint-disable-next-line require-yield -- it breaks before its first item
    const { result, seen } = await open(async function* () {
      throw new Error('lost')
    })
    if (result.kind !== 'done') throw new Error('blocked')
    await expect(result.value.next()).rejects.toThrow('lost')
    expect(seen.at(-1)).toMatchObject({ phase: 'PostTurn', mainStatus: 'error' })
  })

  test('can be blocked before it is opened', async () => {
    const { result, phases } = await open(items, { PreTurn: blockAt('PreTurn') })
    expect([result.kind, phases()]).toEqual(['blocked', ['PreTurn']])
  })
})
