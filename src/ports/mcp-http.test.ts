import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { serve, type Reply } from '../../test/helpers/http.ts'
import { createHttpTransport } from './mcp-http.ts'

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: {} } as const

test.for<readonly [string, Reply, unknown]>([
  [
    'is answered with JSON',
    (response) =>
      response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":7,"result":{}}'),
    'sent',
  ],
  ['is refused', (response) => response.writeHead(500).end('no'), 'failed'],
])('R32 nothing is kept of a request that %s', async ([, reply, expected]) => {
  const { url } = await serve(reply)
  const transport = createHttpTransport({ transport: 'http', url })
  const heard: unknown[] = []
  Object.assign(transport, { onmessage: (message: unknown) => void heard.push(message) })
  await transport.start()
  const { signal } = new AbortController()
  const end = await transport.send(CALL, { requestSignal: signal }).then(
    () => 'sent',
    () => 'failed',
  )
  expect(end).toBe(expected)
  expect(heard).toEqual(expected === 'sent' ? [{ jsonrpc: '2.0', id: 7, result: {} }] : [])
  await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([])
  await transport.close()
})
