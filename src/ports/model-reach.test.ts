import { createServer as createSecureServer } from 'node:https'
import { expect, test } from 'vitest'
import { selfSigned } from '../../test/helpers/certificate.ts'
import { listening, serve, setVariables } from '../../test/helpers/http.ts'
import { createModel, type ModelSettings } from './model-client.ts'
import { modelFromVariables } from './model-settings.ts'

const REQUEST = { system: 's', messages: [{ role: 'user', text: 'x' }], tools: [] } as const
const ANSWER = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'ok' } }] })

async function ask(settings: Partial<ModelSettings>): Promise<string> {
  try {
    const model = createModel({ provider: 'openai', ...settings })
    return (await model(REQUEST, { signal: new AbortController().signal })).text
  } catch (error) {
    return (error as Error).message
  }
}

test('S36 certificates are checked, also where the environment says not to', async () => {
  let asked = 0
  const server = createSecureServer(selfSigned(), (_, response) => {
    asked++
    response.end(ANSWER)
  })
  const baseUrl = await listening(server, 'https')
  setVariables({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  expect(await ask({ baseUrl })).toMatch(/could not be reached: .*self-signed certificate/)
  expect(asked).toBe(0)
})

test.for(['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::127.0.0.1]'])(
  'S34 %s is refused, because it does not look like this machine',
  async (host) => {
    const { url, seen } = await serve((response) => response.end(ANSWER))
    expect(await ask({ baseUrl: url.replace('127.0.0.1', host) })).toMatch(
      /spelling of 127|not called|neither https nor on this machine/,
    )
    expect(seen).toEqual([])
  },
)

test('S34 an exact URL in allowedUrls is the user’s own word', async () => {
  const { url } = await serve((response) => response.end(ANSWER))
  const baseUrl = url.replace('127.0.0.1', '127.1')
  expect(await ask({ baseUrl, allowedUrls: [url] })).toBe('ok')
  expect(await ask({ baseUrl, allowedUrls: ['https://other.example'] })).toContain(
    'fits none of the allowed URLs',
  )
})

test('the environment can name allowed URLs, and the message says how', async () => {
  const problem = modelFromVariables({
    HOOKWRIGHT_MODEL_PROVIDER: 'openai',
    HOOKWRIGHT_MODEL_URL: 'http://127.1:9/v1',
  })
  expect(JSON.stringify(problem)).toContain('HOOKWRIGHT_MODEL_ALLOWED_URLS')
  const allowed = modelFromVariables({
    HOOKWRIGHT_MODEL_PROVIDER: 'openai',
    HOOKWRIGHT_MODEL_URL: 'http://127.1:9/v1',
    HOOKWRIGHT_MODEL_ALLOWED_URLS: 'https://a.example, http://127.0.0.1:9/v1',
  })
  expect(allowed).toBeTypeOf('function')
})
