import type { ProviderSettings } from './model-provider.ts'
import { postJson } from './model-http.ts'
import { listOf, objectOf, textOf } from './model-json.ts'
import type { Model, ModelCall, ModelMessage, ModelReply, ModelRequest } from './model.ts'

const SMALL_AND_FAST = 'gpt-5-mini'

/** Chat completions, as OpenAI and many other servers have them. */
export function openaiModel({ baseUrl, refuse, apiKey, model }: ProviderSettings): Model {
  const endpoint = {
    refuse,
    url: `${baseUrl}/chat/completions`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  }
  return async (request, { signal }) => {
    const body = requestWire(request, request.model ?? model ?? SMALL_AND_FAST)
    return readReply(await postJson(endpoint, { body, signal, secret: apiKey }))
  }
}

function requestWire({ system, messages, tools }: ModelRequest, model: string): unknown {
  return {
    model,
    messages: [{ role: 'system', content: system }, ...messages.map(messageWire)],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  }
}

function messageWire(message: ModelMessage): unknown {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text === '' ? null : message.text,
        ...(message.calls.length > 0 && { tool_calls: message.calls.map(callWire) }),
      }
    case 'tool':
      // There is no flag for a failure, so the text has to say it.
      return {
        role: 'tool',
        tool_call_id: message.id,
        content: message.isError ? `Error: ${message.text}` : message.text,
      }
  }
}

function callWire({ id, name, input }: ModelCall): unknown {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

function readReply(body: unknown): ModelReply {
  const { choices, model } = objectOf(body)
  const message = objectOf(listOf(choices)?.[0])['message']
  if (message === undefined) throw new Error('the reply has no "choices"')
  const { content, tool_calls } = objectOf(message)
  return {
    text: textOf(content),
    calls: (listOf(tool_calls) ?? []).map(readCall),
    ...(typeof model === 'string' && { model }),
  }
}

function readCall(wire: unknown): ModelCall {
  const { id, function: called } = objectOf(wire)
  const { name, arguments: input } = objectOf(called)
  return { id: textOf(id), name: textOf(name), input: readArguments(textOf(input)) }
}

/** Half-written arguments are a call without any; the tool says what it misses, and the model may try again. */
function readArguments(text: string): ModelCall['input'] {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
