import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { HandlerSpec } from '../../src/core/hook.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import type { StepInput } from '../../src/handlers/handler.ts'
import { createHttpHandler } from '../../src/handlers/http.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { createNet, systemNet, type Net } from '../../src/ports/net.ts'
import { hook, toolEvent } from './builders.ts'

export type HttpSpec = Extract<HandlerSpec, { type: 'http' }>
type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export type Reply = (response: ServerResponse) => void

export const MAX_BYTES = 64 * 1_024
export const DENY = JSON.stringify({ decision: 'block', reason: 'no' })

/** A server that answers everything the same way and remembers what it was asked. */
export async function serve(reply: Reply): Promise<{ url: string; seen: Seen[]; server: Server }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      reply(response)
    })
  })
  return { url: await listening(server), seen, server }
}

export async function listening(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export type Options = {
  readonly spec?: Partial<HttpSpec>
  readonly step?: Partial<StepInput>
  readonly net?: Net
}

export function call(url: string, { spec, step, net = systemNet }: Options = {}): Promise<Outcome> {
  const limits = { outputBytes: MAX_BYTES }
  const ours = hook({ handler: { type: 'http', url, plain: 'anywhere', ...spec } })
  return createHttpHandler({ net, clock: systemClock, limits })({
    hook: ours,
    event: toolEvent('Bash'),
    input: '{"a":"ü"}\n',
    env: {},
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...step,
  })
}

/** An outcome in a word or two, ports left out. */
export function summary(outcome: Outcome): string {
  const text = ((): string => {
    if (outcome.kind === 'answered') return `answered ${outcome.status} ${JSON.stringify(outcome.body)}`
    if (!('issue' in outcome)) return outcome.kind
    return `${outcome.kind} ${outcome.issue.code} ${outcome.issue.message}`
  })()
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
}

export const end =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** A promise and the function that fulfils it; Node 20 has no Promise.withResolvers. */
export function signal(): { readonly came: Promise<void>; readonly come: () => void } {
  let come = (): void => undefined
  const came = new Promise<void>((resolve) => (come = resolve))
  return { came, come }
}

/** A network on which every name has these addresses. */
export function netAt(...addresses: readonly string[]): Net {
  return createNet((_, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    ),
  )
}

/** Sets variables of this process until the test is over. */
export function setVariables(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const before = process.env[name]
    process.env[name] = value
    onTestFinished(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
}
