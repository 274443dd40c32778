import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const CONFIG = '~/.config/hookwright/hookwright.yaml'

const CALL = {
  session_id: 's1',
  transcript_path: '/t.jsonl',
  cwd: '/',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_1',
}

/** The guard writes a line each time it runs, then says no. */
function withGuard(reason = 'no'): Sandbox {
  const sandbox = createSandbox()
  writeGuard(sandbox, reason)
  return sandbox
}

function writeGuard(sandbox: Sandbox, reason: string): void {
  const script = `echo x >> ${sandbox.root}/runs; sleep 0.3; echo ${reason} >&2; exit 2`
  sandbox.write(
    CONFIG,
    `version: 1\nhooks:\n  PreToolUse:\n    - id: guard\n      shell: sh\n      command: "${script}"\n`,
  )
}

function runs({ root, read }: Sandbox): number {
  return read(`${root}/runs`).trim().split('\n').length
}

describe('two calls about one action', () => {
  test('run the hooks once, and both get the no', async () => {
    const sandbox = withGuard()
    const replies = await Promise.all([sandbox.event(CALL), sandbox.event(CALL)])
    for (const { stdout } of replies)
      expect(JSON.parse(stdout)).toMatchObject({
        hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' },
      })
    expect(runs(sandbox)).toBe(1)
  })

  test('the second may come after the first has ended', async () => {
    const sandbox = withGuard()
    const first = await sandbox.event(CALL)
    expect((await sandbox.event(CALL)).stdout).toBe(first.stdout)
    expect(runs(sandbox)).toBe(1)
  })

  test.for([
    ['id of the call', { tool_use_id: 'toolu_2' }],
    ['session', { session_id: 's2' }],
    ['input', { tool_input: { command: 'pwd' } }],
  ] as const)('another %s is another action', async ([, other]) => {
    const sandbox = withGuard()
    await sandbox.event(CALL)
    await sandbox.event({ ...CALL, ...other })
    expect(runs(sandbox)).toBe(2)
  })

  test('a call without an id is never taken for another', async () => {
    const sandbox = withGuard()
    const { tool_use_id: _, ...call } = CALL
    await Promise.all([sandbox.event(call), sandbox.event(call)])
    expect(runs(sandbox)).toBe(2)
  })

  test('a hook that was edited in between answers itself', async () => {
    const sandbox = withGuard()
    await sandbox.event(CALL)
    writeGuard(sandbox, 'other')
    expect((await sandbox.event(CALL)).stdout).toContain('other')
  })

  test('when the first is killed, the second decides', async () => {
    const sandbox = withGuard()
    const first = sandbox.start(['run', '--host', 'claude-code'], { input: JSON.stringify(CALL) })
    await expect.poll(() => sandbox.exists(`${sandbox.root}/runs`), { timeout: 20_000 }).toBe(true)
    const second = sandbox.event(CALL)
    first.child.kill('SIGKILL')
    expect((await second).stdout).toContain('deny')
    expect(runs(sandbox)).toBe(2)
  })

  test('a first that is stuck is waited for until the deadline, then the failure policy decides', async () => {
    const sandbox = createSandbox()
    const script = `echo x >> ${sandbox.root}/runs; sleep 20`
    sandbox.write(
      CONFIG,
      `version: 1\nhooks:\n  PreToolUse:\n    - { id: guard, shell: sh, command: "${script}", onFailure: deny }\n`,
    )
    const run = ['run', '--host', 'claude-code', '--deadline', '2']
    const first = sandbox.start(run, { input: JSON.stringify(CALL) })
    await expect.poll(() => sandbox.exists(`${sandbox.root}/runs`), { timeout: 20_000 }).toBe(true)
    first.child.kill('SIGSTOP')
    const began = Date.now()
    const second = await sandbox.cli(run, { input: JSON.stringify(CALL) })
    const took = Date.now() - began
    first.child.kill('SIGKILL')
    expect(second.stdout).toContain('"permissionDecision":"deny"')
    expect(took).toBeLessThan(6_000)
  })
})

test('a host that runs the files of another one is answered in its own terms', async () => {
  const sandbox = createSandbox()
  sandbox.write(CONFIG, 'version: 1\nhooks:\n  PreToolUse:\n    - { id: guard, deny: no }\n')
  const { transcript_path: _, permission_mode: __, tool_use_id: ___, ...call } = CALL
  const copilot = { ...call, timestamp: '2026-11-15T08:23:20.967Z' }
  const { stdout } = await sandbox.event(copilot, [], { env: { COPILOT_CLI: '1' } })
  expect(JSON.parse(stdout)).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'no' })
  const own = await sandbox.event(CALL, [], { env: { COPILOT_CLI: '1' } })
  expect(JSON.parse(own.stdout)).not.toHaveProperty('permissionDecision')
})

describe('Copilot with a bridge in its own file and in the one of Claude Code', () => {
  const OWN = {
    sessionId: 's1',
    timestamp: 1794731000967,
    cwd: '/',
    toolName: 'bash',
    toolArgs: { command: 'ls' },
  }
  const GUEST = {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    timestamp: '2026-11-15T08:23:20.967Z',
    cwd: '/',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  }
  const asOwn = (sandbox: Sandbox, payload: object = OWN) =>
    sandbox.cli(['run', '--host', 'copilot', '--event', 'preToolUse'], { input: JSON.stringify(payload) })
  const asGuest = (sandbox: Sandbox) => sandbox.event(GUEST, [], { env: { COPILOT_CLI: '1' } })

  test('runs the hooks once, and both calls are denied', async () => {
    const sandbox = withGuard()
    const replies = [await asOwn(sandbox), await asGuest(sandbox)]
    for (const { stdout } of replies)
      expect(JSON.parse(stdout)).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'no' })
    expect(runs(sandbox)).toBe(1)
  })

  test('decides about each of two equal calls in one file: they may be two actions', async () => {
    const sandbox = withGuard()
    await asOwn(sandbox)
    await asOwn(sandbox)
    expect(runs(sandbox)).toBe(2)
  })
})

describe('hooks that keep a turn going without end', () => {
  const STOP = { session_id: 's1', hook_event_name: 'Stop', cwd: '/', stop_hook_active: true }
  const stop = (sandbox: Sandbox, host: string, payload: object = STOP) =>
    sandbox.cli(['run', '--host', host], { input: JSON.stringify(payload) })

  function withLoop(): Sandbox {
    const sandbox = createSandbox()
    sandbox.write(CONFIG, 'version: 1\nhooks:\n  Stop:\n    - { id: loop, deny: go on }\n')
    return sandbox
  }

  test('are let go after eight times in a row where the host has no cap', { timeout: 60_000 }, async () => {
    const sandbox = withLoop()
    for (let count = 1; count <= 8; count++)
      expect((await stop(sandbox, 'hookwright')).stdout, `block ${count}`).toContain('"decision":"block"')
    const ninth = await stop(sandbox, 'hookwright')
    expect(ninth.stdout).not.toContain('"decision":"block"')
    expect(ninth.stderr).toContain('Hooks kept the turn from ending 8 times in a row; now it ends.')
    expect((await stop(sandbox, 'hookwright')).stdout).toContain('"decision":"block"')
  })

  test('are left to a host that counts itself', { timeout: 60_000 }, async () => {
    const sandbox = withLoop()
    for (let count = 1; count <= 10; count++)
      expect((await stop(sandbox, 'claude-code')).stdout).toContain('"decision":"block"')
  })
})
