import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { inspecting } from '../../test/helpers/inspecting.ts'
import type { HandlerSpec } from '../core/hook.ts'
import { inspectSecrets } from './inspect-secrets.ts'

const TOKEN = `ghp_${'a1B2'.repeat(9)}`
const start = { kind: 'argv', words: ['x'] } as const
const withEnv = (env: Record<string, string>): HandlerSpec => ({ type: 'command', start, env })
const withHeaders = (headers: Record<string, string>): HandlerSpec => ({
  type: 'http',
  url: 'https://a.example',
  headers,
  plain: 'loopback',
})

test.for([
  ['a variable by its name', withEnv({ API_TOKEN: 'abcdefgh1234' }), ['env', 'API_TOKEN']],
  ['a variable by its value', withEnv({ NOTE: TOKEN }), ['env', 'NOTE']],
  ['a header', withHeaders({ Authorization: 'Bearer abcdefgh1234' }), ['headers', 'Authorization']],
] as const)('%s is told, and its value is not', ([, handler, keys]) => {
  const found = inspectSecrets(hook({ handler }), [])
  expect(found).toMatchObject([{ code: 'secret.literal', place: { pointer: keys } }])
  expect(JSON.stringify(found)).not.toMatch(/abcdefgh1234|ghp_/)
})

test.for([`curl -H "Authorization: token ${TOKEN}" x`, `API_KEY=abcdefgh1234 x`, `export A=${TOKEN}`])(
  'one in a command is told: %s',
  (command) => {
    const { hook: ours, scripts } = inspecting(command)
    const found = inspectSecrets(ours, scripts)
    expect(found).toMatchObject([{ code: 'secret.literal' }])
    expect(JSON.stringify(found)).not.toMatch(/abcdefgh1234|ghp_/)
  },
)

test.for([
  withEnv({ API_TOKEN: '${API_TOKEN}' }),
  withEnv({ API_TOKEN: '$TOKEN', SECRET: '' }),
  withEnv({ TOKEN_FILE: '/run/secrets/token', API_TOKEN: '/run/secrets/token' }),
  withEnv({ BLOCK_MODE: 'deny-everything', PASSWORD: 'changeme-please', MAX_TOKENS: '100000000' }),
  withHeaders({ Authorization: 'Bearer ${HOOK_TOKEN}', Accept: 'application/json' }),
])('what only names a secret is none: %o', (handler) =>
  expect(inspectSecrets(hook({ handler }), [])).toEqual([]),
)

test.for(['TOKEN=$(cat file) x', 'API_KEY="$1" x', 'KEY=value x'])('nor is this: %s', (command) => {
  const { hook: ours, scripts } = inspecting(command)
  expect(inspectSecrets(ours, scripts)).toEqual([])
})
