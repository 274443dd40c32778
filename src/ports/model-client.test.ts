import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startModelServer, type Turn } from '../../test/helpers/model-server.ts'
import { createModel, type ModelSettings } from './model-client.ts'
import type { ModelRequest } from './model.ts'

const { signal } = new AbortController()
const plain: ModelRequest = { system: 'rules', messages: [{ role: 'user', text: 'hello' }], tools: [] }
const tool = { name: 'Read', description: 'Reads.', parameters: { type: 'object' } }
/** One that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const PROVIDERS = ['anthropic', 'openai'] as const

/** A conversation in which the model has called two tools, one of them in vain. */
const talk: ModelRequest = {
  model: 'big-one',
  system: 'rules',
  messages: [
    { role: 'user', text: 'hello' },
    {
      role: 'assistant',
      text: '',
      calls: [
        { id: 'a', name: 'Read', input: { path: 'x' } },
        { id: 'b', name: 'Read', input: { path: 'y' } },
      ],
    },
    { role: 'tool', id: 'a', text: 'text of x', isError: false },
    { role: 'tool', id: 'b', text: 'no y', isError: true },
  ],
  tools: [tool],
}

describe.for(PROVIDERS)('%s', (provider) => {
  const reasonFor = async (turn: Turn, settings: Partial<ModelSettings> = {}) => {
    const server = await startModelServer(turn)
    const model = createModel({ ...server.settings(provider), ...settings })
    const error: unknown = await model(plain, { signal }).catch((failure: unknown) => failure)
    return { message: (error as Error).message.replace(server.url.slice(7), 'HOST'), server }
  }

  test('gives back the text and the name of the model', async () => {
    const server = await startModelServer({ text: 'hi' })
    const model = createModel(server.settings(provider))
    expect(await model(plain, { signal })).toEqual({ text: 'hi', calls: [], model: 'scripted-1' })
  })

  test('gives back the calls of a turn, with or without text', async () => {
    const calls = [{ name: 'Read', input: { path: 'a', limit: 2 } }]
    const server = await startModelServer({ calls }, { text: 'I look.', calls })
    const model = createModel(server.settings(provider))
    const expected = [{ id: 'call-0', name: 'Read', input: { path: 'a', limit: 2 } }]
    expect(await model(talk, { signal })).toMatchObject({ text: '', calls: expected })
    expect(await model(talk, { signal })).toMatchObject({ text: 'I look.', calls: expected })
  })

  test('asks the model the hook names, else that of the settings, else one of its own', async () => {
    const server = await startModelServer({ text: 'hi' })
    const settings = server.settings(provider)
    await createModel({ ...settings, model: 'mine' })(talk, { signal })
    await createModel({ ...settings, model: 'mine' })(plain, { signal })
    await createModel(settings)(plain, { signal })
    const own = provider === 'anthropic' ? 'claude-haiku-4-5' : 'gpt-5-mini'
    expect(server.requests.map(({ body }) => body.model)).toEqual(['big-one', 'mine', own])
  })

  test('offers no tools when there are none', async () => {
    const server = await startModelServer({ text: 'hi' })
    await createModel(server.settings(provider))(plain, { signal })
    expect(server.requests[0]?.body).not.toHaveProperty('tools')
  })

  test('sends no key when there is none', async () => {
    const server = await startModelServer({ text: 'hi' })
    const { apiKey: _, ...settings } = server.settings(provider)
    await createModel(settings)(plain, { signal })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test.for([401, 429, 500])('names the status %i and what the server said', async (status) => {
    const { message } = await reasonFor({ status, body: '{"error":"not today"}' })
    expect(message).toBe(`HTTP ${status} from HOST: {"error":"not today"}`)
  })

  test('never shows the key, even when the server sends it back', async () => {
    const { message } = await reasonFor({ status: 401, body: 'bad key sk-test-key-0123456789!' })
    expect(message).toBe('HTTP 401 from HOST: bad key [key]!')
  })

  test('quotes at most 200 characters of a long answer', async () => {
    const { message } = await reasonFor({ status: 500, body: 'so sorry '.repeat(1_000) })
    expect(message.length).toBeLessThan(250)
  })

  test.for([
    ['text', 'hello', 'HOST answered with something that is not JSON: hello'],
    ['nothing', '', 'HOST answered with something that is not JSON'],
    ['another shape', '{"a":1}', /^the reply has no "/],
    ['a list', '[1]', /^the reply has no "/],
    ['null', 'null', /^the reply has no "/],
  ] as const)('rejects a 200 with %s', async ([, body, expected]) => {
    expect((await reasonFor({ status: 200, body })).message).toMatch(expected)
  })

  test('does not follow a redirect', async () => {
    const other = await startModelServer({ text: 'hi' })
    const headers = { location: `${other.url}/v1/messages` }
    const { message } = await reasonFor({ status: 307, body: '', headers })
    expect(message).toBe('HOST answered with a redirect (HTTP 307), which is not followed')
    expect(other.requests).toEqual([])
  })

  test('stops reading a response of more than 4 MiB', async () => {
    const { message } = await reasonFor({ status: 200, body: `"${'x'.repeat(4 * 1_048_576)}"` })
    expect(message).toBe('the response of HOST is larger than 4194304 bytes')
  })

  test('says why a server cannot be reached', async () => {
    const model = createModel({ provider, baseUrl: `http://127.0.0.1:${await closedPort()}` })
    await expect(model(plain, { signal })).rejects.toThrow(
      /^127\.0\.0\.1:\d+ could not be reached: .*ECONNREFUSED/,
    )
  })

  test('ends the request when the signal does', async () => {
    const server = await startModelServer('hang')
    const controller = new AbortController()
    const call = createModel(server.settings(provider))(plain, { signal: controller.signal })
    await server.hanging
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await server.leftAlone
  })
})

test("Anthropic's wire: key, version, system text, and the results of one turn in one message", async () => {
  const server = await startModelServer({ text: 'hi' })
  await createModel(server.settings('anthropic'))(talk, { signal })
  const [request] = server.requests
  expect(request).toMatchObject({
    path: '/v1/messages',
    headers: { 'x-api-key': 'sk-test-key-0123456789', 'anthropic-version': '2023-06-01' },
  })
  expect(request?.body).toEqual({
    model: 'big-one',
    max_tokens: 4096,
    system: 'rules',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'Read', input: { path: 'x' } },
          { type: 'tool_use', id: 'b', name: 'Read', input: { path: 'y' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'text of x', is_error: false },
          { type: 'tool_result', tool_use_id: 'b', content: 'no y', is_error: true },
        ],
      },
    ],
    tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
  })
})

test("OpenAI's wire: bearer key, system message, calls with their arguments as text", async () => {
  const server = await startModelServer({ text: 'hi' })
  await createModel(server.settings('openai'))(talk, { signal })
  const [request] = server.requests
  expect(request).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test-key-0123456789' },
  })
  const call = (id: string, path: string) => ({
    id,
    type: 'function',
    function: { name: 'Read', arguments: JSON.stringify({ path }) },
  })
  expect(request?.body).toEqual({
    model: 'big-one',
    messages: [
      { role: 'system', content: 'rules' },
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: null, tool_calls: [call('a', 'x'), call('b', 'y')] },
      { role: 'tool', tool_call_id: 'a', content: 'text of x' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: no y' },
    ],
    tools: [{ type: 'function', function: tool }],
  })
})

test('half-written arguments are a call without any', async () => {
  const wire = {
    choices: [{ message: { tool_calls: [{ id: 'a', function: { name: 'Read', arguments: '{"pa' } }] } }],
  }
  const server = await startModelServer({ status: 200, body: JSON.stringify(wire) })
  expect(await createModel(server.settings('openai'))(plain, { signal })).toEqual({
    text: '',
    calls: [{ id: 'a', name: 'Read', input: {} }],
  })
})

test('a base URL that ends in /v1 is not doubled', async () => {
  const server = await startModelServer({ text: 'hi' })
  await createModel({ provider: 'anthropic', baseUrl: `${server.url}/v1/` })(plain, { signal })
  expect(server.requests[0]?.path).toBe('/v1/messages')
})

describe('createModel throws for', () => {
  test.for([
    ['plain http to another machine', { baseUrl: 'http://example.com' }, /neither https nor on this machine/],
    ['a name that only begins like loopback', { baseUrl: 'http://127.0.0.1.evil.org' }, /neither https/],
    ['another scheme', { baseUrl: 'file:///etc/passwd' }, /neither https/],
    ['no URL', { baseUrl: 'example' }, /is no URL/],
    ['a password in the URL', { baseUrl: 'https://a:b@example.com' }, /user name or password/],
    ['a query in the URL', { baseUrl: 'https://example.com?a=1' }, /query/],
    [
      'another provider',
      { provider: 'other' as 'openai' },
      /"other" is no provider; accepted: anthropic, openai\./,
    ],
    ['an empty key', { apiKey: '' }, /empty or has characters/],
  ] as const)('%s', ([, settings, expected]) => {
    expect(() => createModel({ provider: 'openai', apiKey: 'k', ...settings })).toThrow(expected)
  })

  test.for<readonly [string, object, string]>([
    [
      'one allowed URL without a list',
      { allowedUrls: 'https://api.test' },
      'The `allowedUrls` of createModel must be a list of texts, not "https://api.test".',
    ],
    [
      'an allowed URL that is no text',
      { allowedUrls: [null] },
      'The `allowedUrls` of createModel must be a list of texts; item 0 is null.',
    ],
    ['a URL that is no text', { baseUrl: 7 }, 'The `baseUrl` of createModel must be a text, not 7.'],
    ['a model that is no text', { model: [] }, 'The `model` of createModel must be a text, not a list.'],
    ['a key that is no text', { apiKey: 1234 }, 'The `apiKey` of createModel must be a text, not a number.'],
    [
      'a misspelt setting',
      { baseURL: 'https://api.test' },
      '"baseURL" is not an option of createModel; accepted: provider, baseUrl, apiKey, allowedUrls, model. Did you mean "baseUrl"?',
    ],
  ])('%s, in plain JavaScript', ([, settings, message]) => {
    const given: object = { provider: 'openai', apiKey: 'k', ...settings }
    expect(() => createModel(given as ModelSettings)).toThrow(new TypeError(message))
  })

  test('a key no header can carry, without showing it', () => {
    expect(() => createModel({ provider: 'openai', apiKey: 'secret\nline' })).toThrow(
      /^(?!.*secret).*no header can carry/,
    )
  })
})

test.for(['http://localhost:1', 'http://[::1]:1', 'http://127.9.9.9:1', 'https://example.com/x'])(
  'createModel takes %s',
  (baseUrl) => {
    expect(createModel({ provider: 'openai', baseUrl })).toBeTypeOf('function')
  },
)
