import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { approve, bashEvent, CLAUDE, createInstalled, kill, type InstalledBox } from '../helpers/daemon.ts'
import { hanging, isRunning } from '../helpers/processes.ts'

const LONG = { timeout: 60_000 }
const INPUT = bashEvent('ls')
const soon = { timeout: 15_000, interval: 50 }

/** A hook that hangs when it runs for the first time, and denies after that. */
async function hangsOnce(): Promise<{ installed: InstalledBox; pid: () => Promise<number> }> {
  const installed = createInstalled()
  const { box } = installed
  const { script, pid } = hanging(box)
  const first = join(box.root, 'first')
  box.write(
    'hook.sh',
    `#!/bin/sh\nif mkdir '${first}' 2>/dev/null; then\n${script}\nfi\necho no >&2\nexit 2\n`,
  )
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: h, matcher: Bash, command: '${box.path('hook.sh')}' }\n`,
  )
  await approve(box)
  return { installed, pid }
}

async function workersOf(installed: InstalledBox): Promise<readonly number[]> {
  return (await installed.status()).workers
}

test.for(['front', 'worker', 'both'] as const)(
  'R32: a call whose %s is killed while a hook runs is evaluated by Node',
  LONG,
  async (what) => {
    const { installed, pid } = await hangsOnce()
    const { pid: front } = await installed.startDaemon()
    const call = installed.start(CLAUDE, { input: INPUT })
    const hook = await pid()
    const workers = await workersOf(installed)
    // A worker that outlives its front ends its hook.
    if (what !== 'front') workers.forEach((worker) => kill(worker, 'SIGKILL'))
    if (what !== 'worker') kill(front, 'SIGKILL')
    const answer = await call.done
    expect(installed.evaluated()).toBe(1)
    const { code, stdout } = await installed.alone(CLAUDE, { input: INPUT })
    expect(answer).toMatchObject({ code, stdout })
    expect(stdout).toContain('no')
    const gone = vi.waitFor(() => expect(isRunning(hook)).toBe(false), soon).then(() => 'gone')
    // What a killed process leaves behind is told of, and meets its deadline.
    const isTold = answer.stderr.includes(`A hook (process ${hook}) will be stopped at its deadline`)
    expect(what === 'front' ? await gone : isTold).toBe(what === 'front' ? 'gone' : true)
    kill(-hook, 'SIGKILL')
    await gone
  },
)

test('a worker that was killed is replaced', LONG, async () => {
  const { installed } = await hangsOnce()
  installed.box.write('../first/x', '')
  const { workers } = await installed.startDaemon()
  workers.forEach((worker) => kill(worker, 'SIGKILL'))
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  await vi.waitFor(async () => {
    const before = installed.evaluated()
    expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
    expect(installed.evaluated()).toBe(before)
  }, soon)
})

test('a daemon that was killed is made up for, and another one starts', LONG, async () => {
  const { installed } = await hangsOnce()
  installed.box.write('../first/x', '')
  const { pid } = await installed.startDaemon()
  const alone = await installed.alone(CLAUDE, { input: INPUT })
  kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), soon)
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  await vi.waitFor(async () => expect((await installed.status()).running).toBe(true), soon)
  const before = installed.evaluated()
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual(alone)
  expect(installed.evaluated()).toBe(before)
})

test('a hook that kills the process that runs it takes no other call along', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  const { script, pid } = hanging(box)
  const gate = join(box.root, 'gate')
  const waits = script.replace('while :', `while ! [ -e '${gate}' ]`)
  box.write('kill.sh', '#!/bin/sh\nkill -9 $PPID\nsleep 5\n')
  box.write('wait.sh', `#!/bin/sh\n${waits}\necho waited >&2\nexit 2\n`)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:
    - { id: k, matcher: Bash, command: '${box.path('kill.sh')}' }
    - { id: w, matcher: Write, command: '${box.path('wait.sh')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  const write = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Write',
    tool_input: {},
  })
  const other = installed.start(CLAUDE, { input: write })
  await pid()
  const killed = await installed.call(CLAUDE, { input: INPUT })
  expect(killed).toEqual(await installed.alone(CLAUDE, { input: INPUT }))
  const before = installed.evaluated()
  box.write(gate, '')
  expect((await other.done).stdout).toContain('waited')
  expect(installed.evaluated()).toBe(before)
})

test.for(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
  'R30, R31: a launcher that gets %s while a hook runs ends as Node does, and the hook is gone',
  LONG,
  async (signal) => {
    const { installed, pid } = await hangsOnce()
    const first = join(installed.box.root, 'first')
    await installed.startDaemon()
    const ends = []
    for (const way of ['on', 'off'] as const) {
      await installed.box.shell(`rm -rf '${first}' '${installed.box.root}/pid'`)
      const before = installed.evaluated()
      const call = installed.start(CLAUDE, {
        input: INPUT,
        env: { HOOKWRIGHT_DAEMON: way === 'on' ? undefined : 'off' },
      })
      const hook = await pid()
      expect(installed.evaluated() > before).toBe(way === 'off')
      call.child.kill(signal)
      ends.push(await call.done)
      expect(isRunning(hook)).toBe(false)
    }
    expect(ends[0]).toEqual(ends[1])
    expect(installed.box.log().map(({ exitCode }) => exitCode)).toHaveLength(2)
  },
)

test('R31: a second SIGINT ends the launcher at once', LONG, async () => {
  const installed = createInstalled()
  const { box } = installed
  const { script, pid } = hanging(box)
  box.write('hook.sh', `#!/bin/sh\ntrap '' INT TERM\n${script}\n`)
  box.write(
    'hookwright.yaml',
    `version: 1\nhooks:\n  PreToolUse:\n    - { id: h, matcher: Bash, command: '${box.path('hook.sh')}' }\n`,
  )
  await approve(box)
  await installed.startDaemon()
  const call = installed.start(CLAUDE, { input: INPUT })
  const hook = await pid()
  const began = performance.now()
  call.child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 200))
  call.child.kill('SIGINT')
  const { code, signal, stdout } = await call.done
  expect({ stdout, isInterrupted: code === 130 || signal === 'SIGINT' }).toEqual({
    stdout: '',
    isInterrupted: true,
  })
  expect(performance.now() - began).toBeLessThan(10_000)
  await vi.waitFor(() => expect(isRunning(hook)).toBe(false), soon)
})

test('a launcher that is killed takes its hook along', LONG, async () => {
  const { installed, pid } = await hangsOnce()
  await installed.startDaemon()
  const call = installed.start(CLAUDE, { input: INPUT })
  const hook = await pid()
  call.child.kill('SIGKILL')
  await call.done
  await vi.waitFor(() => expect(isRunning(hook)).toBe(false), soon)
  await vi.waitFor(async () => expect((await installed.status()).load).toBe(0), soon)
})

test('R33: a host that closes stdout early gets the exit code that Node gives', LONG, async () => {
  const installed = createInstalled()
  installed.box.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, deny: no }\n',
  )
  await approve(installed.box)
  await installed.startDaemon()
  for (const to of ['>&-', '>/dev/full', '>/dev/null', '2>&-']) {
    const through = ['bash', '-c', `set -o pipefail; "$0" "$@" ${to}`]
    const alone = await installed.alone(CLAUDE, { input: INPUT, through })
    const answer = await installed.call(CLAUDE, { input: INPUT, through })
    // How a write fails is only known to who writes.
    const known = ({ code, stdout }: typeof alone): object => ({ to, code, stdout })
    expect(known(answer)).toEqual(known(alone))
    expect(answer.stderr).not.toContain('at ')
  }
  expect(existsSync(installed.endpoint)).toBe(true)
})

test('a worker whose call was answered takes the next one', LONG, async () => {
  const installed = createInstalled()
  installed.box.write(
    'hookwright.yaml',
    "version: 1\nhooks:\n  PreToolUse:\n    - { id: h, matcher: Bash, command: 'true' }\n",
  )
  await approve(installed.box)
  await installed.startDaemon()
  await installed.call(CLAUDE, { input: INPUT })
  const before = await workersOf(installed)
  for (let call = 0; call < 5; call += 1) await installed.call(CLAUDE, { input: INPUT })
  // Longer than what a call left behind would be waited for.
  await pause(1_500)
  const after = await workersOf(installed)
  expect(after).toEqual(expect.arrayContaining([...before]))
})
