import { describe, expect, test } from 'vitest'
import { startModelServer } from '../../test/helpers/model-server.ts'
import { modelFromVariables } from './model-settings.ts'

/** Asks the model the variables name, and says which wire and key reached which server. */
async function asked(variables: (url: string) => Record<string, string>): Promise<unknown> {
  const server = await startModelServer({ text: 'hi' })
  const model = modelFromVariables(variables(server.url))
  if (typeof model !== 'function') return model
  await model(
    { system: '', messages: [{ role: 'user', text: 'x' }], tools: [] },
    { signal: new AbortController().signal },
  )
  const { path, headers, body } = server.requests[0] ?? { path: '', headers: {}, body: {} }
  return { path, key: headers['x-api-key'] ?? headers.authorization, model: body.model }
}

const ANTHROPIC = '/v1/messages'
const OPENAI = '/v1/chat/completions'

describe('the environment', () => {
  test.for([
    [
      'names our own endpoint first',
      (url: string) => ({
        HOOKWRIGHT_MODEL_PROVIDER: 'openai',
        HOOKWRIGHT_MODEL_URL: `${url}/v1`,
        HOOKWRIGHT_MODEL_KEY: 'own',
        HOOKWRIGHT_MODEL: 'small',
        ANTHROPIC_API_KEY: 'a',
        ANTHROPIC_BASE_URL: 'https://example.com',
      }),
      { path: OPENAI, key: 'Bearer own', model: 'small' },
    ],
    [
      'names Anthropic before OpenAI',
      (url: string) => ({ ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: 'o' }),
      { path: ANTHROPIC, key: 'a', model: 'claude-haiku-4-5' },
    ],
    [
      'names OpenAI last',
      (url: string) => ({ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: `${url}/v1`, HOOKWRIGHT_MODEL: 'small' }),
      { path: OPENAI, key: 'Bearer o', model: 'small' },
    ],
    [
      'may choose among the usual keys',
      (url: string) => ({
        HOOKWRIGHT_MODEL_PROVIDER: 'openai',
        ANTHROPIC_API_KEY: 'a',
        OPENAI_API_KEY: 'o',
        OPENAI_BASE_URL: `${url}/v1`,
      }),
      { path: OPENAI, key: 'Bearer o', model: 'gpt-5-mini' },
    ],
    [
      'never sends a usual key to an address of ours',
      (url: string) => ({
        HOOKWRIGHT_MODEL_PROVIDER: 'anthropic',
        HOOKWRIGHT_MODEL_URL: url,
        ANTHROPIC_API_KEY: 'a',
      }),
      { path: ANTHROPIC, key: undefined, model: 'claude-haiku-4-5' },
    ],
  ] as const)('%s', async ([, variables, expected]) => {
    expect(await asked(variables)).toEqual(expected)
  })

  test.for([
    [{}],
    [{ ANTHROPIC_API_KEY: '' }],
    [{ ANTHROPIC_BASE_URL: 'https://example.com' }],
    [{ HOOKWRIGHT_MODEL: 'x' }],
  ])('names no model with %j', ([variables]) => {
    expect(modelFromVariables(variables as Record<string, string>)).toBeUndefined()
  })

  test.for([
    ['an unknown provider', { HOOKWRIGHT_MODEL_PROVIDER: 'other' }, 'HOOKWRIGHT_MODEL_PROVIDER is "other".'],
    ['a key without a provider', { HOOKWRIGHT_MODEL_KEY: 'secret' }, 'HOOKWRIGHT_MODEL_PROVIDER is not set.'],
    [
      'a provider without a key',
      { HOOKWRIGHT_MODEL_PROVIDER: 'openai' },
      'Neither HOOKWRIGHT_MODEL_KEY nor OPENAI_API_KEY is set.',
    ],
    [
      'plain http elsewhere',
      { ANTHROPIC_API_KEY: 'secret', ANTHROPIC_BASE_URL: 'http://example.com' },
      'neither https',
    ],
  ] as const)('is told about %s, without its key', ([, variables, expected]) => {
    const problem = modelFromVariables(variables)
    expect(problem).toMatchObject({ code: 'model.settings', message: expect.stringContaining(expected) })
    expect(JSON.stringify(problem)).not.toContain('secret')
  })
})
