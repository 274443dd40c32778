import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { startModelServer } from '../helpers/model-server.ts'

const CLAUDE = ['--source', 'claude-code']
const KEY = 'sk-ant-0123456789'

/** A user whose settings ask a model before every tool call. */
function judged(): Sandbox {
  const sandbox = createSandbox()
  const hooks = [{ type: 'prompt', prompt: 'Is $ARGUMENTS safe?', continueOnBlock: true }]
  sandbox.write('~/.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }))
  return sandbox
}

test('a prompt hook asks the endpoint the environment names, and its no reaches the host', async () => {
  const sandbox = judged()
  const server = await startModelServer({ text: '{"ok":false,"reason":"It deletes."}' })
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
  const { stdout, code } = await sandbox.event(payload('PreToolUse'), CLAUDE, { env })
  expect({ said: JSON.parse(stdout), code }).toEqual({
    said: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'It deletes.',
      },
    },
    code: 0,
  })
  expect(server.requests[0]?.headers['x-api-key']).toBe(KEY)
})

test('S38 the log names the model and the hash of the prompt, and holds no key and no payload', async () => {
  const sandbox = judged()
  const server = await startModelServer({ text: '{"ok":true}' })
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
  const call = payload('PreToolUse', { tool_input: { command: 'touch MARK' } })
  const { stdout } = await sandbox.event(call, CLAUDE, { env })
  expect(stdout).toBe('')
  const note = { model: 'scripted-1', prompt: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) }
  expect(sandbox.log()).toMatchObject([{ hooks: [{ class: 'ok', note }] }])
  expect(JSON.stringify(sandbox.log())).not.toMatch(/MARK|sk-ant/)
})

test('without a model the call goes on, and the user is told what to set', async () => {
  const { stdout, stderr, code } = await judged().event(payload('PreToolUse'), CLAUDE)
  expect(code).toBe(0)
  expect(stdout).not.toContain('permissionDecision')
  expect(`${stdout}${stderr}`).toContain('It needs a language model, and none is set up.')
})

test('a failing endpoint is named by its status, never by its key', async () => {
  const server = await startModelServer({ status: 401, body: `bad key ${KEY}` })
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
  const { stdout, stderr } = await judged().event(payload('PreToolUse'), CLAUDE, { env })
  expect(`${stdout}${stderr}`).toContain('HTTP 401')
  expect(`${stdout}${stderr}`).not.toContain(KEY)
})

test('at the end of a turn the judge sees the transcript that the host names', async () => {
  const sandbox = createSandbox()
  const hooks = [{ type: 'prompt', prompt: 'Was it all done?' }]
  sandbox.write('~/.claude/settings.json', JSON.stringify({ hooks: { Stop: [{ hooks }] } }))
  const said = (role: string, content: string) => JSON.stringify({ type: role, message: { role, content } })
  const transcript_path = sandbox.write(
    '~/.claude/projects/p/s.jsonl',
    `${said('user', 'Fix TICKET-7.')}\n${said('assistant', 'Half of it is done.')}\n`,
  )
  const server = await startModelServer({ text: '{"ok":false,"reason":"Only half."}' })
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
  const { stdout } = await sandbox.event(payload('Stop', { transcript_path }), CLAUDE, { env })
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: 'Only half.' })
  const asked = server.requests[0]?.body.messages[0].content[0].text as string
  expect(asked).toMatch(/<<<CONVERSATION \w+\n.*"Fix TICKET-7\.".*\n.*"Half of it is done\.".*\nCONVERSATION/)
  expect(JSON.stringify(sandbox.log())).toContain('2 of 2 messages')
  expect(JSON.stringify(sandbox.log())).not.toContain('TICKET-7')
})
