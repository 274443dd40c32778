import { describe, expect, test } from 'vitest'
import { hook as plainHook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Event } from '../../core/event.ts'
import { encodeInput } from './encode-input.ts'
import { environment } from './environment.ts'

type Wire = Readonly<Record<string, unknown>>

function written(event: Event, native?: string): Wire {
  const hook = plainHook({ dialect: 'cursor', wire: 'cursor', ...(native !== undefined && { native }) })
  return JSON.parse(encodeInput(event, hook) as string) as Wire
}

const BASE = {
  conversation_id: 's',
  generation_id: '',
  model: '',
  cursor_version: '',
  workspace_roots: ['/home/dev/app'],
  user_email: null,
  transcript_path: '/t',
}

function call(tool: string, input: Wire, changes: Partial<Event> = {}): Event {
  return toolEvent(tool, input, { sessionId: 's', transcriptPath: '/t', ...changes })
}

const post = { name: 'PostToolUse', native: 'PostToolUse', fields: { duration_ms: 3 } }

describe('what a hook reads when another host calls', () => {
  test.for([
    [
      'beforeShellExecution',
      call('Bash', { command: 'ls', description: 'd' }),
      { command: 'ls', cwd: '/home/dev/app', sandbox: false },
    ],
    [
      'preToolUse',
      call('Bash', { command: 'ls' }),
      { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: '', cwd: '/home/dev/app' },
    ],
    [
      'preToolUse',
      call('mcp__github__push', { a: 1 }),
      { tool_name: 'MCP:push', tool_input: { a: 1 }, tool_use_id: '', cwd: '/home/dev/app' },
    ],
    [
      'beforeMCPExecution',
      call('mcp__github__push', { a: 1 }),
      { tool_name: 'push', tool_input: '{"a":1}', mcp_server_name: 'github' },
    ],
    ['beforeReadFile', call('Read', { file_path: '/a', limit: 3 }), { file_path: '/a', attachments: [] }],
    [
      'afterFileEdit',
      call('Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }, post),
      { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] },
    ],
    [
      'afterFileEdit',
      call('Write', { file_path: '/a', content: 'y' }, post),
      { file_path: '/a', edits: [{ old_string: '', new_string: 'y' }] },
    ],
    [
      'afterFileEdit',
      call(
        'MultiEdit',
        { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y', replace_all: true }] },
        post,
      ),
      { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] },
    ],
  ] as const)('on %s is its own payload', ([native, event, specific]) =>
    expect(written(event, native)).toEqual({ ...BASE, hook_event_name: native, ...specific }),
  )

  test('after a command is its output as one text', () => {
    const event = call('Bash', { command: 'ls' }, post)
    const ended = { ...event, tool: { ...event.tool!, response: { stdout: 'a', stderr: 'b' } } }
    expect(written(ended, 'afterShellExecution')).toMatchObject({
      command: 'ls',
      output: 'a\nb',
      duration: 3,
    })
    expect(written(ended, 'postToolUse')).toMatchObject({ tool_output: '{"stdout":"a","stderr":"b"}' })
  })

  test.for([
    [{}, 0],
    [{ stop_hook_active: true }, 1],
  ] as const)('at the end of a turn with %o is loop_count %d', ([fields, loop_count]) => {
    const { tool: _, ...event } = call('x', {}, { name: 'Stop', native: 'Stop', fields })
    expect(written(event)).toEqual({ ...BASE, hook_event_name: 'stop', status: 'completed', loop_count })
  })

  test('is the first of several native events where it does not say which', () =>
    expect(written(call('Bash', { command: 'ls' }))).toMatchObject({ hook_event_name: 'preToolUse' }))

  test('is the bytes of the host where that calls itself', () => {
    const bytes = new TextEncoder().encode('{ "as": "it came" }')
    const event = call(
      'Bash',
      {},
      { host: 'cursor', native: 'preToolUse', payload: { wire: 'cursor', bytes } },
    )
    expect(encodeInput(event, plainHook({ native: 'preToolUse' }))).toBe(bytes)
  })
})

test('hooks find the project under both names, and what else is known', () => {
  const event = call('Bash', {}, { fields: { cursor_version: '3', user_email: 'a@b' } })
  expect(environment(event, plainHook())).toEqual({
    CURSOR_PROJECT_DIR: '/home/dev/app',
    CLAUDE_PROJECT_DIR: '/home/dev/app',
    CURSOR_VERSION: '3',
    CURSOR_USER_EMAIL: 'a@b',
    CURSOR_TRANSCRIPT_PATH: '/t',
  })
})
