import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'

const PAYLOAD = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}

/** A copy of the program without anything compiled, and a user whose rule denies every call. */
function copied(): {
  readonly folder: string
  run(...flags: readonly string[]): string
  compiled(): readonly string[]
} {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-compiled-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'cli')
  cpSync(dirname(CLI), folder, { recursive: true, filter: (file) => !file.includes('.compiled') })
  const config = join(root, 'config', 'hookwright')
  const project = join(root, 'project')
  mkdirSync(project)
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'hookwright.yaml'), 'version: 1\nhooks:\n  PreToolUse:\n    - deny: not today\n')
  const env = {
    PATH: process.env['PATH'],
    HOME: root,
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_STATE_HOME: join(root, 'state'),
  }
  return {
    folder,
    run: (...flags) => {
      const args = [...flags, join(folder, 'cli.cjs'), 'run', '--host', 'claude-code']
      const { stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: project,
        env,
        input: JSON.stringify(PAYLOAD),
        encoding: 'utf8',
      })
      return stdout + stderr
    },
    compiled: () => readdirSync(folder).filter((name) => name.includes('.compiled')),
  }
}

test('the first call leaves what V8 compiled, and the second has the same reply from it', () => {
  const program = copied()
  const first = program.run()
  expect(first).toContain('not today')
  expect(program.compiled()).toEqual([expect.stringMatching(/^program-.*\.cjs\.v[\d.]+-\w+\.compiled$/)])
  expect(program.run()).toBe(first)
})

test.each([
  ['empty', () => Buffer.alloc(0)],
  ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['something else', () => Buffer.from('#!/bin/sh\necho no\n')],
])('a compiled file that is %s changes no reply', (_, spoil) => {
  const program = copied()
  const reply = program.run()
  const file = join(program.folder, program.compiled()[0] ?? '')
  writeFileSync(file, spoil(readFileSync(file)))
  expect(program.run()).toBe(reply)
})

test('a compiled file that V8 refuses is replaced, but not when it is young', () => {
  const program = copied()
  program.run()
  const file = join(program.folder, program.compiled()[0] ?? '')
  writeFileSync(file, 'refused')
  program.run()
  expect(readFileSync(file, 'utf8')).toBe('refused')
  const hours = Date.now() / 1_000 - 7_200
  utimesSync(file, hours, hours)
  program.run()
  expect(statSync(file).size).toBeGreaterThan(10_000)
})

test('a call with other flags of V8 has the same reply', () => {
  const program = copied()
  const reply = program.run()
  expect(program.run('--no-opt', '--stack-size=800')).toBe(reply)
})

test('what was compiled is named after the program, whose name has a digest of its text', () => {
  const program = copied()
  program.run()
  const name = readdirSync(program.folder).find(
    (each) => each.startsWith('program-') && statSync(join(program.folder, each)).size > 100_000,
  )
  expect(name).toBeDefined()
  expect(readFileSync(join(program.folder, 'cli.cjs'), 'utf8')).toContain(name)
  expect(program.compiled()[0]).toContain(name)
})
