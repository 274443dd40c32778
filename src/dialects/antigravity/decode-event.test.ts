import { describe, expect, test } from 'vitest'
import { emptyVerdict } from '../../core/decision.ts'
import { issue } from '../../core/issue.ts'
import { antigravity } from './index.ts'

const WHERE = { startDir: '/s', projectDir: '/p', at: 1 }
const BASE = { conversationId: 'c', workspacePaths: ['/w'], transcriptPath: '/t' }
const CALL = { ...BASE, toolCall: { name: 'run_command', args: { CommandLine: 'ls' } }, stepIdx: 1 }

function decode(payload: unknown, event?: string) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return antigravity.decodeEvent({ bytes, ...WHERE, ...(event !== undefined && { event }) })
}

const call = (name: string, args: unknown) => ({ ...CALL, toolCall: { name, args } })

describe('the event', () => {
  test.for([
    ['Stop', { ...BASE, executionNum: 1, terminationReason: 'model_stop', fullyIdle: true }],
    ['PostToolUse', { ...BASE, stepIdx: 1 }],
    ['PostToolUse', { ...CALL, error: 'x' }],
    ['PostInvocation', { ...BASE, invocationNum: 0, modelOutput: 'x' }],
  ] as const)('%s is told by its fields: %j', ([native, payload]) =>
    expect(decode(payload)).toMatchObject({ native, sessionId: 'c', cwd: '/w', transcriptPath: '/t' }),
  )

  test.for([
    ['a call before or after it ran', CALL, 'PreToolUse and PostToolUse'],
    [
      'a request before or after it',
      { ...BASE, invocationNum: 0, initialNumSteps: 1 },
      'PreInvocation and PostInvocation',
    ],
  ] as const)('%s is not guessed', ([, payload, both]) =>
    expect(decode(payload)).toMatchObject({
      code: 'payload.event',
      message: `The payload does not name its event, and its fields fit ${both}, so no hook ran.`,
      hint: 'Add --event EVENT to the command of the hook; accepted: PreToolUse, PostToolUse, PreInvocation, PostInvocation, Stop, SessionStart.',
    }),
  )

  test('a tool call under another event is refused', () =>
    expect(decode(CALL, 'Stop')).toMatchObject({ code: 'payload.event', event: 'PreToolUse' }))

  test('the case of --event does not count', () =>
    expect(decode(CALL, 'pretooluse')).toMatchObject({ name: 'PreToolUse' }))

  test.for([
    { ...BASE, stepIdx: 1 },
    { ...CALL, toolCall: 'x' },
    { ...CALL, toolCall: { name: 3 } },
  ])('a tool call that cannot be judged names its event: %j', (payload) =>
    expect(decode(payload, 'PreToolUse')).toMatchObject({ event: 'PreToolUse' }),
  )
})

describe('tools', () => {
  test.for([
    ['run_command', { CommandLine: 'ls', Cwd: '/x' }, 'Bash', { command: 'ls', Cwd: '/x' }],
    ['write_to_file', { TargetFile: '/a', CodeContent: 'c' }, 'Write', { file_path: '/a', content: 'c' }],
    [
      'replace_file_content',
      { TargetFile: '/a', TargetContent: 'x', ReplacementContent: 'y' },
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['view_file', { AbsolutePath: '/a' }, 'Read', { file_path: '/a' }],
    ['list_dir', { DirectoryPath: '/a' }, 'LS', { path: '/a' }],
    ['find_by_name', { SearchDirectory: '/a', Pattern: 'p' }, 'Glob', { path: '/a', pattern: 'p' }],
    ['grep_search', { SearchPath: '/a', Query: 'q' }, 'Grep', { path: '/a', pattern: 'q' }],
    ['read_url_content', { Url: 'u' }, 'WebFetch', { url: 'u' }],
    ['search_web', { query: 'q' }, 'WebSearch', { query: 'q' }],
    ['browser_click', { x: 1 }, 'browser_click', { x: 1 }],
    ['run_command', 'ls', 'Bash', { raw: 'ls' }],
    [
      'run_command',
      { CommandLine: 'rm -rf /', command: 'ls' },
      'Bash',
      { command: 'rm -rf /', spare_command: 'ls' },
    ],
  ] as const)('%s %j is %s', ([native, args, name, input]) =>
    expect(decode(call(native, args), 'PreToolUse')).toMatchObject({
      tool: { name, nativeName: native, input },
    }),
  )

  test('several replacements are parts', () =>
    expect(
      decode(
        call('multi_replace_file_content', {
          TargetFile: '/a',
          ReplacementChunks: [
            { TargetContent: '1', ReplacementContent: '2' },
            { TargetContent: '3', ReplacementContent: '4' },
          ],
        }),
        'PreToolUse',
      ),
    ).toMatchObject({
      tool: {
        name: 'Edit',
        input: { file_path: '/a', old_string: '1', new_string: '2' },
        parts: [
          { name: 'Edit', input: { file_path: '/a', old_string: '1', new_string: '2' } },
          { name: 'Edit', input: { file_path: '/a', old_string: '3', new_string: '4' } },
        ],
      },
    }))
})

describe('replies are well formed on every event, because silence refuses', () => {
  test.for([
    ['PreToolUse', '{"decision":"allow"}\n'],
    ['PostToolUse', '{}\n'],
    ['PreInvocation', '{}\n'],
    ['PostInvocation', '{}\n'],
    ['Stop', '{"decision":"stop"}\n'],
    ['SessionStart', '{}\n'],
  ] as const)('%s', ([name, stdout]) =>
    expect(
      antigravity.encodeReply(Object.assign(decode(CALL, 'PreToolUse'), { name }) as never, emptyVerdict),
    ).toEqual({
      stdout,
      stderr: '',
      exitCode: 0,
    }),
  )

  const problem = issue('internal', {}, 'It broke.')
  test.for([
    ['PreToolUse', 'ignore', '{"decision":"allow"}\n'],
    ['PreToolUse', 'deny', '{"decision":"deny","reason":"hookwright: It broke."}\n'],
    ['', 'ignore', '{"decision":"allow"}\n'],
    ['', 'deny', '{"decision":"deny","reason":"hookwright: It broke."}\n'],
    ['PostToolUse', 'deny', '{}\n'],
  ] as const)('our own failure on "%s" under %s', ([name, policy, stdout]) =>
    expect(antigravity.encodeFailure({ name }, problem, policy)).toEqual({
      stdout,
      stderr: 'hookwright: It broke.\n',
      exitCode: 0,
    }),
  )
})
