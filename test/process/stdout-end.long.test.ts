import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fixture, isLiving, livingIn, numbers, run, runTo, sh } from './run.ts'

const endsAt = 'stdout-end'

/** Longer than a process is waited for that ends with its exit. */
const LATE = 'sleep 0.7; printf late'

describe('a launch that ends with its stdout', () => {
  test('has what a descendant writes long after the exit, with the exit code of the process itself', async () => {
    const outcome = await runTo('exited', '/bin/sh', { ...sh(`(${LATE}) & exit 3`), endsAt })
    expect(outcome).toMatchObject({ code: 3, stdout: { text: 'late' } })
    expect(outcome).not.toHaveProperty('leftovers')
  })

  test.for(['terminate', 'leave'] as const)(
    'times out while a descendant holds stdout, and ends it (leftovers: %s)',
    async (leftovers) => {
      const outcome = await runTo('timed-out', fixture('holds-pipe.sh'), {
        endsAt,
        leftovers,
        timeoutMs: 1_000,
      })
      const [group = 0, child = 0] = numbers(outcome.stdout.text)
      expect(child).toBeGreaterThan(0)
      expect(outcome.afterMs).toBe(1_000)
      expect(outcome.ms).toBeLessThan(3_000)
      expect(livingIn(group)).toEqual([])
    },
  )

  test('times out while a descendant in a session of its own holds stdout, which cannot be followed', async () => {
    const outcome = await runTo('timed-out', process.execPath, {
      args: [fixture('escapes.mjs')],
      endsAt,
      timeoutMs: 1_500,
    })
    const [escapee = 0] = numbers(outcome.stdout.text)
    expect(outcome.ms).toBeLessThan(3_500)
    expect(isLiving(escapee)).toBe(true)
    process.kill(escapee, 'SIGKILL')
  })

  test.for(['terminate', 'leave'] as const)(
    'has exited at its timeout when its exit code is final, and its descendants are ended (leftovers: %s)',
    async (leftovers) => {
      const outcome = await runTo('exited', '/bin/sh', {
        ...sh('sleep 1000 & echo "$$ $!"; exit 2'),
        endsAt,
        finalCodes: [2],
        leftovers,
        timeoutMs: 1_000,
      })
      const [group = 0, child = 0] = numbers(outcome.stdout.text)
      expect(child).toBeGreaterThan(0)
      expect(outcome).toMatchObject({ code: 2, openAfterMs: 1_000, leftovers: 'terminated' })
      expect(outcome.ms).toBeLessThan(3_000)
      expect(livingIn(group)).toEqual([])
    },
  )

  test('has exited at its timeout with a final code, when what holds stdout cannot be followed', async () => {
    const script = `"$0" "$1"; exit 2`
    const outcome = await runTo('exited', '/bin/sh', {
      args: ['-c', script, process.execPath, fixture('escapes.mjs')],
      endsAt,
      finalCodes: [2],
      timeoutMs: 1_500,
    })
    const [escapee = 0] = numbers(outcome.stdout.text)
    expect(outcome).toMatchObject({ code: 2, openAfterMs: 1_500, leftovers: 'left' })
    expect(outcome.ms).toBeLessThan(3_500)
    process.kill(escapee, 'SIGKILL')
  })

  test.for([
    ['another exit code', 'sleep 1000 & exit 0'],
    ['a process that has not exited', 'sleep 1000; exit 2'],
    ['a process that exits with a final code when it is stopped', 'trap "exit 2" TERM; sleep 1000 & wait'],
  ] as const)('times out in spite of final codes with %s', async ([, script]) => {
    const outcome = await run('/bin/sh', { ...sh(script), endsAt, finalCodes: [2], timeoutMs: 500 })
    expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 500 })
  })

  test('reads stdout to its end in spite of final codes, when there is time', async () => {
    const outcome = await runTo('exited', '/bin/sh', {
      ...sh(`(${LATE}) & exit 2`),
      endsAt,
      finalCodes: [2],
    })
    expect(outcome).toMatchObject({ code: 2, stdout: { text: 'late' } })
    expect(outcome).not.toHaveProperty('openAfterMs')
  })

  test('does not wait for a descendant that holds stderr alone', async () => {
    const outcome = await runTo('exited', '/bin/sh', {
      ...sh('sleep 1000 >/dev/null & echo "$$ $!"; echo why >&2'),
      endsAt,
      leftovers: 'leave',
    })
    const [group = 0, child = 0] = numbers(outcome.stdout.text)
    expect(outcome).toMatchObject({ code: 0, stderr: { text: 'why\n' }, leftovers: 'left' })
    expect(outcome.ms).toBeLessThan(2_000)
    expect(livingIn(group)).toEqual([child])
    process.kill(child, 'SIGKILL')
  })

  test('does not end before its exit, when it closes stdout first', async () => {
    const outcome = await run('/bin/sh', { ...sh('exec >&-; sleep 0.4; exit 5'), endsAt })
    expect(outcome).toMatchObject({ kind: 'exited', code: 5 })
    expect(outcome.ms).toBeGreaterThan(390)
  })

  test('is cancelled while it waits for a descendant', async () => {
    const stop = new AbortController()
    const outcome = runTo('cancelled', '/bin/sh', {
      ...sh('sleep 1000 & exit 0'),
      endsAt,
      signal: stop.signal,
    })
    setTimeout(() => stop.abort(), 600)
    expect((await outcome).ms).toBeLessThan(2_600)
    expect((await outcome).ms).toBeGreaterThan(590)
  })

  test('is not called late when our own loop was busy', async () => {
    const outcome = run('/bin/sh', { ...sh('(sleep 0.05; printf done) & exit 0'), endsAt, timeoutMs: 250 })
    await sleep(20)
    const until = performance.now() + 600
    while (performance.now() < until);
    expect(await outcome).toMatchObject({ kind: 'exited', code: 0, stdout: { text: 'done' } })
  })
})
