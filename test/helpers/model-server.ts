import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ModelSettings } from '../../src/ports/model-client.ts'

/** One turn of the scripted model, a bare HTTP answer, or no answer at all. */
export type Turn =
  | { readonly text?: string; readonly calls?: readonly ScriptedCall[] }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'

export type ScriptedCall = { readonly name: string; readonly input: unknown }

export type Request = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into the wire they know
  readonly body: any
}

export type ModelServer = {
  readonly url: string
  readonly requests: readonly Request[]
  settings(provider: ModelSettings['provider']): ModelSettings
  /** Settles when a request has come in that the script lets hang. */
  readonly hanging: Promise<void>
  /** Settles when the client of a hanging request has gone. */
  readonly leftAlone: Promise<void>
}

/** Speaks both wires, by path. Each request takes the next turn; the last one repeats. */
export async function startModelServer(...script: readonly Turn[]): Promise<ModelServer> {
  const requests: Request[] = []
  const hanging = createMoment()
  const leftAlone = createMoment()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const turn = script[Math.min(requests.length, script.length - 1)] ?? 'hang'
      requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
      if (turn !== 'hang') return answer(response, turn, request.url ?? '')
      response.on('close', () => leftAlone.resolve())
      hanging.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    settings: (provider) => ({
      provider,
      baseUrl: provider === 'openai' ? `${url}/v1` : url,
      apiKey: 'sk-test-key-0123456789',
    }),
    hanging: hanging.promise,
    leftAlone: leftAlone.promise,
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answer(response: ServerResponse, turn: Exclude<Turn, 'hang'>, path: string): void {
  if ('status' in turn) return void response.writeHead(turn.status, turn.headers).end(turn.body)
  const wire = path === '/v1/messages' ? anthropicWire(turn) : openaiWire(turn)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire))
}

type Said = Extract<Turn, { text?: string }>

function anthropicWire({ text, calls = [] }: Said): unknown {
  return {
    model: 'scripted-1',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ name, input }, at) => ({ type: 'tool_use', id: `call-${at}`, name, input })),
    ],
  }
}

function openaiWire({ text, calls = [] }: Said): unknown {
  const tool_calls = calls.map(({ name, input }, at) => ({
    id: `call-${at}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message = { role: 'assistant', content: text ?? null, ...(calls.length > 0 && { tool_calls }) }
  return { model: 'scripted-1', choices: [{ message }] }
}

function createMoment(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}
