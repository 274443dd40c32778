import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import { responses } from './responses.ts'
import type { Answer, Asked, Body, ToolUse, Turn, WireApi } from './wire-api.ts'

const APIS: readonly WireApi[] = [anthropic, responses, chat, gemini]

/** What the model does: one call after the other, each when the conversation has the result of the one before, then text. */
export type Script = {
  /** The call to make with the tools that the agent offers; undefined for side conversations that lack the tool. */
  call(tools: readonly string[], number: number): ToolUse | undefined
  /** How many calls it makes. Default: 1. */
  readonly calls?: number
  /** Done before a call is answered; its number counts from 0. Absent: nothing. */
  before?(number: number): void
  /** The text of the last turn. */
  readonly text: string
  /** What a side conversation (titles, routing, summaries) is answered. */
  readonly aside: string
}

export type ScriptedModel = {
  readonly port: number
  /** Every request of the main conversation, in the order in which they came. */
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** Starts a model on loopback that speaks all four APIs and says what the script has. */
export async function startModel(script: Script): Promise<ScriptedModel> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) =>
      answer({ path: pathOf(request), body }, response, { script, asked }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Request = { readonly path: string; readonly body: Body }

function answer(
  request: Request,
  response: ServerResponse,
  { script, asked }: { readonly script: Script; readonly asked: Asked[] },
): void {
  const api = APIS.find((each) => each.owns(request.path))
  if (api === undefined) return send(response, { kind: 'document', document: sideDocument(request.path) })
  const read = api.read(request.body)
  const number = Math.min(read.results, (script.calls ?? 1) - 1)
  const call = script.call(read.tools, number)
  if (call !== undefined) asked.push(read)
  const turn = nextTurn(read, call, script)
  if (turn.kind === 'call') script.before?.(turn.number)
  send(response, api.write(turn, request))
}

function nextTurn({ results }: Asked, call: ToolUse | undefined, { text, aside, calls = 1 }: Script): Turn {
  if (call === undefined) return { kind: 'text', text: aside }
  return results < calls ? { kind: 'call', call, number: results } : { kind: 'text', text }
}

/** Agents count tokens and list models before or beside a conversation. */
function sideDocument(path: string): Body {
  if (path.endsWith('/count_tokens')) return { input_tokens: 10 }
  return path.endsWith(':countTokens') ? { totalTokens: 10 } : {}
}

function send(response: ServerResponse, answered: Answer): void {
  if (answered.kind === 'document') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answered.document))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data } of answered.events) {
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
  }
  response.end(answered.last === undefined ? '' : `data: ${answered.last}\n\n`)
}

function pathOf({ url }: IncomingMessage): string {
  return new URL(url ?? '/', 'http://127.0.0.1').pathname
}

/** The body as an object; an empty one when it is not JSON. */
async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Body) : {}
  } catch {
    return {}
  }
}
