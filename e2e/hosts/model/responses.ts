import { list, typedEvent, type Body, type Turn, type WireApi } from './wire-api.ts'

const RESULTS = new Set(['function_call_output', 'custom_tool_call_output'])

/** OpenAI Responses, as Codex uses it. */
export const responses: WireApi = {
  name: 'OpenAI Responses',
  owns: (path) => path.endsWith('/responses'),
  read: (body) => ({
    tools: list(body['tools']).map(({ name, type }) => String(name ?? type)),
    results: list(body['input']).filter(({ type }) => RESULTS.has(String(type))).length,
    system: body['instructions'],
    conversation: list(body['input']),
  }),
  write: (turn, { body }) => {
    const response = finished(turn)
    if (body['stream'] !== true) return { kind: 'document', document: response }
    return {
      kind: 'events',
      events: [
        typedEvent({
          type: 'response.created',
          response: { ...response, status: 'in_progress', output: [] },
        }),
        typedEvent({ type: 'response.output_item.done', output_index: 0, item: item(turn) }),
        typedEvent({ type: 'response.completed', response }),
      ],
    }
  },
}

function finished(turn: Turn): Body {
  return {
    id: 'resp_scripted',
    object: 'response',
    status: 'completed',
    output: [item(turn)],
    usage: {
      input_tokens: 10,
      output_tokens: 10,
      total_tokens: 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }
}

function item(turn: Turn): Body {
  if (turn.kind === 'text') {
    const content = [{ type: 'output_text', text: turn.text, annotations: [] }]
    return { type: 'message', id: 'msg_scripted', role: 'assistant', status: 'completed', content }
  }
  const {
    call: { name, input },
    number,
  } = turn
  const call = {
    id: `item_scripted_${number}`,
    call_id: `call_scripted_${number}`,
    name,
    status: 'completed',
  }
  return typeof input === 'string'
    ? { type: 'custom_tool_call', ...call, input }
    : { type: 'function_call', ...call, arguments: JSON.stringify(input) }
}
