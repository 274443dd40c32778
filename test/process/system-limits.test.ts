import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEngine, inEngine } from './engine.ts'

let engine: string

beforeAll(() => {
  engine = buildEngine()
})
afterAll(() => rmSync(engine, { recursive: true }))

test('R03 unreadable: the message names the directory', async () => {
  const cwd = join(engine, 'closed')
  mkdirSync(cwd)
  chmodSync(cwd, 0)
  const body = `print(await launch(launchOf('/bin/true', { cwd: ${JSON.stringify(cwd)} })))`
  expect(await inEngine(engine, body, { user: 'nobody' })).toMatchObject({
    kind: 'not-started',
    issue: { code: 'launch.cwd', message: `Working directory "${cwd}" may not be entered by this user.` },
  })
})

// With six or seven to spare Node itself loses three (20.20: its pipes exist, the one for exec errors does not).
test('R04 out of descriptors is a launch problem, leaks none, and the engine goes on', async () => {
  const body = `
    await launch(launchOf('/bin/true'))
    const before = descriptors()
    const held = []
    try { for (;;) held.push(fs.openSync('/dev/null')) } catch {}
    const outcomes = []
    for (let spare = 0; spare < 6; spare++) {
      outcomes.push(await launch(launchOf('/bin/true')))
      fs.closeSync(held.pop())
    }
    held.forEach((fd) => fs.closeSync(fd))
    const after = await launch(launchOf('/bin/true'))
    print({ before, now: descriptors(), first: outcomes[0], kinds: outcomes.map((o) => o.kind), after })`
  const seen = await inEngine(engine, body, { limit: 'ulimit -n 60' })
  expect(seen).toMatchObject({
    first: {
      kind: 'not-started',
      issue: { code: 'launch.resources', message: expect.stringContaining('EMFILE') },
    },
    after: { kind: 'exited', code: 0 },
  })
  const { before, now } = seen as { before: number; now: number }
  expect(now).toBe(before)
})

// The limit counts all processes of the user, so it takes one who has no others.
test.runIf(process.getuid?.() === 0)(
  'R04 out of processes is a launch problem, leaks nothing, and the engine goes on',
  async () => {
    const body = `
      await launch(launchOf('/bin/true'))
      const before = descriptors()
      const stop = new AbortController()
      const all = Array.from({ length: 60 }, () => launch(launchOf('/bin/sleep', { args: ['20'], signal: stop.signal })))
      setTimeout(() => stop.abort(), 500)
      const outcomes = await Promise.all(all)
      const after = await launch(launchOf('/bin/true'))
      print({ before, now: descriptors(), failed: outcomes.find((o) => o.kind === 'not-started'), after })`
    const seen = await inEngine(engine, body, { limit: 'ulimit -u 40', user: 'nobody' })
    expect(seen).toMatchObject({
      failed: { issue: { code: 'launch.resources', message: expect.stringContaining('EAGAIN') } },
      after: { kind: 'exited', code: 0 },
    })
    const { before, now } = seen as { before: number; now: number }
    expect(now).toBe(before)
  },
)
