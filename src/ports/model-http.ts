import { excerpt } from './model-excerpt.ts'

const MAX_RESPONSE_BYTES = 4 * 1_048_576

/** An endpoint, and what must never show up in a message. */
export type Endpoint = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

type Sending = { readonly body: unknown; readonly signal: AbortSignal; readonly secret: string | undefined }

/** Posts JSON and gives back the JSON of a 200. Rejects with a message that names the status, never the key. */
export async function postJson({ url, headers }: Endpoint, sending: Sending): Promise<unknown> {
  const { body, signal, secret } = sending
  const host = new URL(url).host
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // A redirect would carry the key to whoever the answer names.
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => Promise.reject(new Error(unreachable(host, error))))
  const text = await readCapped(response, host)
  if (response.status >= 300 && response.status < 400)
    throw new Error(`${host} answered with a redirect (HTTP ${response.status}), which is not followed`)
  if (!response.ok) throw new Error(`HTTP ${response.status} from ${host}${complaint(text, secret)}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${host} answered with something that is not JSON${complaint(text, secret)}`)
  }
}

/** `fetch failed` says nothing; its cause does. */
function unreachable(host: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, message } = cause as { code?: string; message?: string }
  return `${host} could not be reached: ${excerpt(message || code || 'no reason given')}`
}

async function readCapped(response: Response, host: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (bytes > MAX_RESPONSE_BYTES)
      throw new Error(`the response of ${host} is larger than ${MAX_RESPONSE_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function complaint(text: string, secret: string | undefined): string {
  const said = excerpt(secret === undefined ? text : text.replaceAll(secret, '[key]'))
  return said === '' ? '' : `: ${said}`
}
