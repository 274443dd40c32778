import type { ProviderSettings } from './model-provider.ts'
import { postJson } from './model-http.ts'
import { listOf, objectOf, textOf } from './model-json.ts'
import type { Model, ModelCall, ModelMessage, ModelReply, ModelRequest } from './model.ts'

const VERSION = '2023-06-01'
const SMALL_AND_FAST = 'claude-haiku-4-5'
/** A judgement is short; an agent also says what it looks for. */
const MAX_TOKENS = 4_096

/** Anthropic's Messages API. */
export function anthropicModel({ baseUrl, refuse, apiKey, model }: ProviderSettings): Model {
  const endpoint = {
    refuse,
    url: `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
    headers: { 'anthropic-version': VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
  }
  return async (request, { signal }) => {
    const body = requestWire(request, request.model ?? model ?? SMALL_AND_FAST)
    return readReply(await postJson(endpoint, { body, signal, secret: apiKey }))
  }
}

function requestWire({ system, messages, tools }: ModelRequest, model: string): unknown {
  return {
    model,
    max_tokens: MAX_TOKENS,
    system,
    messages: messagesWire(messages),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
  }
}

type MessageWire = { readonly role: 'user' | 'assistant'; readonly content: unknown[] }

/** All results of one turn belong into one message. */
function messagesWire(messages: readonly ModelMessage[]): readonly MessageWire[] {
  const wire: MessageWire[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = wire.at(-1)
    if (last?.role === role) last.content.push(...contentWire(message))
    else wire.push({ role, content: contentWire(message) })
  }
  return wire
}

function contentWire(message: ModelMessage): unknown[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'text', text: message.text }]
    case 'assistant':
      // An empty text block is refused.
      return [
        ...(message.text.trim() === '' ? [] : [{ type: 'text', text: message.text }]),
        ...message.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
      ]
    case 'tool':
      return [
        { type: 'tool_result', tool_use_id: message.id, content: message.text, is_error: message.isError },
      ]
  }
}

function readReply(body: unknown): ModelReply {
  const { content, model } = objectOf(body)
  const blocks = listOf(content)?.map(objectOf)
  if (blocks === undefined) throw new Error('the reply has no "content"')
  const ofType = (type: string) => blocks.filter((block) => block['type'] === type)
  return {
    text: ofType('text')
      .map((block) => textOf(block['text']))
      .join(''),
    calls: ofType('tool_use').map((block): ModelCall => ({
      id: textOf(block['id']),
      name: textOf(block['name']),
      input: objectOf(block['input']),
    })),
    ...(typeof model === 'string' && { model }),
  }
}
