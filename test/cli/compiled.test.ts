import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
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
  readonly project: string
  run(...flags: readonly string[]): string
  /** A git run with one hook; its exit code and what it printed. */
  git(...args: readonly string[]): string
  compiled(): readonly string[]
  /** That of the program itself. */
  main(): string
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
  const call = (args: readonly string[], input = ''): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: project,
      env,
      input,
      encoding: 'utf8',
    })
    return `${status}\n${stdout}${stderr}`
  }
  const cli = join(folder, 'cli.cjs')
  const compiled = () => readdirSync(folder).filter((name) => name.includes('.compiled'))
  return {
    folder,
    project,
    run: (...flags) => call([...flags, cli, 'run', '--host', 'claude-code'], JSON.stringify(PAYLOAD)),
    git: (...args) => {
      if (!existsSync(join(project, '.git'))) makeRepository(project, env)
      return call([cli, 'git', 'run', '--all-files', ...args])
    },
    compiled,
    main: () => compiled().find((name) => name.startsWith('program-')) ?? '',
  }
}

function makeRepository(cwd: string, env: NodeJS.ProcessEnv): void {
  writeFileSync(
    join(cwd, '.pre-commit-config.yaml'),
    'repos:\n  - repo: local\n    hooks:\n      - { id: lists, name: lists, language: system, entry: echo, verbose: true }\n',
  )
  execFileSync('git', ['init', '-q', '--template='], { cwd, env })
  execFileSync('git', ['add', '-A'], { cwd, env })
}

/** Milliseconds differ. */
const withoutTime = (text: string): string => text.replaceAll(/duration: [\d.]+s/g, 'duration')

test('the first call leaves what V8 compiled, and the second has the same reply from it', () => {
  const program = copied()
  const first = program.run()
  expect(first).toContain('not today')
  for (const name of program.compiled()) expect(name).toMatch(/^[\w-]+\.cjs\.v[\d.]+-\w+\.compiled$/)
  expect(program.main()).not.toBe('')
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
  const file = join(program.folder, program.main())
  writeFileSync(file, spoil(readFileSync(file)))
  expect(program.run()).toBe(reply)
})

test('a compiled file that V8 refuses is replaced, but not when it is young', () => {
  const program = copied()
  program.run()
  const file = join(program.folder, program.main())
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
  expect(program.main()).toContain(name)
})

test('a git run leaves what V8 compiled of each part it loaded, under names of its own', () => {
  const program = copied()
  const first = withoutTime(program.git())
  expect(first).toMatch(/^0\nlists\.+Passed\n[^]*\.pre-commit-config\.yaml/)
  const compiled = program.compiled()
  expect(compiled.length).toBeGreaterThan(1)
  for (const name of compiled) expect(name).toMatch(/^[\w-]+\.cjs\.git\.v[\d.]+-\w+\.compiled$/)
  const written = compiled.map((name) => statSync(join(program.folder, name)).mtimeMs)
  expect(withoutTime(program.git())).toBe(first)
  program.run()
  expect(compiled.map((name) => statSync(join(program.folder, name)).mtimeMs)).toEqual(written)
})

test('a git run that ends with a problem leaves nothing', () => {
  const program = copied()
  expect(program.git('no-such-hook')).toMatch(/^1\n/)
  expect(program.compiled()).toEqual([])
})

test.each([
  ['torn', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
])('compiled files of a git run that are %s change nothing', (_, spoil) => {
  const program = copied()
  const first = withoutTime(program.git())
  for (const name of program.compiled()) {
    const file = join(program.folder, name)
    writeFileSync(file, spoil(readFileSync(file)))
  }
  expect(withoutTime(program.git())).toBe(first)
})

test('compiled files of a git run that are swapped change nothing', () => {
  const program = copied()
  const first = withoutTime(program.git())
  const files = program.compiled().map((name) => join(program.folder, name))
  const texts = files.map((file) => readFileSync(file))
  files.forEach((file, index) => writeFileSync(file, texts[(index + 1) % texts.length] ?? ''))
  expect(withoutTime(program.git())).toBe(first)
})

test('a config of git hooks that changes within a moment, without a change of its size, is the one that runs', () => {
  const program = copied()
  expect(program.git()).toContain('lists')
  const config = join(program.project, '.pre-commit-config.yaml')
  const { atime, mtime } = statSync(config)
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll('lists', 'tells'))
  utimesSync(config, atime, mtime)
  expect(program.git()).toMatch(/^0\ntells\./)
})

test('all files of the program are ASCII, which is how it reads them', () => {
  const { folder } = copied()
  const files = readdirSync(folder).filter((name) => name.endsWith('.cjs'))
  const others = files.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 0x7f))
  expect(others).toEqual([])
})
