import {
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import type { McpConnection } from '../core/hook.ts'
import { joinSignals } from '../core/join-signals.ts'
import { shownKey } from '../core/misfit.ts'
import { readReach, type Reach } from '../core/reach.ts'
import { shownUrl } from '../core/url.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { McpError } from './mcp.ts'

type HttpConnection = Extract<McpConnection, { transport: 'http' }>

/** The code of our own error for a call whose stream ended; outside the range JSON-RPC keeps for itself. */
export const STREAM_ENDED = -1

const LONGEST_ANSWER = 16 * 1_048_576
/** To tell the server that its session is over; it may as well be gone. */
const GOODBYE_MS = 500

/** Redirects are not followed; nothing ever starts a sign-in. */
export function createHttpTransport(connection: HttpConnection): StreamableHTTPClientTransport {
  const { headers } = connection
  refuseBadHeaders(headers ?? {})
  const reach = readUrl(connection)
  const transport = new StreamableHTTPClientTransport(reach.url, {
    fetch: (url, init) => boundedFetch(new URL(url), init, reach),
    ...(headers && { requestInit: { headers: { ...headers } } }),
  })
  settleEveryRequest(transport)
  const close = transport.close.bind(transport)
  transport.close = async () => {
    await sayGoodbye(transport)
    await close()
  }
  return transport
}

function readUrl({ url, allowedUrls }: HttpConnection): Reach {
  const reach = readReach(url, { allowedUrls, listName: '`allowedUrls` of the server' })
  if (typeof reach === 'string') throw new McpError(reach)
  if (reach.url.username !== '' || reach.url.password !== '')
    throw new McpError(`"${shownUrl(url)}" has a user name or password in it; use a header instead.`)
  return reach
}

/** `fetch` refuses them with messages that quote name and value. */
function refuseBadHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeader(name, '')) throw new McpError(`${shownKey(name)} is no name for a header.`)
    if (!isHeader(name, value))
      throw new McpError(
        `The value of header ${shownKey(name)} has a line break or another character that no header can hold.`,
      )
  }
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}

async function boundedFetch(url: URL, init: RequestInit | undefined, reach: Reach): Promise<Response> {
  if (isSubscription(init)) return new Response(null, { status: 405 })
  const response = await guardedFetch(url, init ?? {}, reach)
  const { status, statusText, headers, body } = response
  if (status >= 300 && status < 400) {
    await body?.cancel()
    throw new McpError(`The server answered with a redirect (HTTP ${status}), which is not followed.`)
  }
  if (body === null) return response
  return new Response(body.pipeThrough(byteLimit()), { status, statusText, headers })
}

/** A standing stream for news of the server: nobody here listens, and it would hold a socket open. */
function isSubscription(init: RequestInit | undefined): boolean {
  return init?.method === 'GET' && !new Headers(init.headers).has('last-event-id')
}

function byteLimit(): TransformStream<Uint8Array, Uint8Array> {
  let left = LONGEST_ANSWER
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left >= 0) controller.enqueue(chunk)
      else controller.error(new McpError(`The server answered with more than ${LONGEST_ANSWER} bytes.`))
    },
  })
}

/**
 * The SDK waits for ever when a stream of events ends without the answer, and leaves the request of a cancelled call
 * open. Here the first becomes an error, and the second is closed after the cancellation was sent.
 */
function settleEveryRequest(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport) as (
    message: JSONRPCMessage,
    options?: TransportSendOptions,
  ) => Promise<void>
  const open = new Map<unknown, { readonly controller: AbortController; drop(): void }>()

  /** False when it was settled before. */
  function settle(id: unknown): boolean {
    open.get(id)?.drop()
    return open.delete(id)
  }

  async function sendRequest(id: string | number, message: JSONRPCMessage, options?: TransportSendOptions) {
    const controller = new AbortController()
    const { signal: requestSignal, drop } = joinSignals(options?.requestSignal, controller.signal)
    open.set(id, { controller, drop })
    const onRequestStreamEnd = (): void => {
      if (!settle(id)) return
      const error = { code: STREAM_ENDED, message: 'the connection ended before the answer' }
      transport.onmessage?.({ jsonrpc: '2.0', id, error })
    }
    try {
      await send(message, { ...options, requestSignal, onRequestStreamEnd })
    } catch (error) {
      settle(id)
      throw error
    }
  }

  hearAnswers(transport, settle)

  transport.send = async (message: JSONRPCMessage | JSONRPCMessage[], options?: TransportSendOptions) => {
    const [only, another] = Array.isArray(message) ? message : [message]
    if (only === undefined || another !== undefined) throw new TypeError('batches are not used here')
    if ('method' in only && 'id' in only) return sendRequest(only.id, only, options)
    await send(only, options)
    if ('method' in only && only.method === 'notifications/cancelled')
      open.get(only.params?.['requestId'])?.controller.abort()
  }
}

/** Tells the id of every answer before whoever listens to the transport hears it. */
function hearAnswers(transport: StreamableHTTPClientTransport, heard: (id: unknown) => void): void {
  let listener = transport.onmessage
  Object.defineProperty(transport, 'onmessage', {
    get: () => listener,
    set(next: typeof listener) {
      listener =
        next &&
        ((message) => {
          if (!('method' in message)) heard(message.id)
          next(message)
        })
    },
  })
}

async function sayGoodbye(transport: StreamableHTTPClientTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GOODBYE_MS)
  })
  await Promise.race([transport.terminateSession().catch(() => {}), patience])
  clearTimeout(timer)
}
