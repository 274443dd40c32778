import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { HandlerSpec, McpConnection } from '../core/hook.ts'
import { digestHook, strayFiles } from './digest.ts'

const project = { dir: '/p', written: '/p' }
const source = { file: '/p/hookwright.yaml', pointer: [], scope: 'project' } as const

function digestOf(handler: HandlerSpec, content: Readonly<Record<string, string>> = {}) {
  return digestHook(hook({ handler, source }), project, memoryFiles(content))
}

describe('S03 S04 a server that is a program', () => {
  const connection: McpConnection = {
    transport: 'stdio',
    command: './bin/mcp',
    args: ['tools/rules.json', '--config=conf.json'],
    env: { PLUGIN: './plugin.mjs' },
  }
  const handler: HandlerSpec = { type: 'mcp_tool', server: 's', tool: 't', connection }
  const files = {
    '/p/bin/mcp': 'a',
    '/p/tools/rules.json': 'b',
    '/p/conf.json': 'c',
    '/p/plugin.mjs': 'd',
    '/p/other.mjs': 'e',
  }

  test('is approved with the files its words name', () =>
    expect(digestOf(handler, files).scripts.map(({ path }) => path)).toEqual([
      'bin/mcp',
      'conf.json',
      'plugin.mjs',
      'tools/rules.json',
    ]))

  test.for(['/p/bin/mcp', '/p/tools/rules.json', '/p/conf.json', '/p/plugin.mjs'])(
    'other bytes in %s',
    (file) =>
      expect(digestOf(handler, { ...files, [file]: 'changed' }).digest).not.toBe(
        digestOf(handler, files).digest,
      ),
  )

  test.for<[string, McpConnection]>([
    ['command', { ...connection, command: './bin/other' }],
    ['args', { ...connection, args: [] }],
    ['env', { ...connection, env: {} }],
    ['transport', { transport: 'http', url: 'https://mcp.example/' }],
  ])('another %s is another meaning', ([, changed]) =>
    expect(digestOf({ ...handler, connection: changed }).meaning).not.toBe(digestOf(handler).meaning),
  )

  test('runs in the project, so that no other folder has a say', () => {
    const ours = hook({ handler, source })
    const there = memoryFiles({ ...files, '/p/sub/bin/mcp': 'evil' })
    const digest = digestHook(ours, project, there)
    expect(strayFiles(ours, '/p/sub', { digest, files: there, project })).toEqual([])
  })
})

describe('S03 an http hook', () => {
  const handler = { type: 'http', url: 'https://hooks.example/', plain: 'loopback' } as const

  test.for<[string, HandlerSpec]>([
    ['url', { ...handler, url: 'https://evil.example/' }],
    ['headers', { ...handler, headers: { A: '$B' } }],
    ['allowedEnvVars', { ...handler, allowedEnvVars: ['B'] }],
    ['allowedUrls', { ...handler, allowedUrls: ['https://hooks.example/'] }],
    ['plain', { ...handler, plain: 'anywhere' }],
  ])('with another %s is another meaning', ([, changed]) =>
    expect(digestOf(changed).meaning).not.toBe(digestOf(handler).meaning),
  )
})
