import { list, type Body, type Turn, type WireApi } from './wire-api.ts'

/** Gemini generateContent and streamGenerateContent, as Gemini CLI uses them. */
export const gemini: WireApi = {
  name: 'Gemini generateContent',
  owns: (path) => /:(?:streamG|g)enerateContent$/u.test(path),
  read: (body) => ({
    tools: list(body['tools']).flatMap(({ functionDeclarations }) =>
      list(functionDeclarations).map(({ name }) => String(name)),
    ),
    results: list(body['contents'])
      .flatMap(({ parts }) => list(parts))
      .filter(isResult).length,
    system: body['systemInstruction'],
    conversation: list(body['contents']),
  }),
  write: (turn, { path }) => {
    const document = generated(turn)
    return path.includes(':stream')
      ? { kind: 'events', events: [{ data: document }] }
      : { kind: 'document', document }
  },
}

function isResult({ functionResponse }: Body): boolean {
  return functionResponse !== undefined
}

function generated(turn: Turn): Body {
  const content = { role: 'model', parts: [part(turn)] }
  return {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  }
}

function part(turn: Turn): Body {
  if (turn.kind === 'text') return { text: turn.text }
  return { functionCall: { name: turn.call.name, args: turn.call.input } }
}
