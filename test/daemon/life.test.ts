import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  approve,
  bashEvent,
  CLAUDE,
  createInstalled,
  daemonsOf,
  kill,
  type InstalledBox,
} from '../helpers/daemon.ts'
import { hanging, isRunning } from '../helpers/processes.ts'

const LONG = { timeout: 60_000 }
const INPUT = bashEvent('ls')
const soon = { timeout: 20_000, interval: 100 }
const DENY = 'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: no }\n'

async function guarded(): Promise<InstalledBox> {
  const installed = createInstalled()
  installed.box.write('hookwright.yaml', DENY)
  await approve(installed.box)
  return installed
}

async function untilRunning(installed: InstalledBox): Promise<number> {
  return vi.waitFor(async () => {
    const { running, pid } = await installed.status()
    expect(running).toBe(true)
    return pid
  }, soon)
}

async function untilGone({ box }: InstalledBox): Promise<void> {
  await vi.waitFor(() => expect(daemonsOf(box)).toEqual([]), soon)
}

test('the first call starts a daemon and does not wait for it', LONG, async () => {
  const installed = await guarded()
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  expect(existsSync(installed.folder)).toBe(false)
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  expect(installed.evaluated()).toBe(2)
  await untilRunning(installed)
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  expect(installed.evaluated()).toBe(2)
  expect(statSync(installed.endpoint).mode & 0o777).toBe(0o600)
  expect(statSync(installed.folder).mode & 0o777).toBe(0o700)
  expect(existsSync(join(installed.folder, 'starting'))).toBe(false)
})

test('no daemon starts in CI, or where it is switched off', LONG, async () => {
  const installed = await guarded()
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  for (const env of [{ CI: 'true' }, { HOOKWRIGHT_DAEMON: 'off' }])
    expect(await installed.call(CLAUDE, { input: INPUT, env })).toEqual(alone)
  expect(existsSync(installed.folder)).toBe(false)
  await installed.call(CLAUDE, { input: INPUT, env: { CI: '' } })
  await untilRunning(installed)
})

test('ten first calls start one daemon', LONG, async () => {
  const installed = await guarded()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => installed.call(CLAUDE, { input: INPUT })),
  )
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  for (const answer of answers) expect(answer).toEqual(alone)
  await untilRunning(installed)
  const log = readFileSync(join(installed.folder, 'log'), 'utf8')
  expect(log.match(/listens on/g)).toHaveLength(1)
})

test('a daemon has nothing of the call that started it', LONG, async () => {
  const installed = await guarded()
  const env = {
    NODE_OPTIONS: '--no-warnings',
    BASH_ENV: '/dev/null',
    LD_LIBRARY_PATH: '/nowhere',
    SECRET: 'yes',
    PATH: `/nowhere:${process.env['PATH']}`,
  }
  await installed.call(CLAUDE, { input: INPUT, env })
  const pid = await untilRunning(installed)
  for (const each of daemonsOf(installed.box)) {
    const names = readFileSync(`/proc/${each}/environ`, 'utf8').split('\0')
    expect(names.filter((name) => /NODE_OPTIONS|BASH|LD_|SECRET|nowhere/.test(name))).toEqual([])
  }
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[6]).toBe('0')
})

test('start, status, logs and stop tell people and programs', LONG, async () => {
  const installed = await guarded()
  expect(await installed.daemon('status')).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse((await installed.daemon('status', '--json')).stdout)).toMatchObject({
    running: false,
  })
  expect((await installed.daemon('start')).stdout).toContain('The daemon has started')
  expect((await installed.daemon('start')).stdout).toContain('runs already')
  const { pid, program } = await installed.status()
  expect(program).toBe(installed.program)
  expect((await installed.daemon('logs')).stdout).toContain(`${pid} listens on 127.0.0.1:`)
  expect(JSON.parse((await installed.daemon('stop', '--json')).stdout)).toMatchObject({ running: true, pid })
  await untilGone(installed)
  expect((await installed.daemon('stop')).stdout).toContain('No daemon runs')
  expect(existsSync(installed.endpoint)).toBe(false)
  expect((await installed.daemon('logs')).stdout).toContain('has ended')
})

test('a daemon that ends lets its calls end first', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  const { script, pid } = hanging(box)
  const gate = join(box.root, 'gate')
  box.write(
    'wait.sh',
    `#!/bin/sh\n${script.replace('while :', `while ! [ -e '${gate}' ]`)}\necho waited >&2\nexit 2\n`,
  )
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: w, matcher: Bash, command: '${box.path('wait.sh')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  const call = installed.start(CLAUDE, { input: INPUT })
  await pid()
  await installed.daemon('stop')
  await vi.waitFor(() => expect(existsSync(installed.endpoint)).toBe(false), soon)
  box.write(gate, '')
  expect((await call.done).stdout).toContain('waited')
  expect(installed.evaluated()).toBe(0)
  await untilGone(installed)
})

test('a daemon of another program is replaced by the next call', LONG, async () => {
  const installed = await guarded()
  const { pid } = await installed.startDaemon()
  const versions = join(installed.box.state, 'versions')
  await installed.box.shell(`cp -r '${versions}/${installed.program}' '${versions}/9.9.9-other'`)
  const text = readFileSync(installed.launcher, 'utf8').replaceAll(installed.program, '9.9.9-other')
  writeFileSync(installed.launcher, text)
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  await vi.waitFor(async () => expect((await installed.status()).program).toBe('9.9.9-other'), soon)
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), soon)
  const before = installed.evaluated()
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  expect(installed.evaluated()).toBe(before)
})

test('a daemon ends when its Node, its program or its folder is another one', LONG, async () => {
  for (const what of ['node', 'program', 'folder'] as const) {
    const installed = await guarded()
    const node = join(installed.box.root, 'own-node')
    if (what === 'node') copyFileSync(process.execPath, node)
    const file = what === 'node' ? node : process.execPath
    const script = join(installed.box.state, 'versions', installed.program, 'dist/cli/cli.cjs')
    startForeground(installed, file, script)
    const pid = await untilRunning(installed)
    if (what === 'folder') rmSync(installed.box.state, { recursive: true })
    else {
      copyFileSync(what === 'node' ? node : script, join(installed.box.root, 'copy'))
      renameSync(join(installed.box.root, 'copy'), what === 'node' ? node : script)
    }
    await vi.waitFor(
      () => expect({ what, isRunning: isRunning(pid) }).toEqual({ what, isRunning: false }),
      soon,
    )
    await untilGone(installed)
    expect({ what, isLeft: existsSync(installed.box.state) }).toEqual({ what, isLeft: what !== 'folder' })
  }
})

test('a daemon that nobody calls ends', LONG, async () => {
  const installed = await guarded()
  const script = join(installed.box.state, 'versions', installed.program, 'dist/cli/cli.cjs')
  startForeground(installed, process.execPath, script, { HOOKWRIGHT_TEST_IDLE_MS: '500' })
  await vi.waitFor(() => expect(existsSync(installed.endpoint)).toBe(true), soon)
  await untilGone(installed)
  expect(existsSync(installed.endpoint)).toBe(false)
})

test('uninstall ends the daemon and removes its files', LONG, async () => {
  const installed = await guarded()
  const { pid } = await installed.startDaemon()
  const { code } = await installed.call(['uninstall', '--yes'])
  expect(code).toBe(0)
  expect(existsSync(installed.folder)).toBe(false)
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), soon)
  await untilGone(installed)
})

test('a hook that a daemon runs can approve nothing', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  const seen = join(box.root, 'seen')
  const call = `env -i HOME='${box.home}' PATH=/usr/bin:/bin '${installed.launcher}' trust add --yes`
  box.write('approve.sh', `#!/bin/sh\ncd '${box.project}' && ${call} >'${seen}' 2>&1\necho $? >>'${seen}'\n`)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: a, matcher: Bash, command: '${box.path('approve.sh')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  box.write('hookwright.yaml', `${box.read('hookwright.yaml')}    - { id: new, matcher: Write, deny: no }\n`)
  await installed.call(CLAUDE, { input: INPUT })
  if (!existsSync(seen)) throw new Error('The hook did not run.')
  const text = readFileSync(seen, 'utf8')
  expect(installed.evaluated()).toBe(0)
  expect(text).toContain('a hook that the daemon of hookwright started runs it')
  expect(text).not.toMatch(/^0$/m)
})

function startForeground(
  { box }: InstalledBox,
  node: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): void {
  const child = spawn(node, [script, 'daemon', 'start', '--foreground'], {
    cwd: box.root,
    env: { ...box.env, HOOKWRIGHT_CONFIG_HOME: box.config, ...env },
    stdio: 'ignore',
  })
  onTestFinished(() => kill(child.pid ?? 0, 'SIGKILL'))
}
