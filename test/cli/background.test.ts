import { describe, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const GO = 'until [ -e go ]; do sleep 0.02; done'
const context = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'tests are red' },
})

function sandboxWith(event: string, entry: object): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('~/.config/hookwright/hookwright.yaml', config(event, { shell: 'sh', ...entry }))
  return sandbox
}

const settled = (sandbox: Sandbox, runs: number): Promise<void> =>
  vi.waitFor(() => expect(sandbox.log()).toHaveLength(runs), { timeout: 20_000, interval: 50 })

describe('a hook that no host waits for', () => {
  test('makes its bridge one: the host is told at once, and the context in the end', async () => {
    const sandbox = sandboxWith('PostToolUse', { command: `${GO}; echo '${context}'`, async: true })
    const input = JSON.stringify(payload('PostToolUse'))
    const started = sandbox.start(['run', '--host', 'claude-code'], { input })
    await vi.waitFor(() => expect(started.output()).toContain('"async":true'), { timeout: 20_000 })
    sandbox.write('go', '')
    const { code, stdout } = await started.done
    const [declaration, answer] = stdout.trim().split('\n')
    expect([code, JSON.parse(declaration ?? '')]).toEqual([0, { async: true, asyncTimeout: 65_000 }])
    expect(JSON.parse(answer ?? '')).toEqual(JSON.parse(context))
  })

  test('beside one that is waited for, what it says comes with the next event that can carry it', async () => {
    const sandbox = createSandbox()
    const background = { shell: 'sh', command: `${GO}; echo '${context}'`, async: true }
    const waited = { shell: 'sh', command: 'true' }
    sandbox.write('~/.config/hookwright/hookwright.yaml', config('PostToolUse', background, waited))
    const first = await sandbox.event(payload('PostToolUse'))
    expect(first).toMatchObject({ code: 0, stdout: '', stderr: '' })
    sandbox.write('go', '')
    await settled(sandbox, 2)
    const other = await sandbox.event(payload('UserPromptSubmit', { session_id: 'another', prompt: 'hi' }))
    expect(other.stdout).toBe('')
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('tests are red')
    const later = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(later.stdout).toBe('')
  })

  test('that says so itself is waited for before a call, because its no would come too late', async () => {
    const deny = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
    const command = `echo '{"async":true}'; sleep 0.1; echo '${deny}'`
    const sandbox = sandboxWith('PreToolUse', { command })
    const { code, stdout, stderr } = await sandbox.event(payload('PreToolUse'))
    expect(code).toBe(0)
    expect(stdout).toContain('"deny"')
    expect(stderr).toContain('was waited for all the same')
  })

  test('with asyncRewake its exit 2 is told first of all', async () => {
    const sandbox = sandboxWith('PostToolUse', {
      command: 'echo broken build >&2; exit 2',
      asyncRewake: true,
    })
    expect(await sandbox.event(payload('PostToolUse'))).toMatchObject({ code: 0, stdout: '' })
    await settled(sandbox, 2)
    const next = await sandbox.event(payload('PreToolUse'))
    expect(next.stdout).toContain('broken build')
  })

  test('is in the log, and its own process is gone with it', async () => {
    const sandbox = sandboxWith('Stop', { id: 'slow', command: 'exit 3', async: true })
    await sandbox.event(payload('Stop'))
    await settled(sandbox, 2)
    expect(sandbox.log().map(({ event, hooks }) => [event, hooks])).toMatchObject([
      ['Stop', [{ id: 'slow', class: 'ok' }]],
      ['Stop', [{ id: 'slow', class: 'crash', exit: 3 }]],
    ])
  })

  test('of an unapproved project does not start at all', async () => {
    const sandbox = createSandbox()
    sandbox.write('hookwright.yaml', config('Stop', { command: 'touch pwned', shell: 'sh', async: true }))
    const { stderr } = await sandbox.event(payload('Stop'))
    expect(stderr).toContain('not approved')
    expect(sandbox.exists('pwned')).toBe(false)
  })
})

test('help does not show what only hookwright calls', async () => {
  const { stdout } = await createSandbox().cli(['--help'])
  expect(stdout).not.toContain('behind')
})
