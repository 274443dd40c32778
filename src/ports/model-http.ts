import type { Reach } from '../core/reach.ts'
import { guardedFetch, RefusedAddress } from './guarded-fetch.ts'
import { excerpt } from './model-excerpt.ts'

const MAX_RESPONSE_BYTES = 4 * 1_048_576

export type Endpoint = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly refuse: Reach['refuse']
}

type Sending = {
  readonly body: unknown
  readonly signal: AbortSignal
  /** What must never show up in a message. */
  readonly secret: string | undefined
}

/** Posts JSON and gives back the JSON of a 200. Rejects with a message that names the status, never the key. */
export async function postJson(endpoint: Endpoint, sending: Sending): Promise<unknown> {
  const { host } = new URL(endpoint.url)
  const { status, text } = await exchange(endpoint, sending).catch((error: unknown) => {
    sending.signal.throwIfAborted()
    if (error instanceof RefusedAddress) throw error
    throw new Error(`${host} could not be reached: ${reasonOf(error)}`, { cause: error })
  })
  if (text === undefined)
    throw new Error(`the response of ${host} is larger than ${MAX_RESPONSE_BYTES} bytes`)
  if (status >= 300 && status < 400)
    throw new Error(`${host} answered with a redirect (HTTP ${status}), which is not followed`)
  const said = complaint(text, sending.secret)
  if (status < 200 || status > 299) throw new Error(`HTTP ${status} from ${host}${said}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${host} answered with something that is not JSON${said}`)
  }
}

async function exchange(
  { url, headers, refuse }: Endpoint,
  { body, signal }: Sending,
): Promise<{ status: number; text: string | undefined }> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  }
  // A redirect would carry the key to whoever the answer names; this follows none.
  const response = await guardedFetch(new URL(url), init, { refuse })
  return { status: response.status, text: await readCapped(response) }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, message } = cause as { code?: string; message?: string }
  return excerpt(message || code || 'no reason given')
}

async function readCapped(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (bytes > MAX_RESPONSE_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function complaint(text: string, secret: string | undefined): string {
  const said = excerpt(secret === undefined ? text : text.replaceAll(secret, '[key]'))
  return said === '' ? '' : `: ${said}`
}
