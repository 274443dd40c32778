import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

async function launcher(): Promise<{ readonly box: Sandbox; readonly file: string }> {
  const box = createSandbox()
  await box.cli(['install', 'claude-code', '--yes'])
  return { box, file: box.path('~/.local/state/hookwright/bin/hookwright') }
}

function without(file: string, what: 'node' | 'script'): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(new RegExp(`^${what}='.*'$`, 'm'), `${what}='/nowhere/${what}'`))
}

test('runs without the package that installed it', async () => {
  const { file } = await launcher()
  expect(readFileSync(file, 'utf8')).not.toContain(dirname(import.meta.dirname))
})

test('finds another Node when its own is gone', async () => {
  const { box, file } = await launcher()
  without(file, 'node')
  const { code, stdout } = await box.shell(`${file} --version`, {
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
})

test('S39: never starts a `node` of the project or of a relative folder of PATH', async () => {
  const { box, file } = await launcher()
  without(file, 'node')
  const mark = box.path('started')
  const bait = `#!/bin/sh\necho x >>'${mark}'\nexit 0\n`
  for (const path of ['node', 'bin/node', 'node_modules/.bin/node', 'sub/bin/node'])
    chmodSync(box.write(path, bait), 0o755)
  mkdirSync(box.path('sub'), { recursive: true })
  const PATH = [
    '',
    '.',
    'bin',
    box.path('bin'),
    box.path('node_modules/.bin'),
    dirname(process.execPath),
    '/usr/bin',
    '/bin',
  ].join(':')
  for (const cwd of [box.project, box.path('sub')]) {
    const { code, stdout } = await box.shell(`${file} --version`, { cwd, env: { PATH } })
    expect({ code, isVersion: /^\d/.test(stdout) }).toEqual({ code: 0, isVersion: true })
  }
  expect(box.exists(mark)).toBe(false)
})

test.for([
  ['XDG_STATE_HOME', 'project guard'],
  ['XDG_CONFIG_HOME', 'user guard'],
  ['HOME', 'user guard'],
] as const)('S47: %s that a host was told to set does not take the %s away', async ([name, reason]) => {
  const { box, file } = await launcher()
  const guard = (text: string): string =>
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: ${text} }\n`
  box.write('~/.config/hookwright/hookwright.yaml', guard('user guard'))
  box.write('hookwright.yaml', guard('project guard'))
  await box.cli(['trust', 'add', '--yes'])
  const call = `${file} run --host claude-code --command ls`
  const moved = await box.shell(call, { env: { [name]: join(box.root, 'elsewhere') } })
  expect(moved.stdout).toContain(reason)
  expect(moved.stdout).toBe((await box.shell(call)).stdout)
  expect(moved.stderr.includes(`${name} is "`)).toBe(name !== 'HOME')
})

test('does not take a Node that is too old', async () => {
  const { box, file } = await launcher()
  without(file, 'node')
  const old = box.write('~/old/node', '#!/bin/sh\nexit 1\n')
  const { stdout } = await box.shell(`${file} --version`, {
    env: { PATH: `${dirname(old)}:${dirname(process.execPath)}:/usr/bin:/bin` },
  })
  expect(stdout).toMatch(/^\d/)
})

test.for([
  ['run --host claude-code', 0],
  ['run --host claude-code --on-error deny', 2],
  ['run --host claude-code --on-error=deny', 2],
] as const)('says what to do when the program is gone: %s', async ([words, code]) => {
  const { box, file } = await launcher()
  without(file, 'script')
  const done = await box.shell(`${file} ${words}`, { input: '{}' })
  expect(done.code).toBe(code)
  expect(done.stderr).toContain('npx hookwright install')
})

test('after an upgrade the old copy is removed by the next but one', async () => {
  const { box } = await launcher()
  const versions = box.path('~/.local/state/hookwright/versions')
  for (const name of ['0.0.1-aaaaaaaaaaaa', '0.0.2-bbbbbbbbbbbb']) mkdirSync(join(versions, name))
  await box.cli(['sync', '--yes'])
  const { stdout } = await box.shell(`ls '${versions}' | wc -l`)
  expect(stdout.trim()).toBe('2')
})
