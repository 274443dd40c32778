import manifest from '../../package.json' with { type: 'json' }
import type { Hook } from '../core/hook.ts'
import { isIssue, type Place } from '../core/issue.ts'
import { noOutput, type Outcome } from '../core/outcome.ts'
import type { Clock } from '../ports/clock.ts'
import type { Net, Post } from '../ports/net.ts'
import { atDeadline } from '../process/deadline.ts'
import type { Handler, StepInput } from './handler.ts'
import { readHeaders } from './http-headers.ts'
import { readResult } from './http-result.ts'
import { readTarget } from './http-url.ts'

export type HttpParts = {
  readonly net: Net
  readonly clock: Clock
  readonly limits: { readonly outputBytes: number }
}

const USER_AGENT = `hookwright/${manifest.version}`

/** Posts the payload to a hook's URL. One deadline covers connecting, headers and content. */
export function createHttpHandler({ net, clock, limits }: HttpParts): Handler {
  return async (step) => {
    const { handler } = step.hook
    if (handler.type !== 'http') throw new TypeError(`not an http hook: ${handler.type}`)
    const startedAt = clock.elapsed()
    const elapsed = (): number => clock.elapsed() - startedAt
    const place = placeOf(step.hook)
    if (step.signal.aborted) return cancelled(step, elapsed())
    const target = readTarget(handler, place)
    if (isIssue(target)) return { kind: 'not-started', issue: target, ms: elapsed() }
    const headers = readHeaders(handler, { env: step.env, place, userAgent: USER_AGENT })
    if (isIssue(headers)) return { kind: 'not-started', issue: headers, ms: elapsed() }
    const post = { ...target, headers, body: bodyOf(step), maxBytes: limits.outputBytes }
    const result = await bounded(net, post, step)
    if (result === 'timed-out') return timedOut(step, elapsed())
    if (result.kind === 'aborted') return cancelled(step, elapsed())
    return readResult(result, { url: handler.url, place, maxBytes: limits.outputBytes, ms: elapsed() })
  }
}

/** What the handler came to, with its own clock and the caller's signal. */
async function bounded(net: Net, post: Omit<Post, 'signal'>, { timeoutMs, signal }: StepInput) {
  const controller = new AbortController()
  let late = false
  const cancel = (): void => controller.abort()
  const callOff = atDeadline(performance.now() + timeoutMs, () => {
    late = true
    controller.abort()
  })
  signal.addEventListener('abort', cancel)
  try {
    const result = await net.post({ ...post, signal: controller.signal })
    return late && result.kind === 'aborted' ? ('timed-out' as const) : result
  } finally {
    callOff()
    signal.removeEventListener('abort', cancel)
  }
}

/** The same bytes a command reads, without the line end after the document. */
function bodyOf({ input }: StepInput): Uint8Array {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  return bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}

function cancelled({ signal }: StepInput, ms: number): Outcome {
  return { kind: 'cancelled', by: signal.reason === 'earlier-step' ? 'earlier-step' : 'host', ms }
}

function timedOut({ timeoutMs }: StepInput, ms: number): Outcome {
  return { kind: 'timed-out', afterMs: timeoutMs, stdout: noOutput, stderr: noOutput, ms }
}
