import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Reply } from '../core/decision.ts'
import type { State } from '../ports/state.ts'
import { FRAME, frame } from './frames.ts'
import { readHttpPlace, type HttpPlace } from './http-place.ts'
import { replyIn } from './http-records.ts'
import { isRefusal, readHead, type HttpCall, type Refusal } from './http-request.ts'
import type { Pool } from './pool.ts'
import type { CallHead } from './worker.ts'

/** One call with its payload. */
export type HttpAsked = HttpCall & { readonly payload: Buffer }

/**
 * Returns the response body for a reply. `reply` is undefined when no worker could answer. Returns undefined when the
 * host cannot call through HTTP.
 */
export type EncodeHttp = (asked: HttpAsked, reply: Reply | undefined) => Promise<string | undefined>

export type HttpServing = {
  readonly state: State
  readonly pool: Pick<Pool, 'add'>
  readonly log: (text: string) => void
  readonly encode: EncodeHttp
  readonly mostBytes: number
}

/** As `daemon status` tells it. Undefined: nobody wants it. */
export type HttpStatus =
  | { readonly port: number; readonly isListening: boolean; readonly problem?: string }
  | undefined

export type HttpSide = {
  readonly status: HttpStatus
  close(): void
}

/** How often it is looked at whether and where to listen. */
const LOOK_MS = 1_000
/** How soon a port is tried again that was taken, by another program or the daemon before this one. */
const AGAIN_MS = 100
/** A worker must be found within the time between our deadline and the host's. */
const WAIT_MS = 4_000
/** For a whole request, and for its head alone: what comes from this machine comes at once. */
const REQUEST_MS = 5_000
const MOST_CONNECTIONS = 256
const MOST_HEADERS = 16_384

/** Answers calls through HTTP as long as the state folder says where. */
export function serveHttp(serving: HttpServing): HttpSide {
  const { state, log } = serving
  let open: { readonly place: HttpPlace; readonly server: Server } | undefined
  let problem: string | undefined

  function look(): void {
    const place = readHttpPlace(state)
    if (open !== undefined && isSame(open.place, place)) return
    open?.server.close()
    open = undefined
    if (place === undefined) {
      problem = undefined
      return
    }
    const server = createListener(place, serving)
    open = { place, server }
    server.on('error', (error: NodeJS.ErrnoException) => failed(server, place, error))
    server.listen(place.port, '127.0.0.1', () => {
      problem = undefined
      log(`listens for HTTP on 127.0.0.1:${place.port}`)
    })
  }

  /** Told once, not at every try. */
  function failed(server: Server, { port }: HttpPlace, { code, message }: NodeJS.ErrnoException): void {
    if (open?.server === server) open = undefined
    const why =
      code === 'EADDRINUSE' ? `port ${port} is taken by another program` : `port ${port}: ${message}`
    if (problem !== why) log(`no HTTP: ${why}; agents that call it go on without hooks`)
    problem = why
  }

  let timer: NodeJS.Timeout | undefined
  function goOn(): void {
    look()
    timer = setTimeout(goOn, problem === undefined ? LOOK_MS : AGAIN_MS)
  }
  goOn()
  return {
    get status() {
      const port = open?.place.port ?? readHttpPlace(state)?.port
      if (port === undefined) return undefined
      const isListening = open?.server.listening === true
      return { port, isListening, ...(!isListening && problem !== undefined && { problem }) }
    },
    close() {
      clearTimeout(timer)
      open?.server.close()
      open = undefined
    },
  }
}

function isSame(a: HttpPlace, b: HttpPlace | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function createListener(place: HttpPlace, serving: HttpServing): Server {
  const server = createServer(
    {
      headersTimeout: REQUEST_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MOST_HEADERS,
      noDelay: true,
    },
    (request, response) => void answer(request, response, { place, serving }),
  )
  server.maxConnections = MOST_CONNECTIONS
  return server
}

type Listening = { readonly place: HttpPlace; readonly serving: HttpServing }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { place, serving }: Listening,
): Promise<void> {
  response.on('error', () => {})
  // A host that kept a connection would lose a call to a daemon that ends.
  response.shouldKeepAlive = false
  try {
    const call = readHead(request, place)
    if (isRefusal(call)) return refuse(response, call)
    const payload = await readBody(request, serving.mostBytes)
    if (payload === undefined) return
    if (payload === 'too-large') return refuse(response, { status: 413, why: 'its body is too large' })
    const asked = { ...call, payload }
    const body = await serving.encode(asked, await evaluate(asked, response, { place, serving }))
    if (body === undefined)
      return refuse(response, { status: 400, why: 'its host calls nobody through HTTP' })
    response.writeHead(200, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    serving.log(`a call through HTTP failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
    if (!response.headersSent) refuse(response, { status: 500, why: 'hookwright failed' })
  }
}

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Whatever of the request is still on its way is not waited for. */
function refuse(response: ServerResponse, { status, why }: Refusal): void {
  const body = `${JSON.stringify({ error: `hookwright does not answer this request: ${why}.` })}\n`
  response
    .writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) })
    .end(body, () => response.req.destroy())
}

/** Undefined: the caller is gone, or too slow. */
function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | 'too-large' | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    const held: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) {
        request.pause()
        resolve('too-large')
      } else held.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(held)))
    request.once('error', () => resolve(undefined))
    request.once('close', () => resolve(undefined))
  })
}

/** Settles when a worker has answered, or none will. */
function evaluate(
  { args, payload }: HttpAsked,
  response: ServerResponse,
  { place, serving: { pool } }: Listening,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const records: Buffer[] = []
    const job = pool.add({
      call: callFrame(args, payload, place),
      waitMs: WAIT_MS,
      reply: (bytes) => void records.push(bytes),
      end: () => resolve(replyIn(Buffer.concat(records))),
      refuse: () => resolve(undefined),
    })
    if (job === undefined) return resolve(undefined)
    response.once('close', () => job.leave())
  })
}

function callFrame(
  args: readonly string[],
  payload: Buffer,
  { variables, umask, configHome }: HttpPlace,
): Buffer {
  const word = randomBytes(8).toString('hex')
  const head: CallHead = { pid: 0, proof: '', word, kept: { variables, umask } }
  const fields = [configHome, String(args.length), ...args, 'bytes', ''].join('\0')
  return frame(
    FRAME.call,
    Buffer.from(`${JSON.stringify(head)}\0${fields}`),
    payload,
    Buffer.from(`\0${word}\0`),
  )
}
