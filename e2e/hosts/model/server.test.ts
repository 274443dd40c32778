import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ScriptedModel } from './server.ts'
import type { Body } from './wire-api.ts'

const CALL = { name: 'sh', input: { command: 'touch made.txt' } }
const USER = 'make the file'

/** Requests as the releases named in the agents' files send them, without schemas and system prompts. */
const CLAUDE_CODE = {
  model: 'claude-opus-5-5',
  messages: [{ role: 'user', content: [{ type: 'text', text: USER }] }],
  system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'Agent' }, { name: 'sh', input_schema: {} }],
  max_tokens: 128_000,
  stream: true,
}
const CODEX = {
  model: 'gpt-5',
  stream: true,
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are an agent.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: USER }] },
  ],
  tools: [{ type: 'function', name: 'sh', strict: false }, { type: 'web_search' }],
  tool_choice: 'auto',
  store: false,
}
const COPILOT = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: USER },
  ],
  tools: [{ type: 'function', function: { name: 'sh', parameters: {} } }],
  stream: true,
  stream_options: { include_usage: true },
}
const GEMINI = {
  contents: [{ role: 'user', parts: [{ text: USER }] }],
  systemInstruction: { role: 'user', parts: [{ text: 'You are an agent.' }] },
  tools: [{ functionDeclarations: [{ name: 'read_file' }, { name: 'sh', parametersJsonSchema: {} }] }],
  generationConfig: { temperature: 1 },
}

type Row = {
  readonly api: string
  readonly path: string
  readonly plainPath?: string
  readonly request: Body
  readonly tools: readonly string[]
  /** The request again, with the result of the call. */
  readonly withResult: Body
  /** Where the parts of a turn stand in the streamed answer. */
  call(answered: readonly Body[]): unknown
  text(answered: readonly Body[]): unknown
  /** The same in an answer that is not streamed. */
  plainText(document: Body): unknown
}

const at = (value: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)
const ofType = (answered: readonly Body[], type: string) => answered.find((event) => event['type'] === type)
const parsed = (text: unknown) => JSON.parse(String(text)) as unknown

const ROWS: readonly Row[] = [
  {
    api: 'Anthropic Messages',
    path: '/v1/messages?beta=true',
    request: CLAUDE_CODE,
    tools: ['Agent', 'sh'],
    withResult: {
      ...CLAUDE_CODE,
      messages: [
        ...CLAUDE_CODE.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_scripted', ...CALL }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_scripted', content: 'done' }] },
      ],
    },
    call: (answered) => ({
      name: at(ofType(answered, 'content_block_start'), 'content_block', 'name'),
      input: parsed(at(ofType(answered, 'content_block_delta'), 'delta', 'partial_json')),
    }),
    text: (answered) => at(ofType(answered, 'content_block_delta'), 'delta', 'text'),
    plainText: (document) => at(document, 'content', 0, 'text'),
  },
  {
    api: 'OpenAI Responses',
    path: '/v1/responses',
    request: CODEX,
    tools: ['sh', 'web_search'],
    withResult: {
      ...CODEX,
      input: [
        ...CODEX.input,
        { type: 'function_call', call_id: 'call_scripted', name: 'sh', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_scripted', output: 'done' },
      ],
    },
    call: (answered) => {
      const item = ofType(answered, 'response.output_item.done')?.['item']
      return { name: at(item, 'name'), input: parsed(at(item, 'arguments')) }
    },
    text: (answered) => at(ofType(answered, 'response.output_item.done'), 'item', 'content', 0, 'text'),
    plainText: (document) => at(document, 'output', 0, 'content', 0, 'text'),
  },
  {
    api: 'OpenAI Chat Completions',
    path: '/v1/chat/completions',
    request: COPILOT,
    tools: ['sh'],
    withResult: {
      ...COPILOT,
      messages: [
        ...COPILOT.messages,
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_scripted', type: 'function' }] },
        { role: 'tool', tool_call_id: 'call_scripted', content: 'done' },
      ],
    },
    call: ([first]) => {
      const declared = at(first, 'choices', 0, 'delta', 'tool_calls', 0, 'function')
      return { name: at(declared, 'name'), input: parsed(at(declared, 'arguments')) }
    },
    text: ([first]) => at(first, 'choices', 0, 'delta', 'content'),
    plainText: (document) => at(document, 'choices', 0, 'message', 'content'),
  },
  {
    api: 'Gemini generateContent',
    path: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
    plainPath: '/v1beta/models/gemini-3-pro:generateContent',
    request: GEMINI,
    tools: ['read_file', 'sh'],
    withResult: {
      ...GEMINI,
      contents: [
        ...GEMINI.contents,
        { role: 'model', parts: [{ functionCall: { name: 'sh', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'sh', response: { output: 'done' } } }] },
      ],
    },
    call: ([first]) => {
      const call = at(first, 'candidates', 0, 'content', 'parts', 0, 'functionCall')
      return { name: at(call, 'name'), input: at(call, 'args') }
    },
    text: ([first]) => at(first, 'candidates', 0, 'content', 'parts', 0, 'text'),
    plainText: (document) => at(document, 'candidates', 0, 'content', 'parts', 0, 'text'),
  },
]

let model: ScriptedModel
beforeAll(async () => {
  model = await startModel({
    call: (tools) => (tools.includes('sh') ? CALL : undefined),
    text: 'All done.',
    aside: 'A title',
  })
})
afterAll(() => model.close())

async function post(path: string, body: Body): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${model.port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return response.text()
}

async function events(path: string, body: Body): Promise<readonly Body[]> {
  const lines = (await post(path, body)).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Body)
}

describe.each(ROWS)('the scripted model over $api', (row) => {
  it('calls the tool while the conversation has no result', async () => {
    expect(row.call(await events(row.path, row.request))).toEqual(CALL)
  })

  it('keeps what it was asked: tools, results, conversation', async () => {
    await events(row.path, row.withResult)
    const asked = model.asked.at(-1)
    expect(asked).toMatchObject({ tools: row.tools, results: 1 })
    expect(JSON.stringify(asked?.conversation)).toContain(USER)
  })

  it('ends with text when the result is there', async () => {
    expect(row.text(await events(row.path, row.withResult))).toBe('All done.')
  })

  it('answers a side conversation without the tool, not streamed, and does not keep it', async () => {
    const before = model.asked.length
    const document = parsed(
      await post(row.plainPath ?? row.path, { ...row.request, tools: [], stream: false }),
    )
    expect(row.plainText(document as Body)).toBe('A title')
    expect(model.asked.length).toBe(before)
  })
})

describe('the scripted model', () => {
  it.each([
    ['/v1/messages/count_tokens', { input_tokens: 10 }],
    ['/v1beta/models/gemini-3-pro:countTokens', { totalTokens: 10 }],
    ['/v1/models', {}],
  ])('answers %s beside the conversation', async (path, expected) => {
    expect(parsed(await post(path, {}))).toEqual(expected)
  })

  it('ends a chat stream with [DONE]', async () => {
    expect(await post('/v1/chat/completions', COPILOT)).toMatch(/\ndata: \[DONE\]\n\n$/u)
  })

  it('gives a tool without JSON its text', async () => {
    const patch = await startModel({
      call: () => ({ name: 'apply_patch', input: '*** Begin Patch' }),
      text: '',
      aside: '',
    })
    const response = await fetch(`http://127.0.0.1:${patch.port}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ ...CODEX, stream: false }),
    })
    expect(at(await response.json(), 'output', 0)).toMatchObject({
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: '*** Begin Patch',
    })
    await patch.close()
  })
})
