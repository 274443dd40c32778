import { describe, expect, test } from 'vitest'
import { createWorld } from '../copilot/world.ts'
import { cursorPayload } from '../helpers/cursor-payloads.ts'

const file = (hooks: object): object => ({ version: 1, hooks })
const print = (document: object): string => `echo '${JSON.stringify(document)}'`
const bash = (command: string): object => ({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})

describe.skipIf(process.platform === 'win32')('hooks of .cursor/hooks.json run for real', () => {
  test('when Claude Code calls, each for what its event is about, with its own payload', async () => {
    const world = createWorld({
      '.cursor/hooks.json': file({
        beforeShellExecution: [{ command: 'cat > shell.json; echo {}', matcher: 'curl' }],
        beforeReadFile: [{ command: 'touch read' }],
        preToolUse: [{ command: 'cat > any.json; echo {}', matcher: '^Shell$' }],
      }),
    })
    await world.run(bash('curl x'), { host: 'claude-code', sources: ['cursor'] })
    expect(JSON.parse(world.read('shell.json'))).toMatchObject({
      hook_event_name: 'beforeShellExecution',
      command: 'curl x',
    })
    expect(JSON.parse(world.read('any.json'))).toMatchObject({ tool_name: 'Shell' })
    expect(world.exists('read')).toBe(false)
  })

  test('a no of the user stands, and runs in the folder of the user', async () => {
    const world = createWorld({
      '~/.cursor/hooks.json': file({ beforeShellExecution: [{ command: './hooks/no.sh' }] }),
      '~/.cursor/hooks/no.sh': `#!/bin/sh\n${print({ permission: 'deny', agent_message: 'no' })}\n`,
      '.cursor/hooks.json': file({ beforeShellExecution: [{ command: print({ permission: 'allow' }) }] }),
    })
    const { reply } = await world.run(cursorPayload('beforeShellExecution'), {
      host: 'cursor',
      sources: ['cursor'],
    })
    expect(JSON.parse(reply?.stdout ?? '')).toEqual({
      permission: 'deny',
      user_message: 'no',
      agent_message: 'no',
    })
  })

  test.for([
    ['a crash', 'exit 3'],
    ['garbage', 'echo hello'],
    ['silence', 'true'],
    ['a hang', 'sleep 20'],
    ['a program that is not there', 'no-such-program-here'],
  ] as const)('%s goes on, and is a no with failClosed', async ([, command]) => {
    const decided = async (failClosed: boolean) => {
      const world = createWorld({
        '.cursor/hooks.json': file({ preToolUse: [{ command, failClosed, timeout: 1 }] }),
      })
      const { verdict } = await world.run(cursorPayload('preToolUse'), {
        host: 'cursor',
        sources: ['cursor'],
      })
      return verdict.decision
    }
    expect(await Promise.all([decided(false), decided(true)])).toEqual(['none', 'deny'])
  })

  test('hooks find their project in the environment', async () => {
    const world = createWorld({
      '.cursor/hooks.json': file({
        stop: [{ command: 'echo "$CURSOR_PROJECT_DIR $CLAUDE_PROJECT_DIR $PWD" > seen' }],
      }),
    })
    await world.run(cursorPayload('stop'), { host: 'cursor', sources: ['cursor'] })
    expect(world.read('seen').trim()).toBe(Array(3).fill(world.project).join(' '))
  })
})
