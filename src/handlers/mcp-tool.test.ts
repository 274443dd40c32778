import { describe, expect, test, vi } from 'vitest'
import { decodeOutput } from '../../test/helpers/claude-contract.ts'
import { caller, httpServer, said, stdioServer, toolStep, type Caller } from '../../test/helpers/mcp.ts'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { readOutcome } from '../core/failure.ts'
import type { Outcome } from '../core/outcome.ts'
import { limits } from '../engine/limits.ts'

const TRANSPORTS: [string, () => Promise<Caller>][] = [
  ['stdio', async () => caller({ fixture: stdioServer().connection })],
  ['http with JSON', async () => caller({ fixture: { transport: 'http', url: (await httpServer()).url() } })],
  [
    'http with events',
    async () => caller({ fixture: { transport: 'http', url: (await httpServer('--sse')).url() } }),
  ],
  [
    'stdio to a server that knows no handshake',
    async () => caller({ fixture: stdioServer('--newer').connection }),
  ],
  [
    'http to a server that knows no handshake',
    async () => caller({ fixture: { transport: 'http', url: (await httpServer('--newer', '--sse')).url() } }),
  ],
]

describe.for(TRANSPORTS)('over %s', ([, open]) => {
  test('a tool gets its input, filled in from the payload', async () => {
    const call = await open()
    const input = JSON.stringify({ cwd: '/work', tool_input: { command: 'ls "x"' } })
    const outcome = await call('echo', {
      input,
      arguments: { what: 'run ${tool_input.command}', depth: { in: ['${cwd}'] } },
    })
    expect(said(outcome)).toBe('{"what":"run ls \\"x\\"","depth":{"in":["/work"]}}')
  })

  test('the payload may come as bytes', async () => {
    const call = await open()
    const outcome = await call('say', {
      input: Buffer.from('{"cwd":"/wörk"}'),
      arguments: { words: '${cwd}' },
    })
    expect(said(outcome)).toBe('/wörk')
  })

  test('text parts are joined by line ends, and other parts are left out', async () => {
    const call = await open()
    expect(said(await call('parts'))).toBe('first\nsecond')
    expect(said(await call('nothing'))).toBe('')
  })

  test('an error of the tool is a failure that quotes its first 500 characters', async () => {
    const call = await open()
    expect(said(await call('fail'))).toEqual({
      kind: 'failed',
      code: 'mcp.tool',
      message: 'Tool "fail" of MCP server "fixture" reported an error.',
      detail: 'the tool broke',
    })
    expect(said(await call('fail', { arguments: { length: 1_000 } }))).toMatchObject({
      detail: 'the tool broke'.padEnd(500, '!'),
    })
  })

  test('a tool the server does not have is a failure', async () => {
    const call = await open()
    expect(said(await call('no-such'))).toMatchObject({
      kind: 'failed',
      code: 'mcp.call',
      message: expect.stringMatching(
        /"no-such" of MCP server "fixture" could not be called: .*-32602: .*Unknown tool/,
      ),
    })
  })

  test('an answer above the cap is an overflow, and one at the cap is read', async () => {
    const call = await open()
    const over = await call('huge', { arguments: { bytes: limits.outputBytes + 1 } })
    expect(over).toMatchObject({ kind: 'failed', failure: 'overflow', issue: { code: 'mcp.overflow' } })
    const at = await call('huge', { arguments: { bytes: limits.outputBytes } })
    expect(said(at)).toHaveLength(limits.outputBytes)
  })

  test('a timeout settles at once, tells the server, and leaves other calls alone', async () => {
    const call = await open()
    await call('say', { arguments: { words: 'connected' } })
    const other = call('slow', { arguments: { ms: 600 } })
    const outcome = await call('never', { timeoutMs: 100 })
    expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 100 })
    expect(said(await other)).toBe('late')
    await vi.waitFor(async () => expect(JSON.parse(String(said(await call('cancelled'))))).toHaveLength(1))
  })

  test('a cancel settles at once, tells the server, and leaves other calls alone', async () => {
    const call = await open()
    await call('say', { arguments: { words: 'connected' } })
    const host = new AbortController()
    const other = call('slow', { arguments: { ms: 600 } })
    const cancelled = call('never', { signal: host.signal })
    setTimeout(() => host.abort(), 50)
    expect(await cancelled).toMatchObject({ kind: 'cancelled', by: 'host' })
    expect(said(await other)).toBe('late')
    await vi.waitFor(async () => expect(JSON.parse(String(said(await call('cancelled'))))).toHaveLength(1))
  })

  test('a call that was cancelled before it began is not made', async () => {
    const call = await open()
    const outcome = await call('echo', { signal: AbortSignal.abort('earlier-step') })
    expect(outcome).toMatchObject({ kind: 'cancelled', by: 'earlier-step' })
  })

  test('the answer is read like the stdout of a command that exits 0', async () => {
    const call = await open()
    const tell = (outcome: Outcome, event: string) =>
      readOutcome(outcome, decodeOutput, {
        hook: hook({ event }),
        event: toolEvent('Bash', {}, { name: event }),
      })
    expect(tell(await call('deny'), 'PreToolUse')).toMatchObject({
      decision: 'deny',
      reason: 'the server says no',
    })
    const plain = await call('say', { arguments: { words: 'mind the gap' } })
    expect(tell(plain, 'UserPromptSubmit').effects).toMatchObject([
      { kind: 'add-context', text: 'mind the gap' },
    ])
    expect(tell(plain, 'PreToolUse')).toMatchObject({ decision: 'none', effects: [] })
    expect(tell(await call('nothing'), 'PreToolUse')).toMatchObject({
      decision: 'none',
      effects: [],
      issues: [],
    })
    const half = await call('say', { arguments: { words: '{"decision": ' } })
    expect(tell(half, 'PreToolUse')).toMatchObject({ decision: 'none', failure: 'protocol-error' })
  })
})

describe('the servers of a program', () => {
  const answering = (text: string) => ({ callTool: () => Promise.resolve({ text, isError: false }) })

  test('are called as they are, under any name', async () => {
    const call = caller({ 'plugin:tools:db': answering('from the plugin') })
    expect(said(await call('query', { server: 'plugin:tools:db' }))).toBe('from the plugin')
  })

  test('go before the connection a hook names itself', async () => {
    const { connection, pids } = stdioServer()
    const step = toolStep({ type: 'mcp_tool', server: 'fixture', tool: 'pid', connection })
    expect(said(await caller({ fixture: answering('ours') })('pid', step))).toBe('ours')
    expect(pids()).toEqual([])
  })

  test('that are not there are named, with those that are', async () => {
    const call = caller({ one: answering(''), two: answering('') })
    const outcome = await call('x', { server: 'three' })
    expect(outcome).toMatchObject({
      kind: 'not-started',
      issue: {
        code: 'mcp.server',
        message: 'MCP server "three" is not connected; connected: "one", "two".',
        hint: expect.stringContaining('hookwright.yaml'),
        place: { hook: 'ask-server' },
      },
    })
  })

  test.for(['constructor', '__proto__', 'toString'])(
    'do not include what every object has: %s',
    async (server) => {
      expect(await caller({})('x', { server })).toMatchObject({
        kind: 'not-started',
        issue: { code: 'mcp.server' },
      })
    },
  )

  test('that reject fail the call', async () => {
    const call = caller({ fixture: { callTool: () => Promise.reject(new Error('not today')) } })
    expect(said(await call('x'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('not today'),
    })
  })

  test('that throw fail the call', async () => {
    const callTool = () => {
      throw new Error('not at all')
    }
    expect(said(await caller({ fixture: { callTool } })('x'))).toMatchObject({ kind: 'failed' })
  })

  test('that ignore the signal are not waited for', async () => {
    const call = caller({ fixture: { callTool: () => new Promise(() => {}) } })
    expect(await call('x', { timeoutMs: 20 })).toMatchObject({ kind: 'timed-out', afterMs: 20 })
  })
})

test('where placeholders have types, values keep theirs, and one that names nothing fails the hook', async () => {
  const call = caller({
    fixture: { callTool: (_, input) => Promise.resolve({ text: JSON.stringify(input), isError: false }) },
  })
  const step = { input: '{"n":3,"cwd":"/work"}', placeholders: 'typed' } as const
  expect(said(await call('x', { ...step, arguments: { n: '${n}', t: 'n=${n}' } }))).toBe('{"n":3,"t":"n=3"}')
  expect(await call('x', { ...step, arguments: { n: '${n}', t: ['${no.where}'] } })).toMatchObject({
    kind: 'not-started',
    issue: {
      code: 'mcp.payload',
      message: 'Its input names "${no.where}", and the payload has nothing there.',
    },
  })
})

test('a payload that is no JSON stops a hook that quotes it, and no other', async () => {
  const call = caller({ fixture: { callTool: () => Promise.resolve({ text: 'ok', isError: false }) } })
  expect(await call('x', { input: 'nonsense', arguments: { a: '${cwd}' } })).toMatchObject({
    kind: 'not-started',
    issue: { code: 'mcp.payload' },
  })
  expect(said(await call('x', { input: 'nonsense', arguments: { a: 'cwd' } }))).toBe('ok')
})
