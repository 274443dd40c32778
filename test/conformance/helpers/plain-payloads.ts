import type { Event } from '../../../src/core/event.ts'
import { isIssue } from '../../../src/core/issue.ts'
import type { Dialect } from '../../../src/dialects/dialect.ts'
import { dialects } from '../../helpers/dialects.ts'

/** Payloads as the hosts' documents and source have them, by canonical event. */
export const PAYLOADS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  crush: {
    PreToolUse: {
      event: 'PreToolUse',
      session_id: '313909e',
      cwd: '/w',
      tool_name: 'bash',
      tool_input: { command: 'rm -rf build', description: 'clean' },
    },
  },
  goose: {
    PreToolUse: {
      event: 'PreToolUse',
      session_id: 's1',
      matcher_context: 'shell',
      tool_name: 'shell',
      tool_input: { command: 'rm -rf build' },
      working_dir: '/w',
    },
    PostToolUse: {
      event: 'PostToolUse',
      session_id: 's1',
      matcher_context: 'shell',
      tool_name: 'shell',
      tool_input: { command: 'ls' },
      tool_output: { text: 'a' },
      working_dir: '/w',
    },
    UserPromptSubmit: { event: 'UserPromptSubmit', session_id: 's1', matcher_context: 'hi', message: 'hi' },
    Stop: { event: 'Stop', session_id: 's1', last_assistant_message: 'done' },
  },
  kiro: {
    PreToolUse: {
      hook_event_name: 'PreToolUse',
      cwd: '/w',
      session_id: 's1',
      tool_name: 'execute_bash',
      tool_input: { command: 'rm -rf build' },
    },
    PostToolUse: {
      hook_event_name: 'PostToolUse',
      cwd: '/w',
      tool_name: 'fs_write',
      tool_input: { command: 'create', path: '/w/a.txt', file_text: 'x' },
      tool_response: { success: true, result: ['ok'] },
    },
    UserPromptSubmit: { hook_event_name: 'UserPromptSubmit', cwd: '/w', prompt: 'hi' },
    SessionStart: { hook_event_name: 'SessionStart', cwd: '/w' },
    Stop: { hook_event_name: 'Stop', cwd: '/w' },
  },
  'amazon-q': {
    PreToolUse: {
      hook_event_name: 'preToolUse',
      cwd: '/w',
      tool_name: 'execute_bash',
      tool_input: { command: 'rm -rf build' },
    },
    PostToolUse: {
      hook_event_name: 'postToolUse',
      cwd: '/w',
      tool_name: 'fs_read',
      tool_input: { operations: [{ mode: 'Line', path: '/w/a.txt' }] },
      tool_response: { success: true, result: ['x'] },
    },
    UserPromptSubmit: { hook_event_name: 'userPromptSubmit', cwd: '/w', prompt: 'hi' },
    SessionStart: { hook_event_name: 'agentSpawn', cwd: '/w' },
    Stop: { hook_event_name: 'stop', cwd: '/w' },
  },
  hermes: {
    PreToolUse: {
      hook_event_name: 'pre_tool_call',
      tool_name: 'terminal',
      tool_input: { command: 'rm -rf build' },
      session_id: 's1',
      cwd: '/w',
      profile: 'default',
      extra: { tool_call_id: 'c1', turn_id: 't1' },
    },
    PostToolUse: {
      hook_event_name: 'post_tool_call',
      tool_name: 'terminal',
      tool_input: { command: 'ls' },
      session_id: 's1',
      cwd: '/w',
      extra: { tool_call_id: 'c1', result: 'a' },
    },
    UserPromptSubmit: {
      hook_event_name: 'pre_llm_call',
      tool_name: null,
      tool_input: null,
      session_id: 's1',
      cwd: '/w',
      extra: { user_message: 'hi' },
    },
    Stop: { hook_event_name: 'pre_verify', tool_name: null, session_id: 's1', cwd: '/w', extra: {} },
  },
  openhands: {
    PreToolUse: {
      event_type: 'PreToolUse',
      tool_name: 'terminal',
      tool_input: { command: 'rm -rf build', is_input: false },
      tool_response: null,
      message: null,
      session_id: 's1',
      working_dir: '/w',
      metadata: {},
    },
    PostToolUse: {
      event_type: 'PostToolUse',
      tool_name: 'terminal',
      tool_input: { command: 'ls' },
      tool_response: { content: 'a' },
      session_id: 's1',
      working_dir: '/w',
      metadata: {},
    },
    UserPromptSubmit: { event_type: 'UserPromptSubmit', message: 'hi', session_id: 's1', working_dir: '/w' },
    Stop: { event_type: 'Stop', session_id: 's1', working_dir: '/w', metadata: { reason: 'finished' } },
  },
  'mistral-vibe': {
    PreToolUse: {
      session_id: 's1',
      transcript_path: '/t',
      cwd: '/w',
      parent_session_id: null,
      hook_event_name: 'pre_tool',
      tool_name: 'bash',
      tool_call_id: 'c1',
      tool_input: { command: 'rm -rf build', timeout: null },
    },
    PostToolUse: {
      session_id: 's1',
      cwd: '/w',
      hook_event_name: 'post_tool',
      tool_name: 'write_file',
      tool_call_id: 'c1',
      tool_input: { path: '/w/a', content: 'x' },
      tool_status: 'success',
      tool_output: { bytes_written: 1 },
      tool_output_text: 'ok',
      tool_error: null,
      duration_ms: 3.5,
    },
    Stop: { session_id: 's1', cwd: '/w', hook_event_name: 'post_agent' },
  },
}

export function dialectOf(name: string): Dialect {
  const found = dialects.get(name)
  if (found === undefined) throw new Error(`no dialect ${name}`)
  return found
}

/** Returns the event of a payload. */
export function decode(host: string, payload: unknown, event?: string): Event {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const said = event === undefined ? {} : { event }
  const read = dialectOf(host).decodeEvent({ bytes, startDir: '/start', projectDir: '/p', at: 7, ...said })
  if (isIssue(read)) throw new Error(read.message)
  return read
}
