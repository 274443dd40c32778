import { getEventListeners } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../test/helpers/http.ts'
import { guardedFetch, type GuardedInit } from './guarded-fetch.ts'

const refuse = (): undefined => undefined

function get(url: string, init: GuardedInit = {}): Promise<Response> {
  return guardedFetch(new URL(url), init, { refuse })
}

/** A server that answers every request with these lines. */
async function answering(...lines: readonly string[]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.from(`${lines.join('\r\n')}\r\n\r\n{}`, 'latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.for(['HTTP/1.1 700 X', 'HTTP/1.1 999 X', 'HTTP/1.1 099 X', 'HTTP/1.1 200 a\u0001b'])(
  'a server that answers with %j has failed, and nothing else has',
  async (line) => {
    await expect(get(await answering(line, 'content-length: 2'))).rejects.toThrow('fetch failed')
  },
)

test.for([
  ['says so', ['connection: upgrade', 'upgrade: other']],
  ['does not say so', []],
] as const)('a server that changes the protocol unasked and %s has failed', async ([, headers]) => {
  const url = await answering('HTTP/1.1 101 Switching Protocols', ...headers)
  await expect(get(url)).rejects.toThrow('fetch failed')
})

test('requests at once share one listener on their signal, and the last takes it away', async () => {
  const { url, seen } = await serve(() => {})
  const controller = new AbortController()
  const all = Array.from({ length: 20 }, () => get(url, { signal: controller.signal }))
  await expect.poll(() => seen.length).toBe(20)
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
  controller.abort(new Error('enough'))
  const ended = await Promise.allSettled(all)
  expect(ended.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    Array(20).fill('Error: enough'),
  )
  await expect.poll(() => getEventListeners(controller.signal, 'abort')).toEqual([])
})
