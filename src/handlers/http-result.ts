import { blankUnseen } from '../core/unseen.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { shownUrl } from '../core/url.ts'
import type { PostResult } from '../ports/net.ts'

type Asked = {
  readonly url: string
  readonly place: Place
  readonly maxBytes: number
  readonly ms: number
}

type Response = Extract<PostResult, { kind: 'response' }>
type Result = Exclude<PostResult, { kind: 'aborted' }>

/** One class each: an answer, a status that is none, a lost connection, a request that never left. */
export function readResult(result: Result, asked: Asked): Outcome {
  switch (result.kind) {
    case 'response':
      return readResponse(result, asked)
    case 'overflow':
      return overflow(asked)
    case 'lost':
      return failed('http.connection', `No answer from ${shownUrl(asked.url)}: ${whyLost(result)}.`, asked)
    case 'refused':
      return notStarted(result.issue, asked)
    case 'malformed':
      return notStarted(
        issue('http.header', asked.place, `The request could not be sent: ${result.message}.`),
        asked,
      )
  }
}

function readResponse(response: Response, asked: Asked): Outcome {
  const { status, encoding, body } = response
  const shown = shownUrl(asked.url)
  if (status < 200 || status > 299) return failed('http.status', statusText(response, asked), asked)
  if (encoding !== undefined)
    return failed(
      'http.encoding',
      `The answer of ${shown} is packed as "${printable(encoding)}", which was not asked for.`,
      asked,
    )
  const text = decode(body)
  if (text === undefined) return failed('http.encoding', `The answer of ${shown} is not valid UTF-8.`, asked)
  return { kind: 'answered', body: text, status, ms: asked.ms }
}

function statusText({ status, location }: Response, { url }: Asked): string {
  const problem = `HTTP ${status} from ${shownUrl(url)}`
  if (status < 300 || status > 399) return problem
  const to = location === undefined ? '' : ` to ${printable(shownUrl(absolute(location, url)))}`
  return `${problem}, a redirect${to}; redirects are not followed`
}

function absolute(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).href : location
}

const NO_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'])

function whyLost({ code, message }: Extract<PostResult, { kind: 'lost' }>): string {
  if (code === 'ECONNREFUSED') return 'nothing accepts connections there'
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'the connection was closed before the answer was whole'
  if (NO_HOST.has(code)) return 'its host was not found'
  if (/CERT|SIGNATURE/.test(code)) return `its certificate was not accepted (${code})`
  return printable(code === 'UNKNOWN' ? message : `${code}, ${message}`)
}

function failed(code: string, message: string, { place, ms }: Asked): Outcome {
  return { kind: 'failed', issue: issue(code, place, message), ms }
}

function overflow(asked: Asked): Outcome {
  const message = `The answer of ${shownUrl(asked.url)} is longer than ${asked.maxBytes} bytes.`
  const problem = issue('http.overflow', asked.place, message)
  return { kind: 'failed', failure: 'overflow', issue: problem, ms: asked.ms }
}

function notStarted(problem: Issue, { ms }: Asked): Outcome {
  return { kind: 'not-started', issue: problem, ms }
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** A server's words go into a message of one line. */
function printable(text: string): string {
  return blankUnseen(text).slice(0, 200)
}
