import { expect, test } from 'vitest'
import { parseConfig } from '../../config/parse.ts'
import type { Hook } from '../../core/hook.ts'
import { read } from './config.ts'

const file = '/p/hookwright.yaml'
const COMMAND = { type: 'command', start: { kind: 'argv', words: ['x'] }, cwd: '.' }

/** Hooks of entries under PreToolUse. */
function hooksOf(entries: string, head = ''): readonly Hook[] {
  const { value } = parseConfig(`${head}\nhooks:\n  PreToolUse:\n    - ${entries}\n`, file)
  const { hooks, issues } = read({ file, scope: 'project', value }, { startDir: '/p' })
  expect(issues).toEqual([])
  return hooks
}

test.for([
  [
    'a url is an http hook, unencrypted on this machine only',
    '{ url: "http://127.0.0.1:9/", headers: { A: "$B ${C}" }, allowedEnvVars: [B, C], allowedUrls: ["*"], timeout: 5 }',
    {
      handler: {
        type: 'http',
        url: 'http://127.0.0.1:9/',
        headers: { A: '$B ${C}' },
        allowedEnvVars: ['B', 'C'],
        allowedUrls: ['*'],
        plain: 'loopback',
      },
      timeoutMs: 5_000,
    },
  ],
  [
    'type: http may be said',
    '{ type: http, url: "https://x.example/" }',
    { handler: { type: 'http', url: 'https://x.example/', plain: 'loopback' } },
  ],
  [
    'a tool is an mcp_tool hook',
    '{ server: a, tool: b, input: { c: ["${cwd}"] } }',
    { handler: { type: 'mcp_tool', server: 'a', tool: 'b', input: { c: ['${cwd}'] } } },
  ],
  [
    'a prompt has 30 seconds',
    '{ prompt: ok?, model: m, continueOnBlock: true }',
    {
      handler: { type: 'model', form: 'prompt', prompt: 'ok?', model: 'm', continueOnBlock: true },
      timeoutMs: 30_000,
    },
  ],
  [
    "an agent's no is feedback",
    '{ type: agent, prompt: ok? }',
    { handler: { type: 'model', form: 'agent', prompt: 'ok?', continueOnBlock: true } },
  ],
  ['a command that asks', '{ command: x, asks: true }', { handler: COMMAND, asks: true }],
  ['a command in the background', '{ command: x, async: true }', { handler: COMMAND, mode: 'background' }],
  [
    'a command that wakes the model',
    '{ command: x, async: true, asyncRewake: true }',
    { handler: COMMAND, mode: 'rewake' },
  ],
] as const)('%s', ([, entry, expected]) => {
  const plain = { timeoutMs: 60_000, mode: 'wait', asks: undefined }
  const [{ handler, timeoutMs, mode, asks } = {}] = hooksOf(entry)
  expect({ handler, timeoutMs, mode, asks }).toEqual({ ...plain, ...expected })
})

const DEFAULTS = 'defaults: { timeout: 20, onFailure: ask, stopOnDeny: true }'

test('defaults make no hook in the background decide', () =>
  expect(hooksOf('{ command: x, async: true }', DEFAULTS)).toMatchObject([
    { timeoutMs: 20_000, onFailure: 'ignore', stopOnDeny: false },
  ]))

test('defaults hold for every entry that runs something', () => {
  const hooks = hooksOf('url: https://x.example/\n    - prompt: ok?\n    - { server: a, tool: b }', DEFAULTS)
  expect(hooks.map(({ timeoutMs, onFailure }) => `${timeoutMs} ${onFailure}`)).toEqual(
    Array(3).fill('20000 ask'),
  )
})

test.for([
  '{ url: "https://x.example/", allowedUrls: ["*"] }',
  '{ url: "https://x.example/", headers: { A: b } }',
  '{ url: "https://x.example/a" }',
])('another meaning than a bare url: %s', (entry) =>
  expect(hooksOf(entry)[0]?.dedup).not.toBe(hooksOf('url: https://x.example/')[0]?.dedup),
)
