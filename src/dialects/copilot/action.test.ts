import { describe, expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import { isIssue } from '../../core/issue.ts'
import { decodeEvent } from './decode-event.ts'
import { actionOn } from './action.ts'

const CAMEL = {
  sessionId: 's1',
  timestamp: 1794731000967,
  cwd: '/app',
  toolName: 'bash',
  toolArgs: { command: 'ls' },
}
const PASCAL = {
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  timestamp: '2026-11-15T08:23:20.967Z',
  cwd: '/app',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}
const PROMPT = { sessionId: 's1', timestamp: 1794731000967, cwd: '/app', prompt: 'go' }

function decoded(payload: object, said?: string): Event {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = decodeEvent(
    { bytes, startDir: '/app', projectDir: '/app', at: 0, ...(said !== undefined && { event: said }) },
    'cli',
  )
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const action = (payload: object, said?: string) => actionOn('cli')(decoded(payload, said))

describe('calls about one firing', () => {
  test('an entry of Copilot and one of Claude Code share a text', () => {
    expect(action(CAMEL)).toBeDefined()
    expect(action(PASCAL)).toBe(action(CAMEL))
  })

  test('so do those about a prompt', () => {
    const { prompt, sessionId: session_id } = PROMPT
    const pascal = { hook_event_name: 'UserPromptSubmit', session_id, timestamp: PASCAL.timestamp, prompt }
    expect(action(PROMPT)).toBeDefined()
    expect(action(pascal)).toBe(action(PROMPT))
  })

  test.for([
    ['time', { timestamp: 1794731000968 }],
    ['session', { sessionId: 's2' }],
    ['tool', { toolName: 'view' }],
    ['input', { toolArgs: { command: 'pwd' } }],
  ] as const)('another %s is another action', ([, more]) => {
    expect(action({ ...CAMEL, ...more })).not.toBe(action(CAMEL))
  })

  test('a call with an id goes by that', () => {
    expect(action({ ...PASCAL, tool_use_id: 't1' })).not.toBe(action({ ...PASCAL, tool_use_id: 't2' }))
  })
})

test.for([
  ['no session', { ...CAMEL, sessionId: '' }, undefined],
  ['no time', { ...CAMEL, timestamp: undefined }, undefined],
  ['a time that cannot be read', { ...CAMEL, timestamp: 'now' }, undefined],
  [
    'an event that may happen twice at a time',
    { ...PROMPT, prompt: undefined, agentName: 'a' },
    'subagentStart',
  ],
] as const)('%s: every call decides', ([, payload, said]) => {
  expect(action(payload, said)).toBeUndefined()
})

test('only the CLI is known to tell all hooks the same time', () => {
  expect(actionOn('vscode')(decoded(PASCAL))).toBeUndefined()
  expect(actionOn('vscode')(decoded({ ...PASCAL, tool_use_id: 't1' }))).toBeDefined()
})
