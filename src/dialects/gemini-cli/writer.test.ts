import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook(fields), failure: 'none', words: ['./a.sh'], ...more })
}

const argv: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['./a.sh'] } }

test('seconds become milliseconds, and the default is left out', () => {
  expect(write({ handler: argv, timeoutMs: 5_000 })).toMatchObject({
    event: 'BeforeTool',
    entry: { timeout: 5_000 },
  })
  expect(write({ handler: argv, timeoutMs: 60_000 })).not.toHaveProperty('entry.timeout')
})

test('variables have a key, and the folder is in the command line', () => {
  expect(write({ handler: { ...argv, cwd: '.', env: { A: 'b' } } })).toMatchObject({
    entry: { type: 'command', command: 'cd "$GEMINI_PROJECT_DIR" && ./a.sh', env: { A: 'b' } },
  })
})

test.for([
  ['PreToolUse', 'tool', ['Bash', 'mcp__s__t'], '^(?:run_shell_command|mcp_s_t)$', []],
  ['PreToolUse', 'tool', ['Read'], '^(?:read_file|read_many_files)$', []],
  ['SessionStart', { field: 'source' }, ['startup'], 'startup', []],
  ['SessionStart', { field: 'source' }, ['startup', 'resume'], undefined, ['wider']],
] as const)('%s with matcher over %j: %j', ([event, subject, names, text, effects]) => {
  const written = write({
    handler: argv,
    event,
    subject,
    matcher: { kind: 'names', names },
    timeoutMs: 60_000,
  })
  expect('matcher' in written ? written.matcher : undefined).toBe(text)
  expect(written.losses.map(({ effect }) => effect)).toEqual(effects)
})

test('a regular expression is left out, because the tools have other names', () => {
  const matcher = { kind: 'regex', source: 'B.sh' } as const
  expect(write({ handler: argv, matcher, subject: 'tool' }).losses).toMatchObject([
    { effect: 'wider', part: 'matcher' },
  ])
})

test('what it does not have is lost', () => {
  expect(write({ handler: argv, event: 'SubagentStop' })).toMatchObject({
    losses: [{ effect: 'lost', part: 'event' }],
  })
  const http: Hook['handler'] = { type: 'http', url: 'https://a.example', plain: 'anywhere' }
  expect(write({ handler: http })).toMatchObject({ losses: [{ effect: 'lost', part: 'type' }] })
})
