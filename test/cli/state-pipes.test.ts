import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'
/** A FIFO that nobody opens would be waited for without end. */
const LIMIT_MS = 5_000

function sandboxWithHook(): Sandbox {
  const sandbox = createSandbox()
  const deny = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
  sandbox.write(USER_FILE, config('PreToolUse', { id: 'guard', command: `echo '${deny}'`, shell: 'sh' }))
  sandbox.write('hookwright.yaml', config('PreToolUse', { id: 'other', command: 'true', shell: 'sh' }))
  return sandbox
}

type Put = (path: string) => void
const fifo: Put = (path) => void execFileSync('mkfifo', [path])
const device: Put = (path) => symlinkSync('/dev/zero', path)
const folder: Put = (path) => mkdirSync(path)
/** Without end, as /dev/zero. */
const node: Put = (path) => void execFileSync('mknod', [path, 'c', '1', '5'])
const canMakeNodes = process.platform === 'linux' && process.geteuid?.() === 0
if (!canMakeNodes) console.warn('skipped: only root can make a character device')

function replace(sandbox: Sandbox, name: string, put: Put): void {
  const path = join(sandbox.state, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true, recursive: true })
  put(path)
}

async function call(sandbox: Sandbox) {
  const started = sandbox.start(['run', '--host', 'claude-code'], {
    input: JSON.stringify(payload('PreToolUse')),
  })
  const timer = setTimeout(() => started.child.kill('SIGKILL'), LIMIT_MS)
  const done = await started.done
  clearTimeout(timer)
  return done
}

describe.skipIf(process.platform === 'win32')('in place of a file of the state folder', () => {
  test.for([
    ['trust.json', 'a FIFO', fifo],
    ['trust.json', 'a device', device],
    ['trust.json', 'a folder', folder],
    ['disabled.json', 'a FIFO', fifo],
    ['disabled.json', 'a device', device],
    ['log/runs.jsonl', 'a FIFO', fifo],
  ] as const)('%s: %s does not hold up a guard, and is told', async ([name, , put]) => {
    const sandbox = sandboxWithHook()
    await call(sandbox)
    replace(sandbox, name, put)
    const { code, stdout, stderr } = await call(sandbox)
    expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')])
    expect(stderr).toContain(join(sandbox.state, name))
  })

  test.skipIf(!canMakeNodes).for(['trust.json', 'disabled.json', 'log/runs.jsonl'])(
    '%s: a character device does not hold up a guard, and is told',
    async (name) => {
      const sandbox = sandboxWithHook()
      await call(sandbox)
      replace(sandbox, name, node)
      const { code, stdout, stderr } = await call(sandbox)
      expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')])
      expect(stderr).toContain(join(sandbox.state, name))
    },
  )

  test('a FIFO for every snapshot is replaced', async () => {
    const sandbox = sandboxWithHook()
    await call(sandbox)
    const names = readdirSync(join(sandbox.state, 'snapshots'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) replace(sandbox, `snapshots/${name}`, fifo)
    expect((await call(sandbox)).stdout).toContain('"deny"')
    expect((await call(sandbox)).stderr).not.toContain('snapshots')
  })

  test('a FIFO among what background hooks have said is removed', async () => {
    const sandbox = sandboxWithHook()
    await call(sandbox)
    // The prefix of session "s".
    const prefix = (Math.imul(0x811c9dc5 ^ 115, 0x01000193) >>> 0).toString(16)
    replace(sandbox, `pending/${prefix}-x.json`, fifo)
    expect((await call(sandbox)).stdout).toContain('"deny"')
    expect(readdirSync(join(sandbox.state, 'pending'))).toEqual([])
  })

  test('a FIFO where earlier versions had a lock holds up no approval', async () => {
    const sandbox = sandboxWithHook()
    await call(sandbox)
    replace(sandbox, 'trust.json.lock', fifo)
    const { code, stdout } = await sandbox.cli(['trust', 'add', '--yes'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Approved 1 hook')])
  })

  test('a FIFO as the log ends `log` with an answer', async () => {
    const sandbox = sandboxWithHook()
    await call(sandbox)
    replace(sandbox, 'log/runs.jsonl', fifo)
    const { code } = await sandbox.cli(['log'])
    expect(code).not.toBeNull()
  })

  test('a FIFO in place of a script in which a hook sets variables is told', async () => {
    const sandbox = createSandbox()
    sandbox.write(USER_FILE, config('SessionStart', { command: 'true', shell: 'sh' }))
    replace(sandbox, 'session-env/s/sessionstart-hook-0.sh', fifo)
    const started = sandbox.start(['run', '--host', 'claude-code'], {
      input: JSON.stringify(payload('SessionStart', { source: 'startup' })),
    })
    const timer = setTimeout(() => started.child.kill('SIGKILL'), LIMIT_MS)
    const { code, stderr } = await started.done
    clearTimeout(timer)
    expect([code, stderr]).toEqual([0, expect.stringContaining('set variables for the session')])
  })
})
