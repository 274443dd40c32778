import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as far as its head tells. */
export type HttpHead = {
  readonly method?: string | undefined
  /** Path and query. */
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** What the head asks for. */
export type HttpCall = {
  /** The arguments of the program, as the launcher gives them. */
  readonly args: readonly string[]
  readonly host: string
  /** Absent: the payload names it. */
  readonly event?: string
  readonly onError: 'ignore' | 'deny'
}

/** Why a request is not answered. Hosts take each of these for a hook that failed. */
export type Refusal = { readonly status: number; readonly why: string }

type Expected = { readonly port: number; readonly token: string }

/**
 * Reads the head of a request. Only a program that was told the token is answered, and never a browser, whatever page it
 * shows and by whatever name it found this machine.
 */
export function readHead({ method, url = '', headers }: HttpHead, expected: Expected): HttpCall | Refusal {
  if (![`127.0.0.1:${expected.port}`, `localhost:${expected.port}`].includes(headers.host ?? ''))
    return { status: 403, why: 'its Host is not this address' }
  if (isOfBrowser(headers)) return { status: 403, why: 'it comes from a browser' }
  if (!hasToken(headers.authorization, expected.token)) return { status: 401, why: 'it has no valid token' }
  if (!url.startsWith('/run?')) return { status: 404, why: 'it is not for /run' }
  if (method !== 'POST') return { status: 405, why: 'it is no POST' }
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return { status: 415, why: 'its body is not said to be JSON' }
  if (headers['content-encoding'] !== undefined) return { status: 415, why: 'its body is compressed' }
  return readQuery(new URLSearchParams(url.slice('/run?'.length)))
}

export function isRefusal(read: HttpCall | Refusal): read is Refusal {
  return 'status' in read
}

/** What browsers send with every POST, and programs do not. `fetch` of Node sends `Sec-Fetch-Mode`, alone. */
const OF_BROWSER = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'] as const

function isOfBrowser(headers: IncomingHttpHeaders): boolean {
  return OF_BROWSER.some((name) => headers[name] !== undefined)
}

/** Of equal length whatever was given, so that the time of the comparison tells nothing. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer ([^\s]+)$/.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const NAME = /^[\w-]{1,64}$/
/** What the query may hold, each once, with the values that need no second look. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  host: NAME,
  event: NAME,
  deadline: /^\d{1,6}(?:\.\d{1,3})?$/,
  'on-error': /^(?:ignore|deny)$/,
}

/** The values are looked at again by the parser of `run`. */
function readQuery(query: URLSearchParams): HttpCall | Refusal {
  const entries = [...query]
  const isKnown = entries.every(
    ([name, value]) => Object.hasOwn(PARAMETERS, name) && PARAMETERS[name]?.test(value) === true,
  )
  const names = new Set(entries.map(([name]) => name))
  const host = query.get('host')
  if (!isKnown || names.size !== entries.length || host === null)
    return { status: 400, why: 'its query is not that of an entry of hookwright' }
  const event = query.get('event')
  return {
    args: ['run', ...entries.flatMap(([name, value]) => [`--${name}`, value])],
    host,
    ...(event !== null && { event }),
    onError: query.get('on-error') === 'deny' ? 'deny' : 'ignore',
  }
}
