import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook({ timeoutMs: 600_000, ...fields }), failure: 'none', ...more })
}

const ROWS: readonly (readonly [
  string,
  Hook['handler'],
  readonly string[],
  Readonly<Record<string, unknown>>,
])[] = [
  [
    'a program starts without a shell',
    { type: 'command', start: { kind: 'argv', words: ['a', 'b c'] } },
    ['a', 'b c'],
    { type: 'command', command: 'a', args: ['b c'] },
  ],
  [
    "in the project's folder with its variables",
    { type: 'command', start: { kind: 'argv', words: ['./a'] }, cwd: '.', env: { A: 'b c' } },
    ['./a'],
    { type: 'command', command: `cd "$CLAUDE_PROJECT_DIR" && env 'A=b c' ./a` },
  ],
  [
    'PowerShell stays PowerShell',
    { type: 'command', start: { kind: 'inline', form: 'pwsh-command', command: 'gci' } },
    ['pwsh', '-Command', 'gci'],
    { type: 'command', command: 'gci', shell: 'powershell' },
  ],
  [
    'a rule is a command that answers',
    { type: 'rule', decision: 'deny', reason: 'no' },
    ['sh', '-c', 'exit 2'],
    { type: 'command', command: 'exit 2' },
  ],
  [
    'http keeps its headers',
    {
      type: 'http',
      url: 'https://a.example',
      headers: { A: '$B' },
      allowedEnvVars: ['B'],
      plain: 'anywhere',
    },
    [],
    { type: 'http', url: 'https://a.example', headers: { A: '$B' }, allowedEnvVars: ['B'] },
  ],
  [
    'so does a tool of an MCP server its input',
    { type: 'mcp_tool', server: 's', tool: 't', input: { a: 1 } },
    [],
    { type: 'mcp_tool', server: 's', tool: 't', input: { a: 1 } },
  ],
]

test.for(ROWS)('%s', ([, handler, words, entry]) => {
  expect(write({ handler }, { words })).toEqual({ event: 'PreToolUse', form: 'group', entry, losses: [] })
})

test('a question on failure becomes a block, and is told', () => {
  const handler: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['a'] } }
  const written = write({ handler }, { words: ['a'], failure: 'ask' })
  expect(written).toMatchObject({
    entry: { onFailure: 'block' },
    saysFailure: true,
    losses: [{ part: 'onFailure' }],
  })
})

test('where a failure never blocks, nothing is said', () => {
  const handler: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['a'] } }
  const written = write({ handler, event: 'Stop' }, { words: ['a'], failure: 'deny' })
  expect('saysFailure' in written).toBe(false)
})

test('an event of another host is a lost hook', () => {
  const handler: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['a'] } }
  expect(write({ handler, event: 'ErrorOccurred' }, { words: ['a'] })).toMatchObject({
    losses: [{ effect: 'lost', part: 'event' }],
  })
})
