import { expect, test } from 'vitest'
import { cursorPayload } from '../../../test/helpers/cursor-payloads.ts'
import { isIssue } from '../../core/issue.ts'
import { actionOf } from './action.ts'
import { decodeEvent } from './decode-event.ts'

type Changes = Readonly<Record<string, unknown>>

function action(native: string, changes: Changes = {}): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(cursorPayload(native, changes)))
  const event = decodeEvent({ bytes, startDir: '/home/dev/app', projectDir: '/home/dev/app', at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return actionOf(event)
}

const READ = { tool_name: 'Read', tool_input: { file_path: '.env' } }
const PUSH = { tool_name: 'MCP:push', tool_input: { a: [2], b: 1 } }
const EDIT = { tool_name: 'Write', tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' } }

test.for([
  ['preToolUse', {}, 'beforeShellExecution'],
  ['postToolUse', {}, 'afterShellExecution'],
  ['preToolUse', { ...PUSH, mcp_server_name: 'github' }, 'beforeMCPExecution'],
  ['postToolUse', EDIT, 'afterFileEdit'],
] as const)('%s with %o is the action of %s', ([first, changes, second]) => {
  expect(action(first, changes)).toMatch(/./)
  expect(action(first, changes)).toBe(action(second))
})

test.for([
  ['another command', 'beforeShellExecution', { command: 'ls' }],
  ['another directory', 'beforeShellExecution', { cwd: '/tmp' }],
  ['another turn', 'beforeShellExecution', { generation_id: 'g-2' }],
  ['another conversation', 'beforeShellExecution', { conversation_id: 'c-2' }],
  ['the end of the call', 'afterShellExecution', {}],
  ['other arguments', 'beforeMCPExecution', { tool_input: '{"b":2}' }],
  ['another tool', 'beforeMCPExecution', { tool_name: 'pull' }],
  ['another file', 'afterFileEdit', { file_path: '/home/dev/app/b' }],
  ['another text', 'afterFileEdit', { edits: [{ old_string: 'a', new_string: 'c' }] }],
] as const)('%s is another action', ([, native, changes]) => {
  const others = [action('preToolUse'), action('beforeMCPExecution'), action('postToolUse', EDIT)]
  expect(others).not.toContain(action(native, changes))
})

test.for([
  ['a call whose server is not told, because guards of one server do not fit it', 'preToolUse', PUSH],
  ['a read, of which only one event has the content', 'preToolUse', READ],
  ['a read with its content', 'beforeReadFile', {}],
] as const)('an answer must not be used again for %s', ([, native, changes]) =>
  expect(action(native, changes)).toBeUndefined(),
)

test('a new file is not the edit that another event makes of it', () => {
  const write = { tool_name: 'Write', tool_input: { file_path: 'a.ts', content: 'b' } }
  expect(action('postToolUse', write)).not.toBe(action('afterFileEdit'))
})

test.for([
  ['a payload without a turn', 'preToolUse', { generation_id: '' }],
  ['a payload without a conversation', 'preToolUse', { conversation_id: '' }],
  ['a call with two paths', 'preToolUse', { tool_name: 'Read', tool_input: { file_path: 'a', path: 'b' } }],
  ['a tool that only one event tells of', 'preToolUse', { tool_name: 'Grep', tool_input: { pattern: 'x' } }],
  ['an event that names nothing', 'preCompact', {}],
] as const)('%s does not say which action it is', ([, native, changes]) =>
  expect(action(native, changes)).toBeUndefined(),
)

test('the rounds of one turn are several ends', () =>
  expect(action('stop')).not.toBe(action('stop', { loop_count: 1 })))
