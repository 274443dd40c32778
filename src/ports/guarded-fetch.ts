import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { follow } from '../core/follow-signal.ts'
import type { Reach } from '../core/reach.ts'
import { guardedLookup, systemResolve, type Resolve } from './guarded-lookup.ts'

export type GuardedInit = {
  readonly method?: string | undefined
  readonly headers?: RequestInit['headers']
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

/** Why an address was not connected to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/**
 * What `fetch` does, for servers and models, with the rules of `url` hooks: certificates are checked whatever the
 * environment says, the address that was judged is the one that is connected to, and nothing is redirected, proxied,
 * decompressed or kept open.
 */
export function guardedFetch(
  url: URL,
  init: GuardedInit,
  { refuse, resolve = systemResolve }: Pick<Reach, 'refuse'> & { readonly resolve?: Resolve },
): Promise<Response> {
  const { signal } = init
  return new Promise((settle, fail) => {
    signal?.throwIfAborted()
    let refusal: string | undefined
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    const problem = isIP(literal) === 0 ? undefined : refuse(literal)
    if (problem !== undefined) throw new RefusedAddress(problem)
    const lookup = guardedLookup(refuse, resolve, (found: string) => (refusal = found))
    const body = bodyOf(init.body)
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
      method: init.method ?? 'GET',
      headers: headersOf(init.headers, body),
      agent: false,
      lookup,
      rejectUnauthorized: true,
    } as RequestOptions)
    const broken = (cause: unknown): void => fail(new TypeError('fetch failed', { cause }))
    // Many requests may follow one signal, and each would add a listener if Node were given the signal.
    const unfollow = signal
      ? follow(signal, () => request.destroy(new Error('aborted', { cause: signal.reason })))
      : () => {}
    request.once('close', unfollow)
    request.on('error', (error) => {
      if (refusal !== undefined) fail(new RefusedAddress(refusal))
      else if (signal?.aborted) fail(signal.reason as Error)
      else broken(error)
    })
    // What is thrown in a listener would end the whole program.
    request.once('response', (message) => {
      try {
        settle(responseOf(message))
      } catch (error) {
        message.destroy()
        broken(error)
      }
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      broken(new Error('the server changed the protocol, which was not asked for'))
    })
    request.end(body)
  })
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('a body is a text or bytes here')
}

function headersOf(
  given: RequestInit['headers'],
  body: string | Uint8Array | undefined,
): Record<string, string> {
  const headers = Object.fromEntries(new Headers(given))
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { accept: '*/*', ...headers, 'accept-encoding': 'identity', ...length }
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  // A response without content may have no body, not even an empty one.
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isEmpty) message.resume()
  const stream = isEmpty ? null : (Readable.toWeb(message) as NodeStream<Uint8Array>)
  return new Response(stream, { status, statusText, headers })
}
