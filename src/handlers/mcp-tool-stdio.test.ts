import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { caller, said, stdioServer, toolStep } from '../../test/helpers/mcp.ts'
import { isRunning } from '../../test/helpers/processes.ts'

describe('a server that is a process', () => {
  test('runs in the project, with the engine’s environment and its own', async () => {
    const { connection } = stdioServer()
    const call = caller(
      { fixture: { ...connection, env: { OWN: 'its own', BOTH: 'its own' } } },
      { BASE: 'base', BOTH: 'base' },
    )
    const variable = async (name: string) => said(await call('env', { arguments: { name } }))
    expect(said(await call('cwd'))).toBe(realpathSync(tmpdir()))
    expect([await variable('BASE'), await variable('OWN'), await variable('BOTH')]).toEqual([
      'base',
      'its own',
      'its own',
    ])
    expect(await variable('HOME')).toBe('')
  })

  test('is started once for calls side by side and one after the other', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({ fixture: connection })
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('pid')))
    const later = await call('pid')
    expect(new Set([...answers, later].map(said))).toEqual(new Set([String(pids()[0])]))
    expect(pids()).toHaveLength(1)
  })

  test('is found by the hook’s own connection when no server has that name', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({})
    const step = toolStep({ type: 'mcp_tool', server: 'private', tool: 'pid', connection })
    expect(said(await call('pid', step))).toBe(String(pids()[0]))
  })

  test('that dies in a call fails that call with its last words, and the next call starts another', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({ fixture: connection })
    const crashed = call('crash')
    expect(said(await crashed)).toEqual({
      kind: 'failed',
      code: 'mcp.call',
      message: `Tool "crash" of MCP server "fixture" could not be called: Server process "${process.execPath}" ended (exit code 3). It said: about to fall over`,
      detail: 'about to fall over',
    })
    expect(pids()).toHaveLength(1)
    expect(said(await call('pid'))).toBe(String(pids()[1]))
  })

  test('that dies fails every call that was waiting for it, and none is made twice', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({ fixture: connection })
    const outcomes = await Promise.all([call('never'), call('never'), call('crash')])
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['failed', 'failed', 'failed'])
    expect(pids()).toHaveLength(1)
  })

  test('that dies while nobody calls it is nobody’s failure', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({ fixture: connection })
    await call('pid')
    const [first = 0] = pids()
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => expect(isRunning(first)).toBe(false))
    await vi.waitFor(async () => expect(said(await call('pid'))).toBe(String(pids()[1])))
  })

  test('that never says hello is given up at the timeout, and is gone', async () => {
    const { connection, pids } = stdioServer('--silent')
    const call = caller({ fixture: connection })
    expect(await call('echo', { timeoutMs: 700 })).toMatchObject({ kind: 'timed-out', afterMs: 700 })
    await call.close()
    expect(pids().filter(isRunning)).toEqual([])
  })

  test('that never says hello is given up when the host cancels', async () => {
    const { connection } = stdioServer('--silent')
    const call = caller({ fixture: connection })
    expect(await call('echo', { signal: AbortSignal.timeout(300) })).toMatchObject({
      kind: 'cancelled',
      by: 'host',
    })
  })

  test('that ends before it says hello fails with its last words', async () => {
    const connection = {
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', 'console.error("no licence"); process.exit(9)'],
    } as const
    expect(said(await caller({ fixture: connection })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('ended (exit code 9). It said: no licence'),
      detail: 'no licence',
    })
  })

  test.for([
    ['a script that is missing', ['/no/such/server.js'], "Error: Cannot find module '/no/such/server.js'"],
    ['an error that it throws', ['-e', 'throw new TypeError("no key")'], 'TypeError: no key'],
    ['no error at all', ['-e', 'console.error("one\\ntwo\\n")'], 'two'],
  ] as const)('that ends with %s says so in the message', async ([, args, words]) => {
    const connection = { transport: 'stdio', command: process.execPath, args } as const
    expect(said(await caller({ fixture: connection })('echo'))).toMatchObject({
      message: expect.stringMatching(new RegExp(`It said: ${words}$`)),
    })
  })

  test('that refuses both ways of connecting fails with its first answer, and is gone', async () => {
    const { connection, pids } = stdioServer('--refuse')
    const call = caller({ fixture: connection })
    expect(said(await call('echo'))).toMatchObject({
      kind: 'failed',
      code: 'mcp.call',
      message: expect.stringContaining('error -32000: not for you'),
    })
    expect(pids()).toHaveLength(2)
    expect(pids().filter(isRunning)).toEqual([])
  })

  test('that cannot be started fails with the reason', async () => {
    const call = caller({ fixture: { transport: 'stdio', command: 'no-such-server', args: [] } })
    expect(said(await call('echo'))).toMatchObject({
      kind: 'failed',
      code: 'mcp.call',
      message: expect.stringContaining('Command "no-such-server" was not found on PATH. Install it'),
    })
  })

  test.for(['--garbage', '--flood'])('that is noisy is heard all the same: %s', async (flag) => {
    const call = caller({ fixture: stdioServer(flag).connection })
    expect(said(await call('say', { arguments: { words: 'heard' } }))).toBe('heard')
  })

  test.for([[[]], [['--stubborn']], [['--silent', '--stubborn']]] as [string[]][])(
    'is gone after close: %j',
    async ([flags]) => {
      const { connection, pids } = stdioServer(...flags)
      const call = caller({ fixture: connection })
      const running = call('never')
      await vi.waitFor(() => expect(pids()).toHaveLength(1), { timeout: 10_000 })
      await call.close()
      expect(pids().filter(isRunning)).toEqual([])
      expect((await running).kind).toBe('failed')
    },
  )

  test('is not started any more after close', async () => {
    const { connection, pids } = stdioServer()
    const call = caller({ fixture: connection })
    await call.close()
    expect((await call('pid')).kind).toBe('failed')
    expect(pids()).toEqual([])
  })
})
