import { expect, test } from 'vitest'
import type { HandlerSpec } from '../../core/hook.ts'
import { handlerLines, sideLines } from './handler-lines.ts'

const http = { type: 'http', url: 'https://me:canary@hooks.example/a?b=c', plain: 'loopback' } as const
const tool = { type: 'mcp_tool', server: 's', tool: 't' } as const

test.for<[string, HandlerSpec, readonly string[]]>([
  [
    'a command',
    { type: 'command', start: { kind: 'argv', words: ['a', 'b c'] }, env: { A: '1' } },
    ['a "b c"', 'A=1'],
  ],
  [
    'a rule',
    { type: 'rule', decision: 'deny', reason: 'no\nnever', context: 'x' },
    ['deny: no', 'never', 'context: x'],
  ],
  [
    'S33 an http hook, with everything it may give away and without its password',
    {
      ...http,
      headers: { Authorization: 'Bearer $TOKEN' },
      allowedEnvVars: ['TOKEN'],
      allowedUrls: ['https://*'],
    },
    [
      'POST https://hooks.example/a?b=c',
      'Authorization: Bearer $TOKEN',
      'may send the variables TOKEN',
      'may call https://*',
    ],
  ],
  [
    'a tool, with the program that is started for it',
    {
      ...tool,
      input: { p: '${cwd}' },
      connection: { transport: 'stdio', command: 'node', args: ['my server.mjs'], env: { A: '1' } },
    },
    ['calls t of s with {"p":"${cwd}"}', 'on the server started by: node "my server.mjs"', 'A=1'],
  ],
  [
    'a tool of a server elsewhere',
    {
      ...tool,
      connection: {
        transport: 'http',
        url: 'https://u:canary@mcp.example/',
        headers: { A: 'b' },
        allowedUrls: ['https://u:canary@mcp.example/*'],
      },
    },
    ['calls t of s', 'on the server at https://mcp.example/', 'A: b', 'may call https://mcp.example/*'],
  ],
  ['a tool of an unknown server', tool, ['calls t of s', 'on a server that somebody else connects']],
  [
    'a question to a model',
    { type: 'model', form: 'agent', prompt: 'is it\nok?', model: 'm', continueOnBlock: true },
    ['asks a model that may read files:', 'is it', 'ok?', 'model m'],
  ],
  ['what this version cannot run', { type: 'unsupported', name: 'x', why: 'y' }, ['x']],
])('%s', ([, handler, expected]) =>
  expect([...handlerLines(handler), ...sideLines(handler)]).toEqual(expected),
)
