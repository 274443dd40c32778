import { describe, expect, test } from 'vitest'
import { cursorPayload, NATIVES } from '../../../test/helpers/cursor-payloads.ts'
import type { Event } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { decodeEvent } from './decode-event.ts'
import { toWire } from './encode-input.ts'

function decoded(payload: unknown, event?: string): Event | Issue {
  const bytes = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const said = event === undefined ? {} : { event }
  return decodeEvent({ bytes, startDir: '/home/dev/app', projectDir: '/home/dev/app', at: 0, ...said })
}

function read(native: string, changes: Readonly<Record<string, unknown>> = {}): Event {
  const event = decoded(cursorPayload(native, changes))
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const CANONICAL = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  beforeSubmitPrompt: 'UserPromptSubmit',
  preToolUse: 'PreToolUse Bash',
  postToolUse: 'PostToolUse Bash',
  postToolUseFailure: 'PostToolUseFailure Bash',
  beforeShellExecution: 'PreToolUse Bash',
  afterShellExecution: 'PostToolUse Bash',
  beforeMCPExecution: 'PreToolUse mcp__github__push',
  afterMCPExecution: 'PostToolUse mcp__github__push',
  beforeReadFile: 'PreToolUse Read',
  afterFileEdit: 'PostToolUse Edit',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  preCompact: 'PreCompact',
  stop: 'Stop',
  afterAgentResponse: 'AfterAgentResponse',
  afterAgentThought: 'AfterAgentThought',
  beforeTabFileRead: 'BeforeTabFileRead Read',
  afterTabFileEdit: 'AfterTabFileEdit Edit',
  workspaceOpen: 'WorkspaceOpen',
}

test.for(Object.entries(CANONICAL))('%s is %s', ([native, canonical]) => {
  const event = read(native)
  expect([event.name, event.tool?.name].filter(Boolean).join(' ')).toBe(canonical)
  expect(event).toMatchObject({ native, host: 'cursor', cwd: '/home/dev/app' })
  expect(event.issues).toBeUndefined()
})

test('all events of the host are known', () => expect(Object.keys(CANONICAL)).toEqual(NATIVES))

test.for(NATIVES)('%s is written again as it was read', (native) => {
  const { payload: _, ...event } = read(native)
  expect(toWire(event, native)).toEqual(cursorPayload(native))
})

describe('tool calls', () => {
  test.for([
    ['an object', { command: 'ls' }],
    ['the JSON text of one', '{"command":"ls"}'],
  ] as const)('have arguments from %s', ([, tool_input]) =>
    expect(read('preToolUse', { tool_input }).tool?.input).toEqual({ command: 'ls' }),
  )

  test.for([
    ['Shell', {}, 'Bash'],
    ['Write', { file_path: 'a', content: 'x' }, 'Write'],
    ['Write', { path: 'a', contents: 'x' }, 'Write'],
    ['Write', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'Edit'],
    ['StrReplace', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'Edit'],
    ['Delete', { file_path: 'a' }, 'Edit'],
    ['Task', {}, 'Agent'],
    ['Grep', {}, 'Grep'],
    ['MCP:push', {}, 'mcp__?__push'],
  ] as const)('%s with %o is %s', ([tool_name, tool_input, name]) => {
    const { tool } = read('preToolUse', { tool_name, tool_input })
    expect(tool).toMatchObject({ name, nativeName: tool_name, useId: 't-1' })
  })

  test('have canonical arguments, whichever spelling a build has', () =>
    expect(
      read('preToolUse', { tool_name: 'Write', tool_input: { path: 'a', contents: 'x' } }).tool?.input,
    ).toEqual({
      file_path: 'a',
      content: 'x',
    }))

  test('with two paths are seen with both, because nobody knows which one counts', () => {
    const { tool, issues } = read('preToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: 'README.md', path: '.env', content: 'x' },
    })
    expect(tool?.parts?.map(({ input }) => input['file_path'])).toEqual(['README.md', '.env'])
    expect(issues?.map(({ code }) => code)).toEqual(['payload.spare-key'])
  })

  test.for([
    ['text', '{"exitCode":1,"stdout":"x"}', { exitCode: 1, stdout: 'x' }],
    ['another key', '{"exitCode":1,"output":"x"}', { exitCode: 1, output: 'x', stdout: 'x' }],
    ['an object', { exitCode: 1, stdout: 'x' }, { exitCode: 1, stdout: 'x' }],
    ['no JSON', 'plain', { stdout: 'plain' }],
  ] as const)('have the output of a command from %s', ([, tool_output, response]) =>
    expect(read('postToolUse', { tool_output }).tool?.response).toEqual(response),
  )

  test('have arguments that are no object as raw, with a warning', () => {
    const { tool, issues } = read('preToolUse', { tool_input: 'rm -rf' })
    expect(tool?.input).toEqual({ raw: 'rm -rf' })
    expect(issues?.map(({ code }) => code)).toEqual(['payload.tool-args'])
  })

  test('of an MCP server do not confuse how it is started with a command', () => {
    const { tool, fields } = read('beforeMCPExecution', { command: 'npx server' })
    expect([tool?.input, fields['command']]).toEqual([{ b: 1, a: [2] }, 'npx server'])
  })

  test.for([undefined, '', null, 7])("of an MCP server named %o are nobody's, with a warning", (name) => {
    const { tool, issues } = read('beforeMCPExecution', { mcp_server_name: name })
    expect(tool?.name).toBe('mcp__?__push')
    expect(issues?.map(({ code }) => code)).toEqual(['payload.mcp-server'])
  })

  test('several edits are one call with all their texts', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ]
    expect(read('afterFileEdit', { edits }).tool?.input).toEqual({
      file_path: '/home/dev/app/a.ts',
      old_string: 'a\nc',
      new_string: 'b\nd',
      edits,
    })
  })
})

describe('fields', () => {
  test.for([
    [0, false],
    [1, true],
    [undefined, false],
  ])('loop_count %o is stop_hook_active %o', ([loop_count, isActive]) =>
    expect(read('stop', { loop_count }).fields['stop_hook_active']).toBe(isActive),
  )

  test.for([
    ['cwd', { cwd: '/a', workspace_roots: ['/b'] }, '/a'],
    ['the first workspace', { cwd: '', workspace_roots: ['/b', '/c'] }, '/b'],
    ['the directory of the call', { cwd: '', workspace_roots: [] }, '/home/dev/app'],
    ['the directory of the call when all is odd', { cwd: 7, workspace_roots: 'x' }, '/home/dev/app'],
  ] as const)('the directory is %s', ([, changes, cwd]) =>
    expect(read('beforeShellExecution', changes).cwd).toBe(cwd),
  )

  test('a subagent is an agent with a type', () => {
    const event = read('subagentStart')
    expect(event.agent).toEqual({ id: 's-1', type: 'explore' })
    expect(event.fields['agent_type']).toBe('explore')
    expect(read('subagentStop').fields['last_assistant_message']).toBe('found it')
  })

  test('a duration has its unit in its name', () =>
    expect(read('afterShellExecution').fields).toMatchObject({ duration_ms: 7 }))
})

describe('odd payloads', () => {
  test.for([
    ['preToolUse', { tool_name: 7 }, 'PreToolUse'],
    ['preToolUse', { tool_name: '' }, 'PreToolUse'],
    ['beforeShellExecution', { command: ['rm'] }, 'PreToolUse'],
    ['beforeReadFile', { file_path: null }, 'PreToolUse'],
    ['beforeMCPExecution', { tool_name: null }, 'PreToolUse'],
    ['beforeSubmitPrompt', { prompt: {} }, 'UserPromptSubmit'],
    ['preToolUse', { tool_input: `${'['.repeat(1_100)}${']'.repeat(1_100)}` }, 'PreToolUse'],
  ] as const)('%s with %o is refused under its canonical name', ([native, changes, name]) =>
    expect(decoded(cursorPayload(native, changes))).toMatchObject({ severity: 'error', event: name }),
  )

  test('optional fields of another type are left out with a warning', () => {
    const event = read('preToolUse', { conversation_id: 7, tool_use_id: {} })
    expect(event.sessionId).toBeUndefined()
    expect(event.tool).not.toHaveProperty('useId')
    expect(event.issues).toHaveLength(2)
  })

  test.for([
    ['nothing', {}, undefined, 'payload.event'],
    ['a number', { hook_event_name: 7 }, undefined, 'payload.field'],
    ['another event than --event', { hook_event_name: 'stop' }, 'preToolUse', 'payload.event'],
    ['two unknown events', { hook_event_name: 'x' }, 'y', 'payload.event'],
  ] as const)('that name %s are refused', ([, payload, said, code]) =>
    expect(decoded(payload, said)).toMatchObject({ code }),
  )

  test.for(['stop', 'Stop'])('are named by --event %s where they do not say it', (said) =>
    expect(decoded({ status: 'completed' }, said)).toMatchObject({ name: 'Stop', native: 'stop' }),
  )

  test.for(['PreToolUse', 'preToolUse'])('named %s are known in both spellings', (hook_event_name) =>
    expect(decoded(cursorPayload('preToolUse', { hook_event_name }))).toMatchObject({
      name: 'PreToolUse',
      native: 'preToolUse',
    }),
  )

  test('of an event that this version does not know keep its name', () =>
    expect(decoded({ hook_event_name: 'beforeDeploy' })).toMatchObject({ name: 'beforeDeploy' }))
})
