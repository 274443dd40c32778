import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildEngine, inEngine } from './engine.ts'
import { fixture, isLiving, livingIn, numbers, run, runTo, sh } from './run.ts'

let engine: string

beforeAll(() => {
  engine = buildEngine()
})
afterAll(() => rmSync(engine, { recursive: true }))

describe('after a normal exit', () => {
  test('R21 a grandchild that holds stdout delays the settle by less than 500 ms and is terminated', async () => {
    const outcome = await runTo('exited', fixture('holds-pipe.sh'))
    const settledAt = Date.now()
    const [group = 0, , exitedAt = 0] = numbers(outcome.stdout.text)
    expect(outcome).toMatchObject({ code: 0, leftovers: 'terminated' })
    expect(settledAt - exitedAt).toBeLessThan(500)
    expect(livingIn(group)).toEqual([])
  })

  test('R21 it is left alone and recorded where leftovers are left', async () => {
    const outcome = await runTo('exited', fixture('holds-pipe.sh'), { leftovers: 'leave' })
    const settledAt = Date.now()
    const [group = 0, child = 0, exitedAt = 0] = numbers(outcome.stdout.text)
    expect(outcome).toMatchObject({ code: 0, leftovers: 'left' })
    expect(settledAt - exitedAt).toBeLessThan(500)
    expect(livingIn(group)).toEqual([child])
    process.kill(child, 'SIGKILL')
  })

  test.for(['terminate', 'leave'] as const)(
    'R21 a leftover without pipes is found too: %s',
    async (leftovers) => {
      const outcome = await runTo('exited', fixture('leaves-quiet.sh'), { leftovers })
      const [group = 0, child = 0] = numbers(outcome.stdout.text)
      expect(outcome.leftovers).toBe(leftovers === 'leave' ? 'left' : 'terminated')
      expect(livingIn(group)).toEqual(leftovers === 'leave' ? [child] : [])
      if (leftovers === 'leave') process.kill(child, 'SIGKILL')
    },
  )

  test('R21 a leftover that ignores TERM is killed before the outcome is given', async () => {
    const outcome = await runTo('exited', fixture('leaves-stubborn.sh'))
    expect(outcome.leftovers).toBe('terminated')
    await vi.waitFor(() => expect(livingIn(numbers(outcome.stdout.text)[0] ?? 0)).toEqual([]), 500)
  })

  test('R21 a left child that goes on writing does not die of a closed pipe', async () => {
    const script = '(sleep 0.5; echo late; echo late; sleep 1000) & echo "$$ $!"'
    const outcome = await runTo('exited', '/bin/sh', { ...sh(script), leftovers: 'leave' })
    const [group = 0] = numbers(outcome.stdout.text)
    await sleep(800)
    expect(livingIn(group).length).toBeGreaterThan(0)
    process.kill(-group, 'SIGKILL')
  })

  test('a child that ends by itself within the settle time is no leftover', async () => {
    const outcome = await runTo('exited', '/bin/sh', sh('(sleep 0.05; echo late) & exit 0'))
    expect(outcome.stdout.text).toBe('late\n')
    expect(outcome).not.toHaveProperty('leftovers')
  })

  test('R24 a descendant in a session of its own does not hold up the outcome and is recorded', async () => {
    const outcome = await runTo('exited', process.execPath, { args: [fixture('escapes.mjs')] })
    const [escapee = 0] = numbers(outcome.stdout.text)
    expect(outcome).toMatchObject({ code: 0, leftovers: 'left' })
    expect(isLiving(escapee)).toBe(true)
    process.kill(escapee, 'SIGKILL')
  })
})

describe('timeout', () => {
  test('R22 a grandchild that ignores TERM is gone by timeout + 2 s', async () => {
    const outcome = await runTo('timed-out', fixture('stubborn.sh'), { timeoutMs: 500 })
    expect(outcome.ms).toBeLessThan(2_500)
    const [group = 0, grandchild = 0] = numbers(outcome.stdout.text)
    expect(grandchild).toBeGreaterThan(0)
    expect(livingIn(group)).toEqual([])
  })

  test('R22 the bound holds whatever grace and sweep are asked for', async () => {
    const limits = { killGraceMs: 60_000, sweepMs: 60_000, settleMs: 60_000, outputBytes: 1_000 }
    const outcome = await runTo('timed-out', fixture('stubborn.sh'), { timeoutMs: 500, limits })
    expect(outcome.ms).toBeLessThan(2_500)
    expect(livingIn(numbers(outcome.stdout.text)[0] ?? 0)).toEqual([])
  })

  test('R23 a hook that cleans up and exits 0 after the deadline is a timeout', async () => {
    const outcome = await runTo('timed-out', fixture('cleans-up.sh'), { timeoutMs: 500 })
    expect(outcome.stdout.text).toContain('cleaned')
    expect(outcome.ms).toBeLessThan(1_500)
  })

  test('R27 a stopped child is ended at the deadline', async () => {
    const outcome = await runTo('timed-out', fixture('stops-itself.sh'), { timeoutMs: 300 })
    expect(outcome.stdout.text).not.toContain('never')
    expect(outcome.ms).toBeLessThan(2_300)
    expect(livingIn(numbers(outcome.stdout.text)[0] ?? 0)).toEqual([])
  })

  test.for([3_600_000, -3_600_000])(
    'R37 the deadline does not follow a wall clock that jumps %i ms',
    async (jump) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        const short = run('/bin/sleep', { args: ['0.3'], timeoutMs: 20_000 })
        const long = run('/bin/sleep', { args: ['60'], timeoutMs: 400 })
        vi.setSystemTime(Date.now() + jump)
        expect(await short).toMatchObject({ kind: 'exited', code: 0 })
        const outcome = await long
        expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 400 })
        expect(outcome.ms).toBeLessThan(2_400)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('R37 a hook that was done in time is no timeout when our own loop was busy', async () => {
    const outcome = run('/bin/true', { timeoutMs: 150 })
    await sleep(0)
    const until = performance.now() + 400
    while (performance.now() < until);
    expect(await outcome).toMatchObject({ kind: 'exited', code: 0 })
  })

  test('R38 an interpreter that wedges before the first line is ended at the deadline', async () => {
    const env = { PATH: '/usr/bin:/bin', NODE_OPTIONS: `--require ${fixture('wedge.cjs')}` }
    const outcome = await runTo('timed-out', process.execPath, {
      args: ['-e', 'console.log(1)'],
      env,
      timeoutMs: 1_000,
    })
    expect(outcome.stdout.text).toBe('')
    expect(outcome.ms).toBeLessThan(3_000)
  })
})

describe('cancel', () => {
  test.for([
    [undefined, 'host'],
    ['earlier-step', 'earlier-step'],
  ] as const)('an abort with reason %s ends the group and is by %s', async ([reason, by]) => {
    const stop = new AbortController()
    const outcome = runTo('cancelled', '/bin/sleep', { args: ['60'], signal: stop.signal })
    setTimeout(() => stop.abort(reason), 100)
    expect(await outcome).toMatchObject({ by })
    expect((await outcome).ms).toBeLessThan(1_000)
  })

  test('nothing is started under a signal that is already aborted', async () => {
    const outcome = await runTo('cancelled', '/no/such/command', { signal: AbortSignal.abort() })
    expect(outcome.by).toBe('host')
  })

  test('a hook does not outlive an engine that exits in the middle', async () => {
    const file = join(engine, 'group')
    const script = 'trap "" TERM; echo $$ >"$0"; while :; do sleep 1; done'
    const body = `
      void launch(launchOf('/bin/sh', { args: ['-c', ${JSON.stringify(script)}, ${JSON.stringify(file)}] }))
      const look = () => (fs.existsSync('${file}') && fs.statSync('${file}').size > 0 ? process.exit(0) : setTimeout(look, 10))
      process.on('exit', () => print(Number(fs.readFileSync('${file}'))))
      look()`
    const group = (await inEngine(engine, body)) as number
    await vi.waitFor(() => expect(livingIn(group)).toEqual([]), 1_000)
  })
})

describe('what a hook inherits', () => {
  const list = '/bin/ls -l /proc/self/fd'
  const opened = (text: string) =>
    [...text.matchAll(/ (\d+) -> (.*)/g)]
      .filter(([, , target]) => !/^\/proc\/\d+\/fd$/.test(target ?? ''))
      .map(([, fd, target]) => (Number(fd) > 2 ? `${fd} ${target}` : fd))
  const leaky = 'exec 7</etc/passwd 9</etc/passwd 60</etc/passwd 200</etc/passwd'

  test('R39 only 0, 1 and 2, whatever the engine has open or inherited', async () => {
    const body = `
      closeLeakingDescriptors()
      for (let i = 0; i < 40; i++) fs.openSync('/etc/passwd')
      const server = (await import('node:net')).createServer().listen(0)
      const outcome = await launch(launchOf('/bin/sh', { args: ['-c', '${list}'] }))
      server.close()
      print(outcome.stdout.text)`
    expect(opened((await inEngine(engine, body, { limit: leaky })) as string)).toEqual(['0', '1', '2'])
  })

  test('R39 in a program that keeps what it inherited, a hook finds nothing but /dev/null there', async () => {
    const body = `
      const outcome = await launch(launchOf('/bin/sh', { args: ['-c', '${list}'] }))
      fs.fstatSync(200)
      print(outcome.stdout.text)`
    const seen = opened((await inEngine(engine, body, { limit: leaky })) as string)
    expect(seen.slice(0, 3)).toEqual(['0', '1', '2'])
    expect(seen.slice(3)).toContain('200 /dev/null')
    expect(seen.slice(3).filter((line) => !line?.endsWith(' /dev/null'))).toEqual([])
  })

  test('R40 a session of its own without a terminal', async () => {
    const outcome = await runTo('exited', fixture('asks-terminal.sh'))
    const [asked, ids] = outcome.stdout.text.split('\n')
    const [pid, session, terminal] = (ids ?? '').split(' ')
    expect(asked).toBe('no terminal')
    expect({ session, terminal }).toEqual({ session: pid, terminal: '0' })
  })
})
