import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWindows, useMachine, type Ended, type Running } from './machine.ts'
import { createWindowsSandbox, type WindowsSandbox } from './sandbox.ts'
import { installStandIn } from './stand-in.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const GIT_BASH = 'Program Files/Git/bin/bash.exe'
/** Wine has a powershell.exe that does nothing and succeeds; a machine without it is one without PowerShell. */
const WITHOUT_POWERSHELL = { PATH: 'C:\\windows\\system32' }

describeWindows('hooks of Claude Code’s files', { timeout: 60_000 }, () => {
  const machine = useMachine()

  function withHook(hook: object): WindowsSandbox {
    const sandbox = createWindowsSandbox(machine)
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...hook }] }] } }
    sandbox.write(join(sandbox.home, '.claude/settings.json'), JSON.stringify(settings))
    return sandbox
  }
  const run = (sandbox: WindowsSandbox, running: Running): Promise<Ended> =>
    sandbox.event(BASH, ['--host', 'claude-code', '--source', 'claude-code'], running)
  const toldIn = (sandbox: WindowsSandbox): unknown =>
    JSON.parse(sandbox.read(join(machine.temp, 'told.json')))

  test('without Git Bash and PowerShell a guard fails loudly, with what to install', async () => {
    const sandbox = withHook({ command: 'node guard.js' })
    const { stdout, stderr, code } = await run(sandbox, { variables: WITHOUT_POWERSHELL })
    expect(code).toBe(0)
    for (const text of ['C:\\Program Files\\Git\\bin\\bash.exe', 'pwsh', 'powershell', 'Git for Windows'])
      expect(stdout.replaceAll('\\\\', '\\') + stderr).toContain(text)
    expect(sandbox.log()).toMatchObject([{ hooks: [{ class: 'launch-failure' }] }])
  })

  test('a command runs in Git Bash, which gets POSIX paths', async () => {
    const env = installStandIn(machine, GIT_BASH)
    const sandbox = withHook({ command: '"$CLAUDE_PROJECT_DIR"/guard.sh --x' })
    const { stdout } = await run(sandbox, { env })
    rmSync(join(machine.driveC, GIT_BASH))
    expect(stdout).toContain('denied by bash.exe')
    const folder = sandbox.win().replace(/^C:/, '/c').replaceAll('\\', '/')
    // Node, which stands in for bash, takes the command for a path and makes it a whole one.
    expect(toldIn(sandbox)).toEqual({
      execArgv: ['-c'],
      argv: [expect.stringMatching(/\\bash "\$CLAUDE_PROJECT_DIR".guard\.sh --x$/)],
      CLAUDE_PROJECT_DIR: folder,
    })
  })

  test('CLAUDE_CODE_GIT_BASH_PATH is the only bash that is tried', async () => {
    const sandbox = withHook({ command: 'exit 2' })
    const variables = { CLAUDE_CODE_GIT_BASH_PATH: 'C:\\nowhere\\bash.exe' }
    const { stdout, stderr } = await run(sandbox, { variables })
    expect(stdout.replaceAll('\\\\', '\\') + stderr).toContain('C:\\nowhere\\bash.exe')
    expect(sandbox.log()).toMatchObject([{ hooks: [{ class: 'launch-failure' }] }])
  })

  test('a program with arguments needs no shell', async () => {
    const args = ['-e', 'console.error(process.env.CLAUDE_PROJECT_DIR); process.exitCode = 2']
    const sandbox = withHook({ command: 'node', args })
    const { stdout } = await run(sandbox, {})
    expect(stdout).toContain(JSON.stringify(sandbox.win()).slice(1, -1))
    expect(stdout).toContain('"permissionDecision":"deny"')
  })
})

describeWindows('hooks of Copilot’s files', { timeout: 60_000 }, () => {
  const machine = useMachine()
  const CALL = { sessionId: 's', toolName: 'powershell', toolArgs: { command: 'ls' } }

  function withHook(hook: object): WindowsSandbox {
    const sandbox = createWindowsSandbox(machine)
    const file = { version: 1, hooks: { preToolUse: [{ type: 'command', ...hook }] } }
    sandbox.write(join(sandbox.home, '.copilot/hooks/guard.json'), JSON.stringify(file))
    return sandbox
  }
  const HOST = ['--host', 'copilot', '--source', 'copilot', '--event', 'preToolUse']

  test('without PowerShell a hook before a tool call denies it', async () => {
    const sandbox = withHook({ bash: 'exit 0', powershell: 'exit 0' })
    const { stdout, stderr } = await sandbox.event(CALL, HOST, { variables: WITHOUT_POWERSHELL })
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(stdout + stderr).toContain('PowerShell')
    expect(sandbox.log()).toMatchObject([{ decision: 'deny', hooks: [{ class: 'launch-failure' }] }])
  })

  test.for([
    ['windows before powershell', { windows: 'Write-A', powershell: 'Write-B', command: 'C' }, 'Write-A'],
    ['powershell before command', { bash: 'A', powershell: 'Write-B', command: 'C' }, 'Write-B'],
    ['command when there is nothing else', { command: 'Write-C' }, 'Write-C'],
  ] as const)('Windows takes %s', async ([, hook, expected]) => {
    const sandbox = withHook(hook)
    const payload = join(sandbox.project, 'payload.json')
    sandbox.write(payload, JSON.stringify({ cwd: sandbox.win(), ...CALL }))
    const { stdout } = await sandbox.cli(['explain', ...HOST, 'payload.json'])
    expect(stdout).toContain(expected)
  })

  test('an entry with bash alone does not run, and check, explain and the log say so', async () => {
    const sandbox = withHook({ bash: 'exit 0' })
    const said = 'the entry has a bash command only'
    await sandbox.event(CALL, HOST, { variables: WITHOUT_POWERSHELL })
    expect(sandbox.log()).toMatchObject([{ hooks: [], skipped: [{ because: 'disabled' }] }])
    sandbox.write('payload.json', JSON.stringify({ cwd: sandbox.win(), ...CALL }))
    const explained = await sandbox.cli(['explain', ...HOST, 'payload.json'])
    expect(explained.stdout).toContain(said)
    const checked = await sandbox.cli(['check', '--source', 'copilot'])
    expect((checked.stdout + checked.stderr).toLowerCase()).toContain(said)
  })
})
