import { describe, expect, test } from 'vitest'
import { hostNames } from '../../src/dialects/registry.ts'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const ERROR = {
  sessionId: 's1',
  timestamp: 1_700_000_000_000,
  cwd: '/tmp',
  error: { message: 'The model did not answer.', name: 'ModelError' },
  errorContext: 'model_call',
  recoverable: true,
}

function withHook(entry: string, event = 'ErrorOccurred'): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(
    '~/.config/hookwright/hookwright.yaml',
    `version: 1\nhooks:\n  ${event}:\n    - { id: seen, ${entry} }\n`,
  )
  return sandbox
}

const fire = (sandbox: Sandbox, payload: object = ERROR, event = 'errorOccurred') =>
  sandbox.cli(['run', '--host', 'copilot', '--event', event], { input: JSON.stringify(payload) })

const SAVE = 'shell: sh, command: cat > seen.json'

describe('an event that only one host has', () => {
  test("runs a hook of hookwright.yaml, which gets it in Claude Code's wire", async () => {
    const sandbox = withHook(SAVE)
    expect(await fire(sandbox)).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sandbox.read('seen.json'))).toEqual({
      hook_event_name: 'ErrorOccurred',
      session_id: 's1',
      cwd: '/tmp',
      timestamp: ERROR.timestamp,
      error: ERROR.error,
      error_context: 'model_call',
      recoverable: true,
    })
  })

  test("gives a hook that speaks its host's wire the host's own bytes", async () => {
    const sandbox = withHook(`dialect: copilot, ${SAVE}`)
    await fire(sandbox)
    expect(sandbox.read('seen.json')).toBe(JSON.stringify(ERROR))
  })

  test.for(hostNames)('runs a hook that speaks the wire of %s', async (wire) => {
    const sandbox = withHook(`dialect: ${wire}, ${SAVE}`)
    expect(await fire(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.exists('seen.json')).toBe(true)
  })

  test('tells that a no has no effect there', async () => {
    const { code, stderr } = await fire(withHook('deny: "No."'))
    expect({ code, isTold: stderr.includes('lost') }).toEqual({ code: 0, isTold: true })
  })

  test('may come from our own host too', async () => {
    const sandbox = withHook(SAVE)
    const input = JSON.stringify({ hook_event_name: 'ErrorOccurred', error: { message: 'x' } })
    expect(await sandbox.cli(['run', '--host', 'hookwright'], { input })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(JSON.parse(sandbox.read('seen.json'))).toEqual(JSON.parse(input))
  })

  test.for([
    [
      'UserPromptTransformed',
      'userPromptTransformed',
      { sessionId: 's', prompt: 'hi', transformedPrompt: 'hi' },
    ],
    ['PreMcpToolCall', 'preMcpToolCall', { sessionId: 's', toolName: 'find', arguments: { q: 1 } }],
  ] as const)('%s reaches its hook', async ([event, native, payload]) => {
    const sandbox = withHook(SAVE, event)
    expect(await fire(sandbox, payload, native)).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ hook_event_name: event, session_id: 's' })
  })

  test('is told by check and list', async () => {
    const sandbox = withHook(SAVE)
    const checked = await sandbox.cli(['check'])
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.stdout).toContain('ErrorOccurred fires in: GitHub Copilot.')
    const { stdout } = await sandbox.cli(['list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ hooks: [{ event: 'ErrorOccurred', firedBy: ['copilot'] }] })
  })
})
