import { describe, expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import { isIssue, issue } from '../../core/issue.ts'
import { toWire } from './hook-side.ts'
import { windsurf } from './index.ts'

const WHERE = { startDir: '/s', projectDir: '/p', at: 1 }
const BASE = { trajectory_id: 't', execution_id: 'e', timestamp: '2026-11-16T10:00:00Z', model_name: 'm' }

function decode(native: string, tool_info: unknown, event?: string) {
  const bytes = new TextEncoder().encode(JSON.stringify({ agent_action_name: native, ...BASE, tool_info }))
  return windsurf.decodeEvent({ bytes, ...WHERE, ...(event !== undefined && { event }) })
}

describe('documented payloads', () => {
  test.for([
    ['pre_read_code', { file_path: '/a' }, 'PreToolUse', { name: 'Read', input: { file_path: '/a' } }],
    [
      'pre_write_code',
      { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] },
      'PreToolUse',
      { name: 'Edit', input: { file_path: '/a', old_string: 'x', new_string: 'y' } },
    ],
    ['pre_write_code', { file_path: '/a' }, 'PreToolUse', { name: 'Edit', input: { file_path: '/a' } }],
    [
      'post_run_command',
      { command_line: 'ls', cwd: '/w' },
      'PostToolUse',
      { name: 'Bash', nativeName: 'run_command', input: { command: 'ls', cwd: '/w' } },
    ],
    [
      'post_mcp_tool_use',
      { mcp_server_name: 's', mcp_tool_name: 't', mcp_tool_arguments: { a: 1 }, mcp_result: 'r' },
      'PostToolUse',
      { name: 'mcp__s__t', input: { a: 1 }, response: 'r' },
    ],
  ] as const)('%s %j', ([native, info, name, tool]) => {
    const event = decode(native, info)
    expect(event).toMatchObject({
      name,
      native,
      sessionId: 't',
      cwd: '/s',
      tool,
      fields: { execution_id: 'e' },
    })
    if (isIssue(event)) return
    const { agent_action_name, tool_info } = JSON.parse(JSON.stringify(toWire(event, native))) as Record<
      string,
      object
    >
    expect({ agent_action_name, tool_info }).toMatchObject({ agent_action_name: native })
    expect(decode(native, tool_info)).toMatchObject({ tool })
  })

  test('every edit of a file is a part', () =>
    expect(
      decode('pre_write_code', {
        file_path: '/a',
        edits: [
          { old_string: '1', new_string: '2' },
          { old_string: '3', new_string: '4' },
        ],
      }),
    ).toMatchObject({
      tool: {
        parts: [
          { name: 'Edit', input: { file_path: '/a', old_string: '1', new_string: '2' } },
          { name: 'Edit', input: { file_path: '/a', old_string: '3', new_string: '4' } },
        ],
      },
    }))

  test.for([
    ['pre_user_prompt', { user_prompt: 'hi' }, { name: 'UserPromptSubmit', prompt: 'hi' }],
    ['post_cascade_response', { response: 'x' }, { name: 'Stop', fields: { last_assistant_message: 'x' } }],
    [
      'post_cascade_response_with_transcript',
      { transcript_path: '/t' },
      { name: 'Stop', transcriptPath: '/t' },
    ],
    [
      'post_setup_worktree',
      { worktree_path: '/w' },
      { name: 'PostSetupWorktree', fields: { worktree_path: '/w' } },
    ],
  ] as const)('%s %j', ([native, info, event]) => expect(decode(native, info)).toMatchObject(event))
})

describe('a payload that cannot be judged names its event, so that the gate stays shut', () => {
  test.for([
    ['pre_run_command', { command_line: 3 }, 'PreToolUse'],
    ['pre_run_command', {}, 'PreToolUse'],
    ['pre_read_code', { file_path: ['/a'] }, 'PreToolUse'],
    ['pre_mcp_tool_use', { mcp_server_name: 's' }, 'PreToolUse'],
    ['pre_run_command', 'ls', 'PreToolUse'],
    ['pre_user_prompt', { user_prompt: null }, 'UserPromptSubmit'],
  ] as const)('%s %j', ([native, info, event]) =>
    expect(decode(native, info)).toMatchObject({ code: 'payload.field', event }),
  )

  test('--event must agree with the payload', () =>
    expect(decode('pre_run_command', { command_line: 'ls' }, 'post_run_command')).toMatchObject({
      code: 'payload.event',
    }))
})

describe('our own failures', () => {
  const problem = issue('internal', {}, 'It broke.')
  test.for([
    ['PreToolUse', 'ignore', 0],
    ['PreToolUse', 'deny', 2],
    ['UserPromptSubmit', 'deny', 2],
    ['PostToolUse', 'deny', 0],
    ['', 'deny', 2],
  ] as const)('%s under %s ends with %i', ([name, policy, exitCode]) =>
    expect(windsurf.encodeFailure({ name }, problem, policy)).toEqual({
      stdout: '',
      stderr: 'hookwright: It broke.\n',
      exitCode,
    }),
  )

  test('a no needs no stdout', () =>
    expect(windsurf.encodeWithoutStdout({ name: 'PreToolUse' }, 'no')).toEqual({
      stdout: '',
      stderr: 'no\n',
      exitCode: 2,
    }))
})

test('an entry of our own files that speaks this wire gets the event of the call', async () => {
  const event = decode('pre_run_command', { command_line: 'ls' })
  if (isIssue(event)) throw new Error(event.message)
  const { payload: _, ...bare } = event
  const side = await windsurf.hooks()
  expect(
    JSON.parse(side.encodeInput({ ...bare, native: 'x' }, hook({ wire: 'windsurf' })) as string),
  ).toMatchObject({
    agent_action_name: 'pre_run_command',
    tool_info: { command_line: 'ls' },
  })
})
