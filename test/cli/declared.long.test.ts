import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { isRunning } from '../helpers/processes.ts'
import { recordsOf } from '../helpers/run-records.ts'
import { approvedScript } from '../helpers/swapping.ts'

const context = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'tests are red' },
})
const GO = 'until [ -e go ]; do sleep 0.02; done'
const PID = 'echo $$ > pid.new; mv pid.new pid;'

const DENY = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'

const CLAUDE = ['--source', 'claude-code']

/** As a file of Claude Code, whose hooks may declare themselves async on every event. */
function claudeSandbox(event: string, ...commands: readonly string[]): Sandbox {
  const sandbox = createSandbox()
  const hooks = commands.map((command) => ({ type: 'command', command }))
  sandbox.write('~/.claude/settings.json', JSON.stringify({ hooks: { [event]: [{ hooks }] } }))
  return sandbox
}

function sandboxWith(event: string, ...entries: readonly object[]): Sandbox {
  const sandbox = createSandbox()
  const hooks = entries.map((entry) => ({ shell: 'sh', ...entry }))
  sandbox.write('~/.config/hookwright/hookwright.yaml', config(event, ...hooks))
  return sandbox
}

const settled = (sandbox: Sandbox, runs: number): Promise<void> =>
  vi.waitFor(() => expect(sandbox.log()).toHaveLength(runs), { timeout: 20_000, interval: 50 })

function hookOf(sandbox: Sandbox): number {
  const pid = Number(sandbox.read('pid'))
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It is gone, as it should be.
    }
  })
  return pid
}

/** Hands its process over; needs descriptors that another process can be given. */
describe.skipIf(process.platform === 'win32')('a hook that declares itself async', () => {
  test('is not waited for: run returns at once, and what it says comes with the next event', async () => {
    const command = `${PID} echo '{"async":true}'; ${GO}; echo '${context}'; echo done > done`
    const sandbox = sandboxWith('PostToolUse', { id: 'late', command })
    const start = performance.now()
    const first = await sandbox.event(payload('PostToolUse'))
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(first).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(isRunning(hookOf(sandbox))).toBe(true)
    sandbox.write('go', '')
    await settled(sandbox, 2)
    expect(sandbox.log().map(({ hooks }) => hooks)).toMatchObject([
      [{ id: 'late', class: 'ok' }],
      [{ id: 'late', class: 'context' }],
    ])
    expect(sandbox.exists('done')).toBe(true)
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('tests are red')
    expect(sandbox.scratch()).toEqual([])
  })

  test('can read its own script until it ends, whatever is called meanwhile; then the script is gone', async () => {
    const command = `${PID} echo '{"async":true}'; ${GO}; cat "$0" > copy.new; mv copy.new copy; exit 0`
    const sandbox = sandboxWith('PostToolUse', { command })
    await sandbox.event(payload('PostToolUse'))
    hookOf(sandbox)
    // Sweeps what processes left behind that have ended.
    await sandbox.event(payload('PostToolUse', { tool_name: 'Read' }))
    sandbox.write('go', '')
    await settled(sandbox, 4)
    expect(sandbox.read('copy')).toBe(command)
    expect(sandbox.scratch()).toEqual([])
  })

  test('whose supervisor is killed leaves a script that the next call removes', async () => {
    const command = `${PID} echo '{"async":true,"asyncTimeout":60000}'; ${GO}`
    const sandbox = sandboxWith('PostToolUse', { command })
    await sandbox.event(payload('PostToolUse'))
    const pid = hookOf(sandbox)
    expect(sandbox.scratch().length).toBeGreaterThan(0)
    process.kill(supervisorOf(sandbox, pid), 'SIGKILL')
    sandbox.write('go', '')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
    sandbox.write('~/.config/hookwright/hookwright.yaml', config('PostToolUse', { command: 'true' }))
    await sandbox.event(payload('PostToolUse'))
    expect(sandbox.scratch()).toEqual([])
  })

  test('whose script changes after the hand-over has failed, and nothing it says is passed on', async () => {
    const sandbox = createSandbox()
    const script = `#!/bin/sh\n${PID} echo '{"async":true}'; ${GO}; echo '${context}'\n`
    await approvedScript(sandbox, { script, event: 'PostToolUse' })
    await sandbox.event(payload('PostToolUse'))
    hookOf(sandbox)
    sandbox.write('guard.sh', script)
    sandbox.write('go', '')
    await settled(sandbox, 2)
    expect(sandbox.log()[1]).toMatchObject({ hooks: [{ class: 'swapped' }], issues: ['trust.swapped'] })
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('\\"guard.sh\\" changed while it ran')
    expect(next.stdout).not.toContain('tests are red')
  })

  test('whose script stays as it was approved is passed on', async () => {
    const sandbox = createSandbox()
    const script = `#!/bin/sh\n${PID} echo '{"async":true}'; ${GO}; echo '${context}'\n`
    await approvedScript(sandbox, { script, event: 'PostToolUse' })
    await sandbox.event(payload('PostToolUse'))
    hookOf(sandbox)
    sandbox.write('go', '')
    await settled(sandbox, 2)
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('tests are red')
  })

  test('does not hold up the answer of the hook beside it', async () => {
    const sandbox = claudeSandbox(
      'PreToolUse',
      `${PID} echo '{"async":true,"asyncTimeout":60000}'; ${GO}`,
      `echo '${DENY}'`,
    )
    const start = performance.now()
    const { stdout } = await sandbox.event(payload('PreToolUse'), ['--deadline', '3', ...CLAUDE])
    expect(performance.now() - start).toBeLessThan(3_000)
    expect(stdout).toContain('"deny"')
    hookOf(sandbox)
    sandbox.write('go', '')
    await settled(sandbox, 2)
  })

  test('in a file of our own is waited for before a call: its exit 2 denies, and a warning says what to write', async () => {
    const command = `echo '{"async":true}'; sleep 0.5; echo 'not this' >&2; exit 2`
    const sandbox = sandboxWith('PreToolUse', { id: 'guard', command })
    const { stdout, stderr } = await sandbox.event(payload('PreToolUse'))
    expect(stdout).toContain('"deny"')
    expect(stdout).toContain('not this')
    expect(stderr).toContain('`async: true`')
    expect(sandbox.log()).toHaveLength(1)
  })

  test('in a file of our own has no more time before a call than its timeout', async () => {
    const command = `${PID} echo '{"async":true,"asyncTimeout":60000}'; sleep 60`
    const sandbox = sandboxWith('PreToolUse', { command, timeout: 1, onFailure: 'deny' })
    const { stdout } = await sandbox.event(payload('PreToolUse'))
    expect(stdout).toContain('"deny"')
    expect(isRunning(hookOf(sandbox))).toBe(false)
  })

  test.for(['{"async":true,"decision":"block","reason":"no"}', `{"async":true,${DENY.slice(1)}`])(
    'does not lose the no in its own declaration: %s',
    async (line) => {
      const command = `echo '${line}'; sleep 0.3`
      const own = await sandboxWith('PreToolUse', { command }).event(payload('PreToolUse'))
      expect(own.stdout).toContain('"deny"')
      const claude = await claudeSandbox('PreToolUse', command).event(payload('PreToolUse'), CLAUDE)
      expect(claude.stdout).toContain('"deny"')
    },
  )

  test('cannot hide its no behind lines that somebody else wrote', async () => {
    const allow = DENY.replace('"deny"', '"allow"')
    const command = `printf '%s\\n' '{"async":true}' '${allow}' '${DENY}'`
    const { stdout } = await sandboxWith('PreToolUse', { command }).event(payload('PreToolUse'))
    expect(stdout).toContain('"deny"')
  })

  test.for([
    ['JSON', `echo '${DENY}'`],
    ['exit 2', 'echo "not this" >&2; exit 2'],
  ])("in Claude Code's file says no too late by %s, and the user is told", async ([, no]) => {
    const sandbox = claudeSandbox('PreToolUse', `echo '{"async":true}'; ${GO}; ${no}`)
    const first = await sandbox.event(payload('PreToolUse'), CLAUDE)
    expect(first).toMatchObject({ code: 0, stdout: '' })
    expect(first.stderr).toContain('comes too late')
    sandbox.write('go', '')
    await settled(sandbox, 2)
    expect(JSON.stringify(sandbox.log()[1])).toContain('output.late')
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('said no too late')
  })

  test('ends at its asyncTimeout, with its descendants', async () => {
    const command = `${PID} trap '' TERM; sleep 60 & echo '{"async":true,"asyncTimeout":500}'; sleep 60; sleep 60`
    const sandbox = sandboxWith('PostToolUse', { id: 'late', command })
    await sandbox.event(payload('PostToolUse'))
    const pid = hookOf(sandbox)
    await settled(sandbox, 2)
    expect(isRunning(pid)).toBe(false)
    expect(sandbox.log()[1]).toMatchObject({ hooks: [{ id: 'late', class: 'timeout' }] })
  })

  test('that asks for more than ten minutes gets ten, and that is told', async () => {
    const command = `echo '{"async":true,"asyncTimeout":86400000}'; ${GO}`
    const sandbox = sandboxWith('PostToolUse', { id: 'late', command })
    const { stderr, code } = await sandbox.event(payload('PostToolUse'))
    expect([code, stderr]).toEqual([0, expect.stringContaining('asks for 86400 s')])
    expect(stderr).toContain('600 s')
    sandbox.write('go', '')
    await settled(sandbox, 2)
  })

  test('reads a payload that is larger than a pipe to its end', async () => {
    const command = `echo '{"async":true}'; sleep 0.3; wc -c > size.new; mv size.new size`
    const sandbox = sandboxWith('PostToolUse', { command })
    const large = { tool_response: { stdout: 'x'.repeat(300_000) } }
    await sandbox.event(payload('PostToolUse', large))
    await settled(sandbox, 2)
    expect(Number(sandbox.read('size'))).toBeGreaterThan(300_000)
  })

  test('on an event of 1 MB is handed over with all of it, and says its word in the end', async () => {
    const command = `wc -c > size; ${PID} echo '{"async":true}'; ${GO}; echo '${context}'`
    const sandbox = sandboxWith('PostToolUse', { id: 'late', command })
    const large = { tool_response: { stdout: 'x'.repeat(1_048_576) } }
    expect(await sandbox.event(payload('PostToolUse', large))).toMatchObject({ code: 0, stderr: '' })
    expect(isRunning(hookOf(sandbox))).toBe(true)
    expect(Number(sandbox.read('size'))).toBeGreaterThan(1_048_576)
    sandbox.write('go', '')
    await settled(sandbox, 2)
    expect(sandbox.log()[1]).toMatchObject({ hooks: [{ id: 'late', class: 'context' }] })
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('tests are red')
  })

  test('cannot use its declaration to outlive --deadline when it does not read', async () => {
    const command = `${PID} echo '{"async":true,"asyncTimeout":60000}'; sleep 60`
    const sandbox = sandboxWith('PostToolUse', { command })
    const large = { tool_response: { stdout: 'x'.repeat(300_000) } }
    const start = performance.now()
    await sandbox.event(payload('PostToolUse', large), ['--deadline', '2'])
    expect(performance.now() - start).toBeLessThan(4_500)
    expect(isRunning(hookOf(sandbox))).toBe(false)
  })

  test('is ended at its asyncTimeout also when its supervisor is killed', async () => {
    const command = `${PID} trap '' TERM; echo '{"async":true,"asyncTimeout":2500}'; sleep 60; sleep 60`
    const sandbox = sandboxWith('PostToolUse', { command })
    const start = performance.now()
    await sandbox.event(payload('PostToolUse'))
    const pid = hookOf(sandbox)
    await sleep(1_000)
    process.kill(supervisorOf(sandbox, pid), 'SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
    expect(performance.now() - start).toBeGreaterThan(2_400)
    expect(performance.now() - start).toBeLessThan(6_000)
    expect(sandbox.log()).toHaveLength(1)
  })
})

/** By the record of the hook that it looks after. */
function supervisorOf(sandbox: Sandbox, pid: number): number {
  const record = recordsOf(sandbox).find((name) => name.includes(`-${pid}.`)) ?? ''
  return Number(record.split('.', 1)[0])
}
