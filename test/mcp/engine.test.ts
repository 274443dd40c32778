import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Engine, EngineOptions } from '../../src/library/engine.ts'
import { createEngine } from '../../src/library/create-engine.ts'
import { httpServer, stdioServer, tempDir } from '../helpers/mcp.ts'
import { isRunning } from '../helpers/processes.ts'

async function open(options: EngineOptions): Promise<Engine> {
  const engine = await createEngine({ cwd: tempDir(), ...options })
  onTestFinished(() => engine.dispose())
  return engine
}

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'rm -rf build' } } } as const

test('a settings hook denies by a tool of a server the program names, and dispose ends the server', async () => {
  const { connection, pids } = stdioServer()
  const engine = await open({ mcp: { 'plugin:guard:fixture': connection } })
  const handler = { type: 'mcp_tool', server: 'plugin:guard:fixture', tool: 'deny' }
  await engine.addHooks({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] } })
  const verdicts = await Promise.all([engine.dispatch(bash), engine.dispatch(bash)])
  expect(verdicts).toMatchObject([
    { decision: 'deny', reason: 'the server says no' },
    { decision: 'deny', reason: 'the server says no' },
  ])
  expect(pids()).toHaveLength(1)
  await engine.dispose()
  expect(pids().filter(isRunning)).toEqual([])
})

test('a tool is told the payload, and its plain text is context for a prompt', async () => {
  const { connection } = stdioServer()
  const engine = await open({ mcp: { fixture: connection } })
  const handler = {
    type: 'mcp_tool',
    server: 'fixture',
    tool: 'say',
    input: { words: 'You said: ${prompt}' },
  }
  await engine.addHooks({ hooks: { UserPromptSubmit: [{ hooks: [handler] }] } })
  const verdict = await engine.dispatch({ name: 'UserPromptSubmit', prompt: 'hello' })
  expect(verdict.effects).toMatchObject([{ kind: 'add-context', text: 'You said: hello' }])
})

test('a server that is not connected is an error that blocks nothing', async () => {
  const engine = await open({})
  const handler = { type: 'mcp_tool', server: 'nobody', tool: 'deny' }
  await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [handler] }] } })
  const { verdict, results } = await engine.run(bash)
  expect(verdict.decision).toBe('none')
  expect(results[0]).toMatchObject({
    outcome: { kind: 'not-started', issue: { code: 'mcp.server' } },
    answer: { failure: 'launch-failure' },
  })
})

test.for(['stdio', 'http'])('hookwright.yaml names a server and calls it over %s', async (transport) => {
  const cwd = tempDir()
  // Where CI is set, trust needs a digest.
  vi.stubEnv('CI', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { connection } = stdioServer()
  const { command, args } = connection
  const server = transport === 'stdio' ? { command, args } : { url: (await httpServer('--sse')).url() }
  const entry = { matcher: 'Bash', type: 'mcp_tool', server: 'fixture', tool: 'deny' }
  const config = { version: 1, mcpServers: { fixture: server }, hooks: { PreToolUse: [entry] } }
  writeFileSync(join(cwd, 'hookwright.json'), JSON.stringify(config))
  const engine = await open({ cwd, sources: ['hookwright'], trustProject: true })
  expect(await engine.dispatch(bash)).toMatchObject({ decision: 'deny', reason: 'the server says no' })
})
