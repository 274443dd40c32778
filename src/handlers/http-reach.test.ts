import { createServer as createSecureServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { selfSigned } from '../../test/helpers/certificate.ts'
import { call, DENY, end, listening, netAt, serve, setVariables, summary } from '../../test/helpers/http.ts'
import { createNet } from '../ports/net.ts'

describe('addresses', () => {
  test.for([
    ['http://169.254.169.254/latest', 'in the private network 169.254.0.0/16'],
    ['http://[::ffff:127.0.0.1]/', 'it stands for 127.0.0.1'],
    ['http://[::]/', 'in the private network ::/128'],
    ['http://0.0.0.0/', 'in the private network 0.0.0.0/8'],
    ['http://0x7f000001/', 'an unusual spelling of 127.0.0.1'],
    ['http://inner.example/', 'its address is 10.0.0.1'],
  ] as const)('S34 %s is not connected to', async ([url, why]) => {
    const said = summary(await call(url, { net: netAt('10.0.0.1') }))
    expect(said).toMatch(/^not-started http\.address /)
    expect(said).toContain(why)
  })

  test('S34 one private address among several is enough', async () => {
    const net = netAt('1.1.1.1', '192.168.0.1')
    expect(summary(await call('http://both.example/', { net }))).toMatch(/^not-started http\.address/)
  })

  test('S34 a name is resolved once, and what was checked is what is connected to', async () => {
    const { url, seen } = await serve(end(200))
    const answers = ['127.0.0.1', '10.0.0.1', '10.0.0.1']
    const asked: string[] = []
    const net = createNet((host, done) => {
      asked.push(host)
      done(null, [{ address: answers.shift() ?? '', family: 4 }])
    })
    const { port } = new URL(url)
    expect(summary(await call(`http://rebind.example:${port}/`, { net }))).toBe('answered 200 ""')
    expect([asked, seen.length]).toEqual([['rebind.example'], 1])
  })

  test('S34 an exact allowed URL may be spelt oddly or be private, a pattern may not', async () => {
    const { url } = await serve(end(200))
    const odd = url.replace('127.0.0.1', '0x7f000001')
    expect(summary(await call(odd, { spec: { allowedUrls: ['*'] } }))).toMatch(/^not-started http\.address/)
    expect(summary(await call(odd, { spec: { allowedUrls: [`${url}/`] } }))).toBe('answered 200 ""')
  })

  test('S36 our own files send nothing unencrypted to another machine', async () => {
    const net = netAt('1.1.1.1')
    const spec = { plain: 'loopback' } as const
    expect(summary(await call('http://hooks.example/', { net, spec }))).toMatch(/^not-started http\.plain/)
    expect(summary(await call('http://1.1.1.1/', { net, spec }))).toMatch(/^not-started http\.plain/)
    const { url } = await serve(end(200))
    expect(summary(await call(url, { spec }))).toBe('answered 200 ""')
  })

  test('R51 proxy variables have no effect', async () => {
    const proxy = await serve(end(200, DENY))
    const { url } = await serve(end(200))
    const { url: at } = proxy
    setVariables({ http_proxy: at, HTTP_PROXY: at, all_proxy: at, NODE_USE_ENV_PROXY: '1' })
    expect(summary(await call(url, { step: { env: { http_proxy: proxy.url } } }))).toBe('answered 200 ""')
    expect(proxy.seen).toEqual([])
  })
})

describe('certificates', () => {
  test('S36 are checked, also where the environment says not to', async () => {
    let asked = 0
    const server = createSecureServer(selfSigned(), (_, response) => {
      asked++
      response.end(DENY)
    })
    const url = await listening(server, 'https')
    setVariables({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(summary(await call(url))).toBe(
      'failed http.connection No answer from https://HOST: its certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    )
    expect(asked).toBe(0)
  })

  test('https to a server without it is a lost connection', async () => {
    const { url } = await serve(end(200))
    expect(summary(await call(url.replace('http:', 'https:')))).toMatch(/^failed http\.connection/)
  })
})
