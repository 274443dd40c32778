import { createServer as createSecureServer } from 'node:https'
import { selfSigned } from '../../test/helpers/certificate.ts'
import { listening, setVariables } from '../../test/helpers/http.ts'
import { describe, expect, test, vi } from 'vitest'
import { caller, httpServer, said } from '../../test/helpers/mcp.ts'

describe('a server that speaks http', () => {
  test('gets the headers of its connection and the session it gave out, and hears goodbye', async () => {
    const server = await httpServer()
    const call = caller({
      fixture: { transport: 'http', url: server.url(), headers: { Authorization: 'Bearer x' } },
    })
    await call('echo')
    await call('echo')
    await call.close()
    const log = await server.log()
    expect(log.map(({ method, rpc }) => rpc ?? method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
      'tools/call',
      'DELETE',
    ])
    expect(new Set(log.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer x']))
    expect(log[0]?.session).toBeUndefined()
    expect(new Set(log.slice(1).map(({ session }) => session)).size).toBe(1)
    expect(log[1]?.session).toMatch(/^session-/)
  })

  test.for(['--json', '--sse'])(
    'that ends a stream without an answer fails the call at once: %s',
    async (flag) => {
      const call = caller({ fixture: { transport: 'http', url: (await httpServer(flag)).url() } })
      expect(await call('hang-up')).toMatchObject({ kind: 'failed', issue: { code: 'mcp.call' } })
      expect(said(await call('say', { arguments: { words: 'again' } }))).toBe('again')
    },
  )

  test.for(['--json', '--sse'])(
    'that dies in a call fails it, and its successor is connected: %s',
    async (flag) => {
      const server = await httpServer(flag)
      const call = caller({ fixture: { transport: 'http', url: server.url() } })
      await call('echo')
      expect((await call('crash')).kind).toBe('failed')
      await server.stop()
      await httpServer(flag, '--port', String(server.port))
      expect(said(await call('say', { arguments: { words: 'back' } }))).toBe('back')
    },
  )

  test('sees the request of a cancelled call closed', async () => {
    const server = await httpServer()
    const call = caller({ fixture: { transport: 'http', url: server.url() } })
    await call('echo')
    await call('never', { timeoutMs: 50 })
    await vi.waitFor(async () =>
      expect(await server.log()).toContainEqual({ method: 'CLOSED', rpc: 'never' }),
    )
  })

  test('that has forgotten the session fails one call, and the next begins a new one', async () => {
    const server = await httpServer()
    const call = caller({ fixture: { transport: 'http', url: server.url() } })
    await call('echo')
    await server.stop()
    await httpServer('--port', String(server.port))
    expect((await call('echo')).kind).toBe('failed')
    expect(said(await call('say', { arguments: { words: 'back' } }))).toBe('back')
  })

  test('S36 is not trusted without a certificate, also where the environment says not to look', async () => {
    let asked = 0
    const server = createSecureServer(selfSigned(), (_, response) => {
      asked++
      response.end('{}')
    })
    const url = await listening(server, 'https')
    setVariables({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(said(await caller({ fixture: { transport: 'http', url } })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('self-signed certificate'),
    })
    expect(asked).toBe(0)
  })

  test.for(['2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]'])(
    'S34 is not called at %s, an unusual spelling of this machine',
    async (host) => {
      const server = await httpServer()
      const url = server.url().replace('127.0.0.1', host)
      expect(said(await caller({ fixture: { transport: 'http', url } })('echo'))).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/Write 127|is not this machine/),
      })
      expect(await server.log()).toEqual([])
    },
  )

  test.for(['2130706433', '0x7f.1', '127.1'])(
    'is called at %s when allowedUrls has its plain spelling',
    async (host) => {
      const server = await httpServer()
      const url = server.url().replace('127.0.0.1', host)
      const allowed = { transport: 'http', url, allowedUrls: [server.url()] } as const
      expect(said(await caller({ fixture: allowed })('say', { arguments: { words: 'a' } }))).toBe('a')
    },
  )

  test('is not followed to another path of its own', async () => {
    const server = await httpServer()
    const url = server.url(`/redirect?to=${encodeURIComponent(server.url())}`)
    expect(said(await caller({ fixture: { transport: 'http', url } })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('not followed'),
    })
  })

  test('is not followed to another host', async () => {
    const other = await httpServer()
    const server = await httpServer()
    const url = server.url(`/redirect?to=${encodeURIComponent(other.url())}`)
    expect(said(await caller({ fixture: { transport: 'http', url } })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('not followed'),
    })
    expect(await other.log()).toEqual([])
  })

  test('that answers with an error page is quoted only so far', async () => {
    const server = await httpServer()
    const outcome = await caller({ fixture: { transport: 'http', url: server.url('/page') } })('echo')
    expect(outcome).toMatchObject({ kind: 'failed', issue: { message: expect.stringContaining('<html>') } })
    expect(JSON.stringify(outcome).length).toBeLessThan(1_500)
  })

  test('that nobody runs is a failure that says so', async () => {
    const server = await httpServer()
    await server.stop()
    expect(said(await caller({ fixture: { transport: 'http', url: server.url() } })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('that never says hello is given up at the timeout', async () => {
    const call = caller({ fixture: { transport: 'http', url: (await httpServer('--silent')).url() } })
    expect(await call('echo', { timeoutMs: 300 })).toMatchObject({ kind: 'timed-out' })
  })

  test.for(['ftp://127.0.0.1/', 'no url'])('needs a URL it can have: %s', async (url) => {
    expect(said(await caller({ fixture: { transport: 'http', url } })('echo'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(`"${url}" is no http or https URL.`),
    })
  })
})
