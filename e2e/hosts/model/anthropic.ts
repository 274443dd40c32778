import { list, typedEvent, type Body, type ServerEvent, type Turn, type WireApi } from './wire-api.ts'

/** Anthropic Messages, as Claude Code uses it. */
export const anthropic: WireApi = {
  name: 'Anthropic Messages',
  owns: (path) => path.endsWith('/messages'),
  read: (body) => ({
    tools: list(body['tools']).map(({ name }) => String(name)),
    results: list(body['messages'])
      .flatMap(({ content }) => list(content))
      .filter(isResult).length,
    system: body['system'],
    conversation: list(body['messages']),
  }),
  write: (turn, { body }) =>
    body['stream'] === true
      ? { kind: 'events', events: streamed(turn, body) }
      : { kind: 'document', document: message(body, [block(turn)], stopReason(turn)) },
}

function isResult({ type }: Body): boolean {
  return type === 'tool_result'
}

function block(turn: Turn): Body {
  if (turn.kind === 'text') return { type: 'text', text: turn.text }
  return { type: 'tool_use', id: `toolu_scripted_${turn.number}`, ...turn.call }
}

function stopReason(turn: Turn): string {
  return turn.kind === 'call' ? 'tool_use' : 'end_turn'
}

function message({ model }: Body, content: readonly Body[], stop: string | null): Body {
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  }
}

function streamed(turn: Turn, body: Body): readonly ServerEvent[] {
  return [
    typedEvent({ type: 'message_start', message: message(body, [], null) }),
    typedEvent({ type: 'content_block_start', index: 0, content_block: emptyBlock(turn) }),
    typedEvent({ type: 'content_block_delta', index: 0, delta: delta(turn) }),
    typedEvent({ type: 'content_block_stop', index: 0 }),
    typedEvent({
      type: 'message_delta',
      delta: { stop_reason: stopReason(turn), stop_sequence: null },
      usage: { output_tokens: 10 },
    }),
    typedEvent({ type: 'message_stop' }),
  ]
}

/** Blocks start empty; their content follows as a delta. */
function emptyBlock(turn: Turn): Body {
  return { ...block(turn), ...(turn.kind === 'text' ? { text: '' } : { input: {} }) }
}

function delta(turn: Turn): Body {
  if (turn.kind === 'text') return { type: 'text_delta', text: turn.text }
  return { type: 'input_json_delta', partial_json: JSON.stringify(turn.call.input) }
}
