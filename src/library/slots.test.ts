import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { getEventListeners } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { limits } from '../engine/limits.ts'
import type { Engine } from './engine.ts'

const bash = { name: 'Bash', input: {} }
const lines = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []

/** As many hooks of this event as asked for, each of which says that it runs and then never ends. */
function flood(
  engine: Engine,
  event: { name: 'PreToolUse' | 'PostToolUse'; sessionId: string },
  times: number,
): Promise<unknown> {
  return Promise.all(Array.from({ length: times }, () => engine.run({ ...event, tool: bash })))
}

/** Hooks of one session: they append a word to `order`. */
async function says(engine: Engine, event: string, sessionId: string): Promise<void> {
  const hooks = [command(`echo ${sessionId} >> order`)]
  await engine.addHooks({ hooks: { [event]: [{ hooks }] } }, { sessionId })
}

/** A hook that waits for the file `go`, so that everything behind it has to wait. */
async function holds(engine: Engine, event: string): Promise<void> {
  const hooks = [command('echo runs >> holds; until [ -e go ]; do sleep 0.05; done')]
  await engine.addHooks({ hooks: { [event]: [{ hooks }] } }, { sessionId: 'holder' })
}

async function saturated(dir: string, count: number): Promise<void> {
  await vi.waitFor(() => expect(lines(join(dir, 'holds'))).toHaveLength(count), { timeout: 30_000 })
}

/** Warnings of Node about leaks, while the test runs. */
function warnings(): readonly string[] {
  const heard: string[] = []
  const listen = ({ name, message }: Error): void => void heard.push(`${name}: ${message}`)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  return heard
}

const ENDLESS = command('echo runs >> holds; exec sleep 600')

describe('one session floods the engine with slow hooks', () => {
  test.for([
    ['PreToolUse', 'of a gate'],
    ['SessionEnd', 'of the end'],
    ['Stop', 'that may keep a turn going'],
    ['PostToolUse', 'that observes'],
  ] as const)(
    "200 slow PostToolUse hooks do not keep another session's %s hook %s",
    { timeout: 60_000 },
    async ([name]) => {
      const { engine, dir } = await engineIn()
      const heard = warnings()
      await engine.addHooks({ hooks: { PostToolUse: [{ hooks: [ENDLESS] }] } }, { sessionId: 'a' })
      await says(engine, name, 'b')
      const flooded = flood(engine, { name: 'PostToolUse', sessionId: 'a' }, 200)
      await vi.waitFor(() => expect(lines(join(dir, 'holds')).length).toBeGreaterThan(7), { timeout: 30_000 })
      const { counts } = await engine.run({ name, sessionId: 'b', tool: bash })
      expect([counts, lines(join(dir, 'order'))]).toEqual([expect.objectContaining({ success: 1 }), ['b']])
      await engine.dispose()
      await flooded
      expect(heard).toEqual([])
    },
  )

  test('a flood of gates holds up neither the gate nor the observer of another session', async () => {
    const { engine } = await engineIn()
    await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [ENDLESS] }] } }, { sessionId: 'a' })
    await says(engine, 'PreToolUse', 'b')
    await says(engine, 'PostToolUse', 'b')
    const flooded = flood(engine, { name: 'PreToolUse', sessionId: 'a' }, 200)
    for (const name of ['PreToolUse', 'PostToolUse'] as const)
      expect((await engine.run({ name, sessionId: 'b', tool: bash })).counts).toMatchObject({ success: 1 })
    await engine.dispose()
    await flooded
  }, 60_000)

  test('a bound stays: no more than the third of maxProcesses that observes', async () => {
    const { engine, dir } = await engineIn({ maxProcesses: 12 })
    await engine.addHooks({ hooks: { PostToolUse: [{ hooks: [ENDLESS] }] } }, { sessionId: 'a' })
    await says(engine, 'PreToolUse', 'a')
    const flooded = flood(engine, { name: 'PostToolUse', sessionId: 'a' }, 50)
    await saturated(dir, 4)
    // Its own gates pass as well, and the time they take would let a fifth begin.
    for (let call = 0; call < 3; call += 1)
      await engine.run({ name: 'PreToolUse', sessionId: 'a', tool: bash })
    expect(lines(join(dir, 'holds'))).toHaveLength(4)
    await engine.dispose()
    await flooded
  }, 30_000)

  test('a guard of an observing event does not wait for the observers', async () => {
    const { dir } = await engineIn()
    const file = join(dir, 'hookwright.yaml')
    const guard = '{ id: look, command: touch seen, guard: true }'
    writeFileSync(file, `version: 1\nhooks:\n  PostToolUse:\n    - ${guard}\n`)
    const guarded = await engineIn({
      maxProcesses: 3,
      cwd: dir,
      sources: [{ path: file }],
      trustProject: true,
    })
    await holds(guarded.engine, 'PostToolUse')
    const held = guarded.engine.run({ name: 'PostToolUse', sessionId: 'holder', tool: bash })
    await saturated(dir, 1)
    const { counts } = await guarded.engine.run({ name: 'PostToolUse', sessionId: 'b', tool: bash })
    expect(counts).toMatchObject({ success: 1 })
    writeFileSync(join(dir, 'go'), '')
    await held
  }, 30_000)
})

describe('turns that end slowly', () => {
  test.for([
    ['PreToolUse', 'of a gate'],
    ['SessionEnd', 'of the end'],
    ['PostToolUse', 'that observes'],
  ] as const)(
    "Stop hooks of 64 sessions do not keep another session's %s hook %s",
    { timeout: 60_000 },
    async ([name]) => {
      const { engine, dir } = await engineIn()
      await engine.addHooks({ hooks: { Stop: [{ hooks: [ENDLESS] }] } })
      await says(engine, name, 'b')
      const ends = Array.from({ length: 64 }, (_, at) => engine.run({ name: 'Stop', sessionId: `s${at}` }))
      await vi.waitFor(() => expect(lines(join(dir, 'holds')).length).toBeGreaterThan(41), {
        timeout: 30_000,
      })
      const { counts } = await engine.run({ name, sessionId: 'b', tool: bash }, { deadlineMs: 15_000 })
      expect([counts, lines(join(dir, 'order'))]).toEqual([expect.objectContaining({ success: 1 }), ['b']])
      await engine.dispose()
      await Promise.all(ends)
    },
  )

  test("do not keep the same session's end, where few processes are allowed", async () => {
    const { engine, dir } = await engineIn({ maxProcesses: 16 })
    await engine.addHooks({ hooks: { Stop: [{ hooks: [ENDLESS] }] } })
    await says(engine, 'SessionEnd', 'a')
    const ends = Array.from({ length: 10 }, () => engine.run({ name: 'Stop', sessionId: 'a' }))
    await vi.waitFor(() => expect(lines(join(dir, 'holds')).length).toBeGreaterThan(4), { timeout: 30_000 })
    const { counts } = await engine.run({ name: 'SessionEnd', sessionId: 'a' }, { deadlineMs: 15_000 })
    expect(counts).toMatchObject({ success: 1 })
    await engine.dispose()
    await Promise.all(ends)
  }, 60_000)

  test('a guard of such an event waits with the others, not with the gates', async () => {
    const { dir } = await engineIn()
    const file = join(dir, 'hookwright.yaml')
    const slow = 'echo runs >> holds; exec sleep 600'
    const guard = `{ id: tests, command: '${slow}', shell: sh, guard: true }`
    writeFileSync(file, `version: 1\nhooks:\n  Stop:\n    - ${guard}\n`)
    const options = { maxProcesses: 6, cwd: dir, sources: [{ path: file }], trustProject: true } as const
    const { engine } = await engineIn(options)
    await says(engine, 'PreToolUse', 'b')
    const ends = Array.from({ length: 8 }, (_, at) => engine.run({ name: 'Stop', sessionId: `s${at}` }))
    await vi.waitFor(() => expect(lines(join(dir, 'holds')).length).toBeGreaterThan(1), { timeout: 30_000 })
    const gate = { name: 'PreToolUse', sessionId: 'b', tool: bash } as const
    expect((await engine.run(gate, { deadlineMs: 15_000 })).counts).toMatchObject({ success: 1 })
    await engine.dispose()
    await Promise.all(ends)
  }, 60_000)
})

test('a flood of ends starts half as many processes as maxProcesses, and holds up no gate', async () => {
  const { engine, dir } = await engineIn({ maxProcesses: 8 })
  const slow = { ...ENDLESS, timeout: 600 }
  await engine.addHooks({ hooks: { SessionEnd: [{ hooks: [slow] }] } })
  await says(engine, 'PreToolUse', 'b')
  const ends = Array.from({ length: 50 }, (_, at) => engine.run({ name: 'SessionEnd', sessionId: `s${at}` }))
  await saturated(dir, 4)
  for (let call = 0; call < 3; call += 1) {
    const gate = { name: 'PreToolUse', sessionId: 'b', tool: bash } as const
    expect((await engine.run(gate, { deadlineMs: 15_000 })).counts).toMatchObject({ success: 1 })
  }
  expect(lines(join(dir, 'holds'))).toHaveLength(4)
  await engine.dispose()
  await Promise.all(ends)
}, 60_000)

describe('sessions that wait', () => {
  test('take turns, whoever came first with however many', async () => {
    const { engine, dir } = await engineIn({ maxProcesses: 3 })
    await holds(engine, 'PostToolUse')
    for (const session of ['a', 'b', 'c']) await says(engine, 'PostToolUse', session)
    const run = (sessionId: string) => engine.run({ name: 'PostToolUse', sessionId, tool: bash })
    const held = run('holder')
    await saturated(dir, 1)
    const waiting = 'aaaaaabbccc'.split('').map(run)
    await settledTurns()
    writeFileSync(join(dir, 'go'), '')
    await Promise.all([held, ...waiting])
    expect(lines(join(dir, 'order')).join('')).toBe('abcabcacaaa')
  }, 30_000)

  test('a cancel while it waits starts nothing, leaves no listener and loses no place', async () => {
    const heard = warnings()
    const { engine, dir } = await engineIn({ maxProcesses: 3 })
    await holds(engine, 'PostToolUse')
    await says(engine, 'PostToolUse', 'b')
    const held = engine.run({ name: 'PostToolUse', sessionId: 'holder', tool: bash })
    await saturated(dir, 1)
    const controller = new AbortController()
    const event = { name: 'PostToolUse', sessionId: 'b', tool: bash } as const
    const waiting = Array.from({ length: 20 }, () => engine.run(event, { signal: controller.signal }))
    await settledTurns()
    controller.abort()
    const outcomes = (await Promise.all(waiting)).flatMap(({ results }) =>
      results.map((each) => each.outcome),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'cancelled'))
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    writeFileSync(join(dir, 'go'), '')
    await held
    expect((await engine.run(event)).counts).toMatchObject({ success: 1 })
    expect([lines(join(dir, 'order')), heard]).toEqual([['b'], []])
  }, 30_000)

  test("the run's deadline ends the wait, and that is said", async () => {
    const { engine, dir } = await engineIn({ maxProcesses: 3 })
    await holds(engine, 'PostToolUse')
    await says(engine, 'PostToolUse', 'b')
    const held = engine.run({ name: 'PostToolUse', sessionId: 'holder', tool: bash })
    await saturated(dir, 1)
    const event = { name: 'PostToolUse', sessionId: 'b', tool: bash } as const
    const { signal } = new AbortController()
    const { results } = await engine.run(event, { signal, deadlineMs: 300 })
    expect(results[0]?.outcome).toMatchObject({ kind: 'not-started', issue: { code: 'run.deadline' } })
    expect(getEventListeners(signal, 'abort')).toEqual([])
    writeFileSync(join(dir, 'go'), '')
    await held
    expect(lines(join(dir, 'order'))).toEqual([])
  }, 30_000)

  test('dispose() ends every wait, and nothing starts afterwards', async () => {
    const { engine, dir } = await engineIn({ maxProcesses: 3 })
    await holds(engine, 'PostToolUse')
    await says(engine, 'PostToolUse', 'b')
    const held = engine.run({ name: 'PostToolUse', sessionId: 'holder', tool: bash })
    await saturated(dir, 1)
    const waiting = Array.from({ length: 20 }, () =>
      engine.run({ name: 'PostToolUse', sessionId: 'b', tool: bash }),
    )
    await settledTurns()
    await engine.dispose()
    const runs = await Promise.all([held, ...waiting])
    expect(new Set(runs.map(({ results }) => results[0]?.outcome.kind))).toEqual(new Set(['cancelled']))
    expect(lines(join(dir, 'order'))).toEqual([])
  }, 30_000)
})

/** A hook's side loads once, and then a step reaches its slot within some turns of the loop. */
async function settledTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test.for([2, 0, -4, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 4_097, '8'])(
  'R35 a maxProcesses of %s is refused with what is accepted',
  async (maxProcesses) => {
    await expect(engineIn({ maxProcesses: maxProcesses as number })).rejects.toThrow(
      new TypeError(
        `The maxProcesses of createEngine is ${typeof maxProcesses === 'string' ? `"${maxProcesses}"` : maxProcesses}; accepted: a whole number from 3 to 4096.`,
      ),
    )
  },
)

test.for([0, -1, 1.5, Number.NaN, 4_097, '8'])(
  'a maxBackground of %s is refused with what is accepted',
  async (maxBackground) => {
    await expect(engineIn({ maxBackground: maxBackground as number })).rejects.toThrow(
      new TypeError(
        `The maxBackground of createEngine is ${typeof maxBackground === 'string' ? `"${maxBackground}"` : maxBackground}; accepted: a whole number from 1 to 4096.`,
      ),
    )
  },
)

test('without a word of the program an engine starts at most as many processes as the limits say', () => {
  expect(limits.maxProcesses).toMatchObject({ usual: 128, least: 3, most: 4_096 })
})
