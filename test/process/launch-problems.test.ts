import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEngine, inEngine } from './engine.ts'
import { run, runTo, sh } from './run.ts'

let folder: string
let engine: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwright-launch-'))
  engine = buildEngine()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(engine, { recursive: true })
})

function script(name: string, text: string, mode = 0o755): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

describe('command not found', () => {
  test.for([
    ['a bare name', 'no-such-command', 'Command "no-such-command" was not found.'],
    ['a path', '/no/such/command', 'Command "/no/such/command" was not found.'],
    ['a path below a file', '/etc/passwd/x', 'Command "/etc/passwd/x" was not found.'],
  ] as const)('R01 %s is a launch problem in less than 100 ms', async ([, file, message]) => {
    const outcome = await runTo('not-started', file)
    expect(outcome.issue).toMatchObject({ code: 'launch.not-found', message })
    expect(outcome.ms).toBeLessThan(100)
  })

  test('R01 the hint says where was looked', async () => {
    const bare = await runTo('not-started', 'no-such-command', { env: { PATH: '/nowhere:/bin' } })
    expect(bare.issue.hint).toContain('PATH is "/nowhere:/bin"')
    const path = await runTo('not-started', './hooks/x.sh', { cwd: folder })
    expect(path.issue.hint).toContain(join(folder, 'hooks/x.sh'))
  })
})

describe('files that cannot be run', () => {
  const rows: [string, () => string, string, RegExp][] = [
    ['not executable', () => script('plain', '#!/bin/sh\n', 0o644), 'launch.not-executable', /chmod \+x/],
    ['empty and not executable', () => script('none', '', 0o644), 'launch.not-executable', /chmod \+x/],
    ['a missing interpreter', () => script('bad', '#!/no/such/sh\n'), 'launch.bad-interpreter', /first line/],
    [
      'a missing program for env',
      () => script('env', '#!/usr/bin/env no-such-sh\n'),
      'launch.bad-interpreter',
      /Install/,
    ],
    [
      'a missing program for env -S',
      () => script('env-s', '#!/usr/bin/env -S no-such-sh -e\n'),
      'launch.bad-interpreter',
      /Install/,
    ],
    [
      'a CRLF shebang',
      () => script('crlf', '#!/bin/sh\r\nexit 0\r\n'),
      'launch.bad-interpreter',
      /LF line ends/,
    ],
    [
      'a CRLF shebang with env',
      () => script('crlf-env', '#!/usr/bin/env sh\r\nexit 0\r\n'),
      'launch.bad-interpreter',
      /LF/,
    ],
    ['a missing shebang', () => script('bare', 'exit 0\n'), 'launch.no-shebang', /#!\/bin\/sh/],
    [
      'a shebang without a program',
      () => script('hollow', '#!\nexit 0\n'),
      'launch.no-shebang',
      /#!\/bin\/sh/,
    ],
    ['an empty file', () => script('empty', ''), 'launch.empty-file', /Write the script/],
    ['a directory', () => folder, 'launch.directory', /inside it/],
    [
      'an interpreter that is a text file',
      () => script('odd', `#!${script('odd-sh', 'x', 0o644)}\n`),
      'launch.bad-interpreter',
      /first line/,
    ],
  ]
  test.for(rows)('R02 %s gets its own hint in less than 100 ms', async ([, make, code, hint]) => {
    const path = make()
    const outcome = await runTo('not-started', path)
    expect(outcome.issue).toMatchObject({ code, message: expect.stringContaining(path) })
    expect(outcome.issue.hint).toMatch(hint)
    expect(outcome.ms).toBeLessThan(100)
  })

  test('R02 a script in order runs, also one named relative to its working directory', async () => {
    script('fine', '#!/usr/bin/env sh\nexit 7\n')
    expect(await run('./fine', { cwd: folder })).toMatchObject({ kind: 'exited', code: 7 })
  })

  test('R02 a named pipe does not block the check', async () => {
    const path = join(folder, 'pipe')
    await run('/bin/sh', sh('mkfifo "$1" && chmod 755 "$1"', path))
    expect(await run(path)).toMatchObject({ kind: 'not-started' })
  })
})

describe('working directory', () => {
  test.for([
    ['missing', () => join(folder, 'gone'), /does not exist/],
    ['a file', () => script('file', ''), /is not a directory/],
  ] as const)('R03 %s: the message names the directory, not the command', async ([, make, message]) => {
    const cwd = make()
    const { issue } = await runTo('not-started', '/bin/true', { cwd })
    expect(issue.code).toBe('launch.cwd')
    expect(issue.message).toMatch(message)
    expect(issue.message).toContain(cwd)
    expect(issue.message).not.toContain('true')
  })

  test('R03 unreadable: the message names the directory', async () => {
    const cwd = join(folder, 'closed')
    mkdirSync(cwd)
    chmodSync(cwd, 0)
    chmodSync(folder, 0o755)
    const body = `print(await launch(launchOf('/bin/true', { cwd: ${JSON.stringify(cwd)} })))`
    expect(await inEngine(engine, body, { user: 'nobody' })).toMatchObject({
      kind: 'not-started',
      issue: { code: 'launch.cwd', message: `Working directory "${cwd}" may not be entered by this user.` },
    })
  })
})

describe('limits of the system', () => {
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
})

describe('too much or too odd', () => {
  test('R05 arguments that are too long are a launch problem', async () => {
    const { issue } = await runTo('not-started', '/bin/true', { args: ['x'.repeat(3_000_000)] })
    expect(issue).toMatchObject({
      code: 'launch.too-long',
      message: expect.stringContaining('3000001 bytes'),
    })
  })

  test('R05 an environment that is too long is a launch problem', async () => {
    const { issue } = await runTo('not-started', '/bin/true', { env: { BIG: 'x'.repeat(3_000_000) } })
    expect(issue.code).toBe('launch.too-long')
  })

  test.for([
    ['a NUL in an argument', '/bin/true', { args: ['a\0b'] }],
    ['a NUL in the environment', '/bin/true', { env: { A: '\0' } }],
    ['an empty command', '', {}],
  ] as const)('%s is a launch problem, not an exception', async ([, file, rest]) => {
    expect((await runTo('not-started', file, rest)).issue.code).toBe('launch.bad-argument')
  })

  test.for([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '10' as unknown as number])(
    'R35 a timeout of %s is refused before anything starts',
    async (timeoutMs) => {
      const marker = join(folder, `started-${timeoutMs}`)
      const { issue } = await runTo('not-started', '/bin/sh', { ...sh('touch "$1"', marker), timeoutMs })
      expect(issue.code).toBe('launch.timeout')
      expect(() => rmSync(marker)).toThrow('ENOENT')
    },
  )

  test('R35 a timeout of 1e12 ms is kept, not wrapped round to one millisecond', async () => {
    expect(await run('/bin/sleep', { args: ['0.1'], timeoutMs: 1e12 })).toMatchObject({
      kind: 'exited',
      code: 0,
    })
  })
})
