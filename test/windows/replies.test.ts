import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const CONFIG = `hooks:
  PreToolUse:
    - id: no
      command: node deny.js
`

describeWindows('replies on Windows', () => {
  const machine = useMachine()

  test('a denying hook of an approved project denies for claude-code, in the bytes of its reply', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('hookwright.yaml', CONFIG)
    sandbox.write('deny.js', 'console.error("never"); process.exit(2)\n')
    expect(await sandbox.cli(['trust', 'add'])).toMatchObject({ code: 0 })
    const bash = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
    const reply = await sandbox.event(bash)
    console.log(reply)
    expect(reply.code).toBe(0)
  })
})
