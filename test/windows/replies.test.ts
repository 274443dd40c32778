import { expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox, type WindowsSandbox } from './sandbox.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const DENIED =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"never: Ünïcode"}}\n'

describeWindows('replies on Windows', () => {
  const machine = useMachine()

  async function denying(): Promise<WindowsSandbox> {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('hookwright.yaml', 'hooks:\n  PreToolUse:\n    - { id: no, command: node deny.js }\n')
    sandbox.write('deny.js', 'console.error("never: Ünïcode"); process.exit(2)\n')
    expect(await sandbox.cli(['trust', 'add', '--yes'])).toMatchObject({ code: 0, stderr: '' })
    return sandbox
  }

  test('a denying hook of an approved project denies for each host, in the bytes of its reply', async () => {
    const sandbox = await denying()
    expect(await sandbox.event(BASH)).toEqual({ code: 0, stdout: DENIED, stderr: '' })
    const call = { sessionId: 's', timestamp: 1, toolName: 'bash', toolArgs: { command: 'ls' } }
    expect(await sandbox.event(call, ['--host', 'copilot', '--event', 'preToolUse'])).toEqual({
      code: 0,
      stdout: `{"permissionDecision":"deny","permissionDecisionReason":"never: Ünïcode",${DENIED.slice(1)}`,
      stderr: '',
    })
  })

  test('a host that is a Windows process gets the reply through pipes', async () => {
    const sandbox = await denying()
    const host = sandbox.write(
      `${sandbox.root}/host.js`,
      `const { spawnSync } = require('node:child_process')
       const { status, stdout } = spawnSync(process.execPath, process.argv.slice(2), { input: process.env.PAYLOAD })
       process.stdout.write(stdout)
       process.exitCode = status`,
    )
    const payload = JSON.stringify({ ...BASH, cwd: sandbox.win() })
    const args = [machine.windowsPath(CLI), 'run', '--host', 'claude-code']
    const ended = await machine.node([machine.windowsPath(host), ...args], {
      cwd: sandbox.project,
      env: { PAYLOAD: payload },
      variables: sandbox.variables,
    })
    expect(ended).toEqual({ code: 0, stdout: DENIED, stderr: '' })
  })

  test('a hook that answers with JSON and a line end of Windows is understood', async () => {
    const sandbox = createWindowsSandbox(machine)
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }
    sandbox.write(`${sandbox.home}/ask.js`, `process.stdout.write('${JSON.stringify(answer)}\\r\\n')`)
    sandbox.write(
      `${sandbox.config}/hookwright.yaml`,
      `hooks:\r\n  PreToolUse:\r\n    - { id: a, command: "node '${machine.windowsPath(`${sandbox.home}/ask.js`).replaceAll('\\', '\\\\')}'" }\r\n`,
    )
    const { stdout } = await sandbox.event(BASH)
    expect(JSON.parse(stdout)).toEqual(answer)
  })
})
