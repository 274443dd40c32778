import { getEventListeners, setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from './limits.ts'
import { createProcessSlots, createSlots, type Slots } from './slots.ts'

const NEVER = new AbortController().signal
setMaxListeners(0, NEVER)

/** Takes slots for these sessions and tells in which order they came. */
function waiters(slots: Slots, sessions: readonly string[]) {
  const order: string[] = []
  const releases: (() => void)[] = []
  for (const session of sessions)
    void slots.acquire({ signal: NEVER, session }).then((release) => {
      order.push(session)
      releases.push(release!)
    })
  return { order, releases }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function giveBackOneByOne(releases: (() => void)[]): Promise<void> {
  for (let release = releases.shift(); release !== undefined; release = releases.shift()) {
    release()
    await turn()
  }
}

describe('turns', () => {
  test.for([
    ['one session is served in the order it came', 'aaa', 'aaa'],
    ['two sessions alternate', 'aaabbb', 'ababab'],
    ['who has more waiting is served last', 'aaaabbc', 'abcabaa'],
    ['a session that comes later begins behind those that wait', 'abab', 'abab'],
  ] as const)('%s', async ([, asked, served]) => {
    const slots = createSlots(1)
    const first = await slots.acquire({ signal: NEVER, session: 'holder' })
    const { order, releases } = waiters(slots, asked.split(''))
    first?.()
    await turn()
    await giveBackOneByOne(releases)
    expect(order.join('')).toBe(served)
  })

  test('a session that holds many slots leaves the kept ones to a session that holds few', async () => {
    const slots = createSlots(16, 2)
    const greedy = waiters(
      slots,
      Array.from({ length: 20 }, () => 'a'),
    )
    await turn()
    const modest = waiters(slots, ['b', 'b', 'b'])
    await turn()
    expect([greedy.order.length, modest.order.length]).toEqual([14, 2])
    greedy.releases[0]?.()
    await turn()
    // A slot that comes back while two are missing from the kept ones refills them.
    expect([greedy.order.length, modest.order.length]).toEqual([14, 2])
  })
})

describe('the end of a wait', () => {
  test('a slot is given back once, however often it is given back', async () => {
    const slots = createSlots(1)
    const release = await slots.acquire({ signal: NEVER })
    release?.()
    release?.()
    const { order } = waiters(slots, ['a', 'b'])
    await turn()
    expect(order).toEqual(['a'])
  })

  test('patience ends it', async () => {
    const slots = createSlots(1)
    await slots.acquire({ signal: NEVER })
    expect(await slots.acquire({ signal: NEVER, patienceMs: 5 })).toBeUndefined()
  })

  test('a signal that was aborted before gets nothing, even where slots are free', async () => {
    expect(await createSlots(1).acquire({ signal: AbortSignal.abort() })).toBeUndefined()
  })
})

/** What may happen to slots, in any order. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('acquire' as const), session: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('release' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('abort' as const), which: fc.nat(20) }),
)

test('whatever happens, no slot is lost or given twice, nobody waits without a reason, no listener stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.nat(2),
      fc.array(act, { maxLength: 40 }),
      async (count, kept, acts) => {
        const reserve = Math.min(kept, count - 1)
        const slots = createSlots(count, reserve)
        const waits: Wait[] = []
        for (const each of acts) {
          if (each.kind === 'acquire') waits.push(begin(slots, each.session))
          if (each.kind === 'release') running(waits).at(each.which)?.release?.()
          if (each.kind === 'abort') waiting(waits).at(each.which)?.controller.abort()
          await turn()
          expect(running(waits).length).toBeLessThanOrEqual(count)
          const isFull = running(waits).length >= count - reserve
          expect(isFull || waiting(waits).length === 0).toBe(true)
        }
        for (let left = running(waits); left.length > 0; left = running(waits)) {
          left[0]?.release?.()
          await turn()
        }
        expect(waiting(waits)).toEqual([])
        expect(waits.flatMap(({ controller }) => getEventListeners(controller.signal, 'abort'))).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})

type Wait = {
  readonly controller: AbortController
  state: 'waiting' | 'running' | 'over'
  release?: () => void
}

function begin(slots: Slots, session: string): Wait {
  const wait: Wait = { controller: new AbortController(), state: 'waiting' }
  void slots.acquire({ signal: wait.controller.signal, session }).then((release) => {
    wait.state = release === undefined ? 'over' : 'running'
    wait.release = () => {
      wait.state = 'over'
      release?.()
    }
  })
  return wait
}

const running = (waits: readonly Wait[]): readonly Wait[] => waits.filter(({ state }) => state === 'running')
const waiting = (waits: readonly Wait[]): readonly Wait[] => waits.filter(({ state }) => state === 'waiting')

test.for([
  [3, { gates: 1, turnEnds: 1, observing: 1, budgeted: 2 }],
  [4, { gates: 2, turnEnds: 1, observing: 1, budgeted: 2 }],
  [8, { gates: 3, turnEnds: 2, observing: 3, budgeted: 4 }],
  // A call of the command line.
  [limits.callProcesses, { gates: 8, turnEnds: 8, observing: 8, budgeted: 13 }],
  // One session leaves an eighth of each share to the others.
  [128, { gates: 38, turnEnds: 37, observing: 38, budgeted: 56 }],
] as const)('of %i processes one session may have %o', async ([most, expected]) => {
  const given = await granted(
    most,
    Array.from({ length: most }, () => 'a'),
  )
  expect(given).toEqual(expected)
})

test('gates, turn ends and observers together have exactly maxProcesses, and each kind has one', async () => {
  for (const most of [3, 4, 5, 6, 7, 16, 127, 128, 4_096]) {
    const sessions = Array.from({ length: most }, (_, at) => `s${at}`)
    const { gates, turnEnds, observing, budgeted } = await granted(most, sessions)
    expect([gates + turnEnds + observing, budgeted]).toEqual([most, Math.ceil(most / 2)])
    expect(Math.min(gates, turnEnds, observing)).toBe(Math.floor(most / 3))
  }
})

/** How many slots of each kind these sessions get at once. */
async function granted(most: number, sessions: readonly string[]) {
  const { gates, turnEnds, observing, budgeted } = createProcessSlots(most)
  const asked = [gates, turnEnds, observing, budgeted].map((slots) => waiters(slots, sessions).order)
  await turn()
  const [first = 0, second = 0, third = 0, fourth = 0] = asked.map(({ length }) => length)
  return { gates: first, turnEnds: second, observing: third, budgeted: fourth }
}
