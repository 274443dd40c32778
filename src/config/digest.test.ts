import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { HandlerSpec, McpConnection } from '../core/hook.ts'
import { namesOf } from '../covers/read-names.ts'
import { digestHook, type Digest } from './digest.ts'
import type { Hook } from '../core/hook.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { Files } from '../ports/files.ts'
import { strayFiles } from './strays.ts'
import { commandHost } from './with-names.ts'

const host = await commandHost(claudeCode)

const project = { dir: '/p', written: '/p' }
const source = { file: '/p/hookwright.yaml', pointer: [], scope: 'project' } as const

/** As compiling a file leaves it. */
function compiled(fields: Partial<Hook>): Hook {
  const made = hook(fields)
  const named = namesOf(made, host)
  return named === undefined ? made : { ...made, named: { ...named, variables: host.variables } }
}

function digested(ours: Hook, files: Files): Digest {
  return digestHook(ours, { project, files, follow: () => undefined })
}

function digestOf(handler: HandlerSpec, content: Readonly<Record<string, string>> = {}) {
  return digested(compiled({ handler, source }), memoryFiles(content))
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
    const ours = compiled({ handler, source })
    const there = memoryFiles({ ...files, '/p/sub/bin/mcp': 'evil' })
    const digest = digested(ours, there)
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

describe('S04 a script is approved with its bytes, however a shell command spells its folder', () => {
  const files = { '/p/.claude/hooks/g.sh': 'a', '/p/hooks/own.sh': 'b' }
  const inline = (command: string): HandlerSpec => ({
    type: 'command',
    start: { kind: 'inline', command, form: 'sh-c' },
  })
  const pinned = (handler: HandlerSpec) => digestOf(handler, files).scripts.map(({ path }) => path)
  const VARIABLES = ['CLAUDE_PROJECT_DIR', 'HOOKWRIGHT_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'ROOT']
  const OPERATORS = [
    '',
    ':-.',
    '-.',
    ':=.',
    '=$PWD',
    ':?not set',
    '?',
    ':+$ROOT',
    '+$ROOT',
    '%/',
    '##*x',
    '^',
  ]

  test.for([
    '"${CLAUDE_PROJECT_DIR:-.}"/.claude/hooks/g.sh',
    "bash '.claude/hooks/g.sh'",
    '"$CLAUDE_PROJECT_DIR"/.claude/hooks/g.sh',
    '${CLAUDE_PROJECT_DIR:-$(git rev-parse --show-toplevel)}/.claude/hooks/g.sh',
    '"${CLAUDE_PROJECT_DIR:-${PWD:-.}}/.claude/hooks/g.sh" --strict',
    '${GUARD:-.claude/hooks/g.sh}',
    '${HOOKS:-./.claude/hooks}/g.sh',
    '$env:CLAUDE_PROJECT_DIR/.claude/hooks/g.sh',
    '& "${env:CLAUDE_PROJECT_DIR}/.claude/hooks/g.sh"',
    ...VARIABLES.flatMap((name) =>
      OPERATORS.map((operator) => `bash "\${${name}${operator}}/.claude/hooks/g.sh"`),
    ),
  ])('%s', (command) => expect(pinned(inline(command))).toContain('.claude/hooks/g.sh'))

  test('in the folder of a plugin', () => {
    const owner = { kind: 'plugin', name: 'g', root: '/p/plugin' } as const
    const handler = inline('"${CLAUDE_PLUGIN_ROOT:?}"/run.sh')
    const ours = compiled({ handler, source: { ...source, file: '/p/plugin/hooks/hooks.json', owner } })
    const there = memoryFiles({ '/p/plugin/run.sh': 'a' })
    expect(digested(ours, there).scripts.map(({ path }) => path)).toEqual(['plugin/run.sh'])
  })

  test('in the argument of a shell', () => {
    const words = ['bash', '-c', 'exec "${CLAUDE_PROJECT_DIR:-.}"/.claude/hooks/g.sh now']
    expect(pinned({ type: 'command', start: { kind: 'argv', words } })).toEqual(['.claude/hooks/g.sh'])
  })

  test('a default that is never used makes no file of another folder a stray', () => {
    const ours = compiled({ handler: inline('"${CLAUDE_PROJECT_DIR:-.}"/.claude/hooks/g.sh'), source })
    const there = memoryFiles({ ...files, '/p/sub/.claude/hooks/g.sh': 'other' })
    const digest = digested(ours, there)
    expect(strayFiles(ours, '/p/sub', { digest, files: there, project })).toEqual([])
  })

  test('braces without end take no time', () => {
    const start = performance.now()
    digestOf(inline('${a:-'.repeat(50_000)))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

test('an approval of a use stands when only what the pack says of itself is another', () => {
  const use = { type: 'pack', name: 'format', options: { tell: 'none' } } as const
  const { meaning } = digestOf(use)
  expect(digestOf({ ...use, programs: 'project', decides: false }).meaning).toBe(meaning)
  expect(digestOf({ ...use, options: { tell: 'summary' } }).meaning).not.toBe(meaning)
  expect(digestOf({ ...use, name: 'context' }).meaning).not.toBe(meaning)
})
