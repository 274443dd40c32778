import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Endpoint } from './endpoint.ts'
import { BEAT } from './records.ts'
import { readRequest, type Request } from './request.ts'

/** A whole request of somebody who knows the token. */
export type Asked = {
  readonly request: Request
  /** The request as it was sent. */
  readonly bytes: Buffer
  readonly pid: number
  /** What the caller's process must be named by now. */
  readonly proof: string
  /** What the request ends with. */
  readonly word: string
}

export type Connection = {
  readonly onAsked: (asked: Asked) => void
  readonly onSignal: (name: NodeJS.Signals) => void
  /** The connection is closed, by whichever side. */
  readonly onGone: () => void
}

/** How long somebody may take to say who they are. */
const GREETING_MS = 2_000
const MOST_GREETING = 128
/** Arguments, and what the launcher keeps of a payload. */
const MOST_REQUEST = 2 * 1_048_576
const SIGNALS: ReadonlySet<string> = new Set([
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGALRM',
  'SIGUSR2',
  'SIGXCPU',
])

/** What all open connections have sent. Past it a connection is closed, and its caller evaluates. */
export type Held = { bytes: number }
const MOST_HELD = 128 * 1_048_576

/** The daemon's side of one connection: greeting, request, then names of signals. */
export function converse(
  socket: Socket,
  { endpoint, all }: { readonly endpoint: Endpoint; readonly all: Held },
  { onAsked, onSignal, onGone }: Connection,
): void {
  let held: Buffer = Buffer.alloc(0)
  let sent = 0
  let greeted: { readonly pid: number; readonly proof: string; readonly word: string } | undefined
  let hasAsked = false
  let hasAcknowledged = false
  const timer = setTimeout(() => socket.destroy(), GREETING_MS)
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    all.bytes -= sent
    if (hasAsked) onGone()
  })
  socket.on('data', (chunk: Buffer) => {
    sent += chunk.length
    all.bytes += chunk.length
    if (all.bytes > MOST_HELD) return void socket.destroy()
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (greeted === undefined) greet()
    else if (hasAsked) signals()
    else ask(greeted)
  })

  /** Nothing is answered to somebody without the token: a browser, a scanner, another user. */
  function greet(): void {
    const end = held.indexOf(10)
    if (end < 0 && held.length < MOST_GREETING) return
    const [token = '', pid = ''] = held.toString('latin1', 0, Math.max(0, end)).split(' ')
    if (end < 0 || !isEqual(token, endpoint.callerToken) || !/^[1-9]\d{0,9}$/.test(pid))
      return void socket.destroy()
    greeted = { pid: Number(pid), proof: `hw-${randomHex(6)}`, word: randomHex(8) }
    held = held.subarray(end + 1)
    socket.write(`${endpoint.daemonToken}${greeted.proof}${greeted.word}\n`)
  }

  function ask(known: NonNullable<typeof greeted>): void {
    const request = readRequest(held, known.word)
    if (request === undefined && held.length <= MOST_REQUEST) return acknowledge()
    if (request === undefined || request === 'invalid') return void socket.destroy()
    clearTimeout(timer)
    hasAsked = true
    const bytes = held
    held = Buffer.alloc(0)
    onAsked({ request, bytes, ...known })
  }

  /**
   * bash writes line by line, and Linux sends the second of two short writes only when the first was acknowledged, which
   * would take 40 ms without an answer that carries it.
   */
  function acknowledge(): void {
    if (!hasAcknowledged) socket.write(BEAT)
    hasAcknowledged = true
  }

  function signals(): void {
    const text = held.toString('latin1')
    const end = text.lastIndexOf('\n')
    held = held.subarray(end + 1)
    if (held.length > MOST_GREETING) return void socket.destroy()
    for (const name of text.slice(0, Math.max(0, end)).split('\n'))
      if (SIGNALS.has(name)) onSignal(name as NodeJS.Signals)
  }
}

function isEqual(given: string, token: string): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === token.length && timingSafeEqual(bytes, Buffer.from(token))
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
