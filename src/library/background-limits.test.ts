import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, engineWith } from '../../test/helpers/library.ts'
import type { Run } from '../engine/run.ts'

const stop = { name: 'Stop', sessionId: 's1' } as const
const ENDLESS = command('exec sleep 600', { async: true })

/** What was said of steps that found no place. */
function refusals({ results }: Run): readonly string[] {
  return results.flatMap(({ outcome }) => (outcome.kind === 'not-started' ? outcome.issue.message : []))
}

describe('many at once', () => {
  test('more than 64 of one session are refused with the limit that was met', async () => {
    const { engine } = await engineWith(
      'Stop',
      Array.from({ length: 65 }, (_, index) => command(`sleep 60; echo ${index}`, { async: true })),
    )
    expect(refusals(await engine.run(stop))).toEqual([
      'It was not started: 64 hooks of its session run in the background already, the most for one session.',
    ])
  }, 60_000)

  test('a session with many hooks in the background leaves places to another', async () => {
    const { engine } = await engineWith('Stop', [ENDLESS])
    const runs = await Promise.all(
      Array.from({ length: 70 }, () => engine.run({ name: 'Stop', sessionId: 'a' })),
    )
    const kinds = runs.map((run) => run.results[0]?.outcome.kind)
    expect(kinds.filter((kind) => kind === 'backgrounded')).toHaveLength(64)
    const { results } = await engine.run({ name: 'Stop', sessionId: 'b' })
    expect(results[0]?.outcome.kind).toBe('backgrounded')
  }, 60_000)

  test('other sessions are not counted: 74 with one each all have theirs', async () => {
    const { engine } = await engineWith('Stop', [ENDLESS])
    const runs = await Promise.all(
      Array.from({ length: 74 }, (_, at) => engine.run({ name: 'Stop', sessionId: `s${at}` })),
    )
    expect(runs.flatMap(refusals)).toEqual([])
    expect(engine.background.list()).toHaveLength(74)
  }, 60_000)

  test.for([
    ['maxBackground', { maxBackground: 3 }, 3],
    ['four times maxProcesses', { maxProcesses: 3 }, 12],
  ] as const)(
    'all sessions together have %s, which the refusal names',
    { timeout: 60_000 },
    async ([, options, most]) => {
      const { engine } = await engineWith('Stop', [ENDLESS], options)
      const sessions = Array.from({ length: most + 1 }, (_, at) => `s${at}`)
      const runs = await Promise.all(sessions.map((sessionId) => engine.run({ name: 'Stop', sessionId })))
      expect(runs.flatMap(refusals)).toEqual([
        `It was not started: ${most} hooks run in the background already, the most for this engine.`,
      ])
    },
  )

  test('a session with many leaves the last places to others, and is told so', async () => {
    const { engine } = await engineWith('Stop', [ENDLESS], { maxBackground: 16 })
    const flood = Array.from({ length: 15 }, () => engine.run({ name: 'Stop', sessionId: 'a' }))
    expect((await Promise.all(flood)).flatMap(refusals)).toEqual([
      'It was not started: the last 2 of the 16 places in the background are for sessions that hold fewer than 2.',
    ])
    const { results } = await engine.run({ name: 'Stop', sessionId: 'b' })
    expect(results[0]?.outcome.kind).toBe('backgrounded')
  }, 60_000)

  test('one that declares itself while there is no place is waited for', async () => {
    const { engine, dir } = await engineWith('Stop', [
      command(`echo '{"async":true}'; until [ -e go ]; do sleep 0.05; done`),
    ])
    await engine.addHooks({ hooks: { SubagentStop: [{ hooks: [ENDLESS] }] } })
    const flood = { name: 'SubagentStop', sessionId: 's1' } as const
    await Promise.all(Array.from({ length: 64 }, () => engine.run(flood)))
    const waited = engine.run(stop)
    writeFileSync(join(dir, 'go'), '')
    const { results } = await waited
    expect(results[0]?.outcome).toMatchObject({ kind: 'exited', declared: true })
    expect(engine.background.list()).toHaveLength(64)
  }, 60_000)

  test('one that declares itself while there is no place gets no more time than its timeout', async () => {
    const { engine } = await engineWith('Stop', [
      command(`echo '{"async":true,"asyncTimeout":60000}'; sleep 60`, { timeout: 1 }),
    ])
    await engine.addHooks({ hooks: { SubagentStop: [{ hooks: [ENDLESS] }] } })
    const flood = { name: 'SubagentStop', sessionId: 's1' } as const
    await Promise.all(Array.from({ length: 64 }, () => engine.run(flood)))
    const { results } = await engine.run(stop)
    expect(results[0]?.outcome).toMatchObject({ kind: 'timed-out', afterMs: 1_000 })
  }, 60_000)
})
