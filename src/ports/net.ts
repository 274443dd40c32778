import {
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Issue } from '../core/issue.ts'
import { guardedLookup, systemResolve, type Resolve } from './guarded-lookup.ts'

/** One POST, with everything that bounds it. */
export type Post = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Of the answer's content. */
  readonly maxBytes: number
  /** Why an address is not connected to. What it was asked about is what is connected to. */
  readonly refuse: (address: string) => Issue | undefined
  readonly signal: AbortSignal
}

export type PostResult =
  /** The content is read for 2xx only: no other status has any that counts. */
  | {
      readonly kind: 'response'
      readonly status: number
      readonly location?: string
      readonly encoding?: string
      readonly body: Uint8Array
    }
  | { readonly kind: 'overflow'; readonly status: number }
  | { readonly kind: 'refused'; readonly issue: Issue }
  /** `code` as Node says it, e.g. ECONNREFUSED. */
  | { readonly kind: 'lost'; readonly code: string; readonly message: string }
  /** The request could not be written down, e.g. for a header no protocol can carry. */
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'aborted' }

/** The door to the network. Nothing is retried, redirected, proxied, decompressed or kept open. */
export type Net = { post(request: Post): Promise<PostResult> }

export const systemNet: Net = createNet(systemResolve)

export function createNet(resolve: Resolve): Net {
  return { post: (post) => send(post, resolve) }
}

function send(post: Post, resolve: Resolve): Promise<PostResult> {
  const literal = post.url.hostname.replace(/^\[|\]$/g, '')
  const refused = isIP(literal) === 0 ? undefined : post.refuse(literal)
  if (refused !== undefined) return Promise.resolve({ kind: 'refused', issue: refused })
  if (post.signal.aborted) return Promise.resolve({ kind: 'aborted' })
  return new Promise((settle) => {
    let refusal: Issue | undefined
    const guard = guardedLookup(post.refuse, resolve, (found) => (refusal = found))
    const request = open(post, guard)
    if (!('once' in request)) return settle(request)
    const finish = (result: PostResult): void => {
      post.signal.removeEventListener('abort', onAbort)
      settle(refusal === undefined ? result : { kind: 'refused', issue: refusal })
      request.destroy()
    }
    const onAbort = (): void => finish({ kind: 'aborted' })
    post.signal.addEventListener('abort', onAbort)
    // Stays for good: a connection that is torn down late may complain after the answer.
    request.on('error', (error: NodeJS.ErrnoException) => finish(lost(error)))
    request.once('close', () => finish(CUT))
    request.once('response', (response) => receive(response, { post, finish }))
    request.end(post.body)
  })
}

const CUT: PostResult = { kind: 'lost', code: 'ECONNRESET', message: 'socket hang up' }

/** `rejectUnauthorized` is said because the environment may say otherwise; an agent of its own keeps nothing alive. */
function open(post: Post, lookup: LookupFunction): ClientRequest | PostResult {
  const { url, headers, body } = post
  const options: RequestOptions & { rejectUnauthorized: true } = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(body.byteLength) },
    agent: false,
    lookup,
    rejectUnauthorized: true,
  }
  try {
    return url.protocol === 'https:' ? secureRequest(url, options) : plainRequest(url, options)
  } catch (error) {
    return { kind: 'malformed', message: error instanceof Error ? error.message : String(error) }
  }
}

type Receiving = { readonly post: Post; readonly finish: (result: PostResult) => void }

function receive(response: IncomingMessage, { post, finish }: Receiving): void {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let bytes = 0
  const heard = (): void => finish(answerOf(response, Buffer.concat(chunks)))
  response.on('error', (error) => finish(lost(error)))
  if (status < 200 || status > 299 || isEncoded(headers['content-encoding'])) return heard()
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > post.maxBytes) finish({ kind: 'overflow', status })
    else chunks.push(chunk)
  })
  response.once('end', heard)
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: Uint8Array): PostResult {
  const { location, 'content-encoding': encoding } = headers
  return {
    kind: 'response',
    status: statusCode,
    ...(location !== undefined && { location }),
    ...(isEncoded(encoding) && { encoding }),
    body,
  }
}

function isEncoded(encoding: string | undefined): encoding is string {
  return encoding !== undefined && !/^(?:identity)?$/i.test(encoding.trim())
}

/** Several addresses that all failed come as one error without a text of its own. */
function lost(error: NodeJS.ErrnoException): PostResult {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const message = error.message === '' && first instanceof Error ? first.message : error.message
  return { kind: 'lost', code: error.code ?? 'UNKNOWN', message }
}
