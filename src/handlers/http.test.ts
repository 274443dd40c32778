import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { call, DENY, end, MAX_BYTES, serve, signal, summary, type Reply } from '../../test/helpers/http.ts'
import { createNet } from '../ports/net.ts'

test('posts the bytes of the payload as JSON', async () => {
  const { url, seen } = await serve(end(200))
  await call(`${url}/hook?x=1`)
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/hook?x=1',
      body: '{"a":"ü"}',
      headers: {
        host: new URL(url).host,
        'content-type': 'application/json',
        'content-length': '10',
        'user-agent': `hookwright/${manifest.version}`,
        'accept-encoding': 'identity',
        connection: 'close',
      },
    },
  ])
})

test('bytes are sent as they are, without the last line end only', async () => {
  const { url, seen } = await serve(end(200))
  await call(url, { step: { input: new TextEncoder().encode('{"a":\n1}\n\n') } })
  await call(url, { step: { input: '{}' } })
  expect(seen.map(({ body }) => body)).toEqual(['{"a":\n1}\n', '{}'])
})

describe('R51 S37 one class for each answer', () => {
  test.for<[string, Reply, string]>([
    ['an empty 200', end(200), 'answered 200 ""'],
    ['204', end(204), 'answered 204 ""'],
    ['201 with JSON', end(201, DENY), `answered 201 ${JSON.stringify(DENY)}`],
    ['a byte order mark', end(200, '\uFEFF{}'), 'answered 200 "{}"'],
    ['HTML', end(200, '<html>', { 'content-type': 'text/html' }), 'answered 200 "<html>"'],
    ['404', end(404, 'nope'), 'failed http.status HTTP 404 from http://HOST/hook'],
    ['a deny inside a 500', end(500, DENY), 'failed http.status HTTP 500 from http://HOST/hook'],
    [
      '304',
      end(304),
      'failed http.status HTTP 304 from http://HOST/hook, a redirect; redirects are not followed',
    ],
    [
      'a relative redirect',
      end(307, '', { location: '/other?token=canary' }),
      'failed http.status HTTP 307 from http://HOST/hook, a redirect to http://HOST/other?…; redirects are not followed',
    ],
    [
      'gzip',
      end(200, gzipSync(DENY), { 'content-encoding': 'gzip' }),
      'failed http.encoding The answer of http://HOST/hook is packed as "gzip", which was not asked for.',
    ],
    ['identity', end(200, '{}', { 'content-encoding': 'identity' }), 'answered 200 "{}"'],
    [
      'bytes that are no UTF-8',
      end(200, Buffer.from([0x7b, 0xff, 0x7d])),
      'failed http.encoding The answer of http://HOST/hook is not valid UTF-8.',
    ],
    ['as much as fits', end(200, 'x'.repeat(MAX_BYTES)), `answered 200 "${'x'.repeat(MAX_BYTES)}"`],
    [
      'one byte more',
      end(200, 'x'.repeat(MAX_BYTES + 1)),
      `failed http.overflow The answer of http://HOST/hook is longer than ${MAX_BYTES} bytes.`,
    ],
    [
      'a reset before the headers',
      (response) => response.socket?.destroy(),
      'failed http.connection No answer from http://HOST/hook: the connection was closed before the answer was whole.',
    ],
    [
      'a reset in the middle of the content',
      (response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"decision":"block"', () => response.socket?.destroy())
      },
      'failed http.connection No answer from http://HOST/hook: the connection was closed before the answer was whole.',
    ],
    [
      'an offer to speak another protocol',
      (response) =>
        response.socket?.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'failed http.connection No answer from http://HOST/hook: the connection was closed before the answer was whole.',
    ],
  ])('%s', async ([, reply, expected]) => {
    const { url, seen } = await serve(reply)
    expect(summary(await call(`${url}/hook`))).toBe(expected)
    expect(seen.length, 'asked once, whatever came of it').toBe(1)
  })

  test('what is no HTTP', async () => {
    const { url } = await serve((response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'))
    expect(summary(await call(url))).toMatch(/^failed http\.connection No answer from http:\/\/HOST: HPE_/)
  })

  test('a port nobody listens on', async () => {
    const { url, server } = await serve(end(200))
    await new Promise((resolve) => server.close(resolve))
    expect(summary(await call(url))).toBe(
      'failed http.connection No answer from http://HOST: nothing accepts connections there.',
    )
  })

  test('a name nobody knows', async () => {
    expect(summary(await call('http://hooks.invalid/'))).toBe(
      'failed http.connection No answer from http://hooks.invalid/: its host was not found.',
    )
  })
})

test('S37 an answer without end is cut off at the cap', async () => {
  const { url } = await serve((response) => {
    const more = (): boolean => {
      while (!response.destroyed && response.write('x'.repeat(8_192)));
      return !response.destroyed && response.once('drain', more) !== undefined
    }
    more()
  })
  expect(summary(await call(url))).toMatch(/^failed http\.overflow/)
})

test('S34 a redirect to this machine is not followed', async () => {
  const sentinel = await serve(end(200, DENY))
  const { url } = await serve(end(302, '', { location: sentinel.url }))
  expect(summary(await call(url))).toMatch(/^failed http\.status HTTP 302 .* redirects are not followed$/)
  expect(sentinel.seen).toEqual([])
})

describe('one deadline over everything', () => {
  test.for<[string, Reply]>([
    ['slow headers', () => undefined],
    ['headers and then nothing', (response) => response.writeHead(200).flushHeaders()],
    [
      'S37 a drip',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('R51 %s', async ([, reply]) => {
    const { url } = await serve(reply)
    const outcome = await call(url, { step: { timeoutMs: 250 } })
    expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 250 })
    expect(outcome.ms).toBeGreaterThanOrEqual(249)
  })

  test('a connection nobody answers', async () => {
    const never = createNet(() => undefined)
    const outcome = await call('http://hooks.example/', { net: never, step: { timeoutMs: 50 } })
    expect(outcome.kind).toBe('timed-out')
  })
})

describe('cancelling', () => {
  test.for([
    ['host', 'gone'],
    ['earlier-step', 'earlier-step'],
  ] as const)('by %s ends the connection', async ([by, reason]) => {
    const controller = new AbortController()
    const closed = signal()
    const { url } = await serve((response) => {
      response.on('close', closed.come)
      controller.abort(reason)
    })
    expect(await call(url, { step: { signal: controller.signal } })).toMatchObject({ kind: 'cancelled', by })
    await closed.came
  })

  test('before the start sends nothing', async () => {
    const { url, seen } = await serve(end(200))
    const outcome = await call(url, { step: { signal: AbortSignal.abort() } })
    expect([outcome.kind, seen]).toEqual(['cancelled', []])
  })
})

test('R52 an answer counts at its end, and nothing stays open', async () => {
  const closed = signal()
  const { url } = await serve((response) => {
    response.socket?.on('close', closed.come)
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}')
  })
  expect(summary(await call(url))).toBe('answered 200 "{}"')
  await closed.came
})
