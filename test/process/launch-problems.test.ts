import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, runTo, sh } from './run.ts'

let folder: string

beforeAll(async () => {
  await run('/bin/true')
  folder = mkdtempSync(join(tmpdir(), 'hookwright-launch-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** So many bytes of this machine's own node, which is a program in order. */
function elf(bytes: number): Uint8Array {
  return readFileSync(process.execPath).subarray(0, bytes)
}

function script(name: string, text: string | Uint8Array, mode = 0o755): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

/** The shortest of some tries: whatever else the machine does can only make one longer. */
async function quickest(file: string, firstMs: number): Promise<number> {
  let ms = firstMs
  for (let more = 4; more > 0 && ms >= 100; more--) ms = Math.min(ms, (await runTo('not-started', file)).ms)
  return ms
}

describe('command not found', () => {
  test.for([
    ['a bare name', 'no-such-command', 'Command "no-such-command" was not found on PATH.'],
    ['a path', '/no/such/command', 'Command "/no/such/command" was not found.'],
    ['a path below a file', '/etc/passwd/x', 'Command "/etc/passwd/x" was not found.'],
  ] as const)('R01 %s is a launch problem in less than 100 ms', async ([, file, message]) => {
    const outcome = await runTo('not-started', file)
    expect(outcome.issue).toMatchObject({ code: 'launch.not-found', message })
    expect(await quickest(file, outcome.ms)).toBeLessThan(100)
  })

  test('R01 a relative path is named as it was looked for', async () => {
    const { issue } = await runTo('not-started', './hooks/x.sh', { cwd: folder })
    expect(issue.message).toBe(`Command "${join(folder, 'hooks/x.sh')}" was not found.`)
  })
})

type Row = [string, () => string, string, RegExp]

describe('files that cannot be run', () => {
  const elfRows: Row[] = [
    ['a program cut off in its header', () => script('cut', elf(40)), 'launch.bad-binary', /again/],
    ['a program without segments', () => script('hull', elf(64)), 'launch.bad-binary', /again/],
  ]
  const rows: Row[] = [
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
    ['bytes that are not a program', () => script('bytes', '\0\x01\x02\n'), 'launch.bad-binary', /again/],
    ...(process.platform === 'linux' ? elfRows : []),
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
    expect(await quickest(path, outcome.ms)).toBeLessThan(100)
  })

  const onPath = rows.filter(([, , code]) => code !== 'launch.not-executable' && code !== 'launch.directory')
  test.for(onPath)('R02 %s is refused also when PATH leads to it', async ([, make, code]) => {
    const path = make()
    const env = { PATH: `/no/such/folder:${folder}:${process.env['PATH']}` }
    const { issue } = await runTo('not-started', basename(path), { env })
    expect(issue).toMatchObject({ code, message: expect.stringContaining(path) })
  })

  test('R02 PATH is that of the hook, and a relative folder in it is below the working directory', async () => {
    script('empty', '')
    const { issue } = await runTo('not-started', 'empty', { cwd: tmpdir(), env: { PATH: basename(folder) } })
    expect(issue.code).toBe('launch.empty-file')
  })

  test('R02 a file on PATH that may not be executed hides nothing that comes after it', async () => {
    script('true', '', 0o644)
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    expect(await run('true', { env })).toMatchObject({ kind: 'exited', code: 0 })
  })

  test('R02 a script in order runs, also one named relative to its working directory', async () => {
    script('fine', '#!/usr/bin/env sh\nexit 7\n')
    expect(await run('./fine', { cwd: folder })).toMatchObject({ kind: 'exited', code: 7 })
  })

  test.for([
    ['a relative path as it was written', './says-its-name.sh'],
    ['an absolute path', () => join(folder, 'says-its-name.sh')],
  ] as const)('a script sees %s as its $0', async ([, name]) => {
    script('says-its-name.sh', '#!/bin/sh\necho "$0"\n')
    const file = typeof name === 'string' ? name : name()
    expect((await runTo('exited', file, { cwd: folder })).stdout.text).toBe(`${file}\n`)
  })

  test('R02 a whole program runs, whatever its name', async () => {
    copyFileSync('/bin/false', join(folder, 'program.sh'))
    expect(await run('./program.sh', { cwd: folder })).toMatchObject({ kind: 'exited', code: 1 })
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
