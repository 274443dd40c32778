import { list, type Body, type Turn, type WireApi } from './wire-api.ts'

/** OpenAI Chat Completions, as Copilot uses it with a provider of one's own. */
export const chat: WireApi = {
  name: 'OpenAI Chat Completions',
  owns: (path) => path.endsWith('/chat/completions'),
  read: (body) => {
    const messages = list(body['messages'])
    return {
      tools: list(body['tools']).map(toolName),
      results: messages.filter(({ role }) => role === 'tool').length,
      system: messages.filter(isInstruction),
      conversation: messages.filter((message) => !isInstruction(message)),
    }
  },
  write: (turn, { body }) => {
    const message = said(turn)
    const finish = turn.kind === 'call' ? 'tool_calls' : 'stop'
    if (body['stream'] !== true) {
      return {
        kind: 'document',
        document: completion(body, 'chat.completion', { message, finish_reason: finish }),
      }
    }
    const chunk = (choice: Body) => ({ data: completion(body, 'chat.completion.chunk', choice) })
    return {
      kind: 'events',
      events: [chunk({ delta: message, finish_reason: null }), chunk({ delta: {}, finish_reason: finish })],
      last: '[DONE]',
    }
  },
}

function toolName({ function: declared }: Body): string {
  return String((declared as Body | undefined)?.['name'])
}

function isInstruction({ role }: Body): boolean {
  return role === 'system' || role === 'developer'
}

function said(turn: Turn): Body {
  if (turn.kind === 'text') return { role: 'assistant', content: turn.text }
  const { name, input } = turn.call
  const declared = { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) }
  const call = { index: 0, id: `call_scripted_${turn.number}`, type: 'function', function: declared }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

function completion({ model }: Body, object: string, choice: Body): Body {
  return {
    id: 'chat_scripted',
    object,
    created: 1,
    model,
    choices: [{ index: 0, ...choice }],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  }
}
