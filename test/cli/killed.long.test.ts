import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox, type Sandbox, type Started } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { isRunning } from '../helpers/processes.ts'
import { recordsOf, startOf } from '../helpers/run-records.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'
const TIMEOUT_MS = 2_000

type Family = { readonly leader: number; readonly child: number }
type Killed = { readonly sandbox: Sandbox; readonly family: Family; readonly startedAt: number }

/** A hook and its child, both deaf to TERM. */
const FAMILY = `trap '' TERM; sleep 30 & echo "$$ $!" > pids.new; mv pids.new pids; sleep 30; sleep 30`

async function startFamily(entry: object = {}): Promise<Killed & { readonly started: Started }> {
  const sandbox = createSandbox()
  const hook = { id: 'hangs', command: FAMILY, shell: 'sh', timeout: TIMEOUT_MS / 1000, ...entry }
  sandbox.write(USER_FILE, config('PreToolUse', hook))
  const startedAt = performance.now()
  const input = JSON.stringify(payload('PreToolUse'))
  const started = sandbox.start(['run', '--host', 'claude-code'], { input })
  const family = await familyOf(sandbox)
  // Until then the record names no process.
  const isNumbered = () => recordsOf(sandbox).some((name) => name.includes(`-${family.leader}.`))
  await vi.waitFor(() => expect(isNumbered()).toBe(true), { timeout: 5_000, interval: 5 })
  onTestFinished(() => endFamily(family))
  return { sandbox, started, family, startedAt }
}

async function familyOf(sandbox: Sandbox): Promise<Family> {
  await vi.waitFor(() => expect(sandbox.exists('pids')).toBe(true), { timeout: 10_000, interval: 10 })
  const [leader = 0, child = 0] = sandbox.read('pids').trim().split(' ').map(Number)
  return { leader, child }
}

function endFamily({ leader }: Family): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It is gone, as it should be.
  }
}

const isAlive = ({ leader, child }: Family): boolean => isRunning(leader) || isRunning(child)

async function kill({ child, done }: Started): Promise<void> {
  child.kill('SIGKILL')
  await done
}

/** Settles when the family is gone; returns how long after its deadline that was. */
async function goneAfter({ family, startedAt }: Killed): Promise<number> {
  await vi.waitFor(() => expect(isAlive(family)).toBe(false), { timeout: 10_000, interval: 20 })
  return performance.now() - startedAt - TIMEOUT_MS
}

/** The watch over hooks needs /proc. */
describe.skipIf(process.platform !== 'linux')('R32 when `run` is killed', () => {
  test('a hook that has run for a while ends at its deadline with its descendants, and the next call tells', async () => {
    const run = await startFamily()
    await sleep(700)
    await kill(run.started)
    await sleep(300)
    // It has its whole time.
    expect(isAlive(run.family)).toBe(true)
    expect(await goneAfter(run)).toBeLessThan(2_000)
    await vi.waitFor(() => expect(recordsOf(run.sandbox).join(' ')).toMatch(/^ended-/), { timeout: 5_000 })
    run.sandbox.write(USER_FILE, config('PreToolUse', { command: 'true', shell: 'sh' }))
    const { stderr } = await run.sandbox.event(payload('PreToolUse'))
    expect(stderr).toContain(`A hook (process ${run.family.leader}) was stopped at its deadline`)
    const again = await run.sandbox.event(payload('PreToolUse'))
    expect([again.stderr, recordsOf(run.sandbox), run.sandbox.scratch()]).toEqual(['', [], []])
  })

  test('one that had just begun is ended by the next call, which tells', async () => {
    const run = await startFamily()
    await kill(run.started)
    await sleep(TIMEOUT_MS)
    run.sandbox.write(USER_FILE, config('PreToolUse', { command: 'true', shell: 'sh' }))
    const { stderr, code } = await run.sandbox.event(payload('PreToolUse'))
    expect([code, stderr]).toEqual([0, expect.stringContaining(`(process ${run.family.leader})`)])
    expect(await goneAfter(run)).toBeLessThan(3_500)
    await vi.waitFor(() => expect(recordsOf(run.sandbox)).toEqual([]), { timeout: 5_000 })
    expect((await run.sandbox.event(payload('PreToolUse'))).stderr).toBe('')
  })

  test('by the first action of its hook, the next call finds that hook and ends it, each of 8 times', async () => {
    const kills = Array.from({ length: 8 }, async () => {
      const sandbox = createSandbox()
      const command = 'kill -9 $PPID; echo "$$ $$" > pids.new; mv pids.new pids; sleep 30; sleep 30'
      sandbox.write(USER_FILE, config('PreToolUse', { command, shell: 'sh', timeout: 1 }))
      const startedAt = performance.now()
      const { code } = await sandbox.event(payload('PreToolUse'))
      const family = await familyOf(sandbox)
      onTestFinished(() => endFamily(family))
      sandbox.write(USER_FILE, config('PreToolUse', { command: 'true', shell: 'sh' }))
      const { stderr } = await sandbox.event(payload('PreToolUse'))
      await goneAfter({ sandbox, family, startedAt })
      await vi.waitFor(() => expect(recordsOf(sandbox)).toEqual([]), { timeout: 5_000 })
      return { code, isTold: stderr.includes(`A hook (process ${family.leader})`) }
    })
    expect(await Promise.all(kills)).toEqual(kills.map(() => ({ code: null, isTold: true })))
  }, 60_000)

  test.for([
    ['the scratch folder', false],
    ['a spare folder', true],
  ] as const)('its script in %s is removed by the next call', async ([, isSpare]) => {
    const sandbox = createSandbox()
    const scratch = join(sandbox.state, 'scratch')
    mkdirSync(sandbox.state, { recursive: true, mode: 0o700 })
    // In place of the folder it takes no script.
    if (isSpare) writeFileSync(scratch, '')
    const spare = join(sandbox.root, 'tmp', `hookwright-${process.getuid?.()}`)
    const scripts = () => (isSpare ? readdirSync(spare) : sandbox.scratch())
    sandbox.write(USER_FILE, config('PreToolUse', { command: 'kill -9 $PPID', shell: 'sh' }))
    await sandbox.event(payload('PreToolUse'))
    expect(scripts()).toEqual([expect.stringMatching(/-entry\.sh$/)])
    if (isSpare) rmSync(scratch)
    sandbox.write(USER_FILE, config('PreToolUse', { command: 'true' }))
    expect(await sandbox.event(payload('PreToolUse'))).toMatchObject({ code: 0 })
    expect(scripts()).toEqual([])
  })

  test('a hook that ended by itself is told, and nothing is signalled', async () => {
    const run = await startFamily()
    await kill(run.started)
    endFamily(run.family)
    await goneAfter(run)
    run.sandbox.write(USER_FILE, config('PreToolUse', { command: 'true', shell: 'sh' }))
    const { stderr } = await run.sandbox.event(payload('PreToolUse'))
    expect(stderr).toContain(`A hook (process ${run.family.leader}) has ended by itself`)
  })

  test('R28 a foreign process that has the number of a hook by now is left alone', async () => {
    const run = await startFamily()
    await kill(run.started)
    endFamily(run.family)
    await goneAfter(run)
    const foreign = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' })
    onTestFinished(() => void foreign.kill('SIGKILL'))
    const { leader } = run.family
    renumber(run.sandbox, { from: leader, to: foreign.pid ?? 0 })
    expect(startOf(foreign.pid ?? 0)).toBeDefined()
    run.sandbox.write(USER_FILE, config('PreToolUse', { command: 'true', shell: 'sh' }))
    await run.sandbox.event(payload('PreToolUse'))
    await vi.waitFor(() => expect(recordsOf(run.sandbox)).toEqual([]), { timeout: 5_000 })
    await sleep(1_500)
    expect(isRunning(foreign.pid ?? 0)).toBe(true)
  })

  test('an ordinary end leaves no record', async () => {
    const sandbox = createSandbox()
    sandbox.write(USER_FILE, config('PreToolUse', { command: 'sleep 0.6', shell: 'sh' }, { command: 'true' }))
    expect(await sandbox.event(payload('PreToolUse'))).toMatchObject({ code: 0, stderr: '' })
    expect(recordsOf(sandbox)).toEqual([])
  })

  test('a killed supervisor of a background hook is no different', async () => {
    const { sandbox, family, startedAt, started } = await startFamily({ async: true, timeout: 2 })
    const supervisor = parentOf(family.leader)
    await sleep(700)
    process.kill(supervisor, 'SIGKILL')
    expect(await goneAfter({ sandbox, family, startedAt })).toBeLessThan(2_500)
    await started.done
  })
})

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** As if the kernel had given the number of the hook to another process. */
function renumber(sandbox: Sandbox, { from, to }: { readonly from: number; readonly to: number }): void {
  const [record = ''] = recordsOf(sandbox)
  expect(record).toContain(`-${from}.`)
  recordsOf.rename(record, record.replace(`-${from}.`, `-${to}.`))
}
