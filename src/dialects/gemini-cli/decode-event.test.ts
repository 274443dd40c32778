import { describe, expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { toWire } from './encode-input.ts'
import { geminiCli } from './index.ts'

function decode(payload: unknown, event?: string): Event | Issue {
  const bytes = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
  return geminiCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1, ...(event && { event }) })
}

function eventOf(payload: object): Event {
  const event = decode(payload)
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const BASE = { session_id: 's', transcript_path: '', cwd: '/w', timestamp: '2026-11-15T08:22:13.270Z' }
const on = (hook_event_name: string, fields: object = {}) => ({ ...BASE, hook_event_name, ...fields })

test('a tool that failed is told as a result of the kind failure', () => {
  const response = { llmContent: 'Error: no', returnDisplay: 'no', error: { message: 'no', type: 'x' } }
  const event = eventOf(on('AfterTool', { tool_name: 'read_file', tool_input: {}, tool_response: response }))
  expect(event).toMatchObject({
    name: 'PostToolUse',
    tool: { response: 'Error: no' },
    fields: { result_type: 'failure' },
  })
  expect(toWire(event)).toMatchObject({ tool_response: response })
  expect(toWire(event)).not.toHaveProperty('result_type')
})

test('a result that is no text stays whole', () => {
  const response = { llmContent: [{ inlineData: {} }], returnDisplay: 'x' }
  const event = eventOf(on('AfterTool', { tool_name: 'x', tool_input: {}, tool_response: response }))
  expect(event.tool?.response).toEqual(response)
  expect(toWire(event)).toMatchObject({ tool_response: response })
})

test('a permission is asked for in the word of all hosts', () => {
  const event = eventOf(
    on('Notification', { notification_type: 'ToolPermission', message: 'm', details: {} }),
  )
  expect(event.fields['notification_type']).toBe('permission_prompt')
  expect(toWire(event)).toMatchObject({ notification_type: 'ToolPermission' })
})

test('words of other hosts become words of this one', () => {
  const foreign = (name: string, fields: object): unknown => {
    const { payload: _, ...event } = eventOf(on(name))
    return toWire({ ...event, host: 'claude-code', fields: { ...fields } })
  }
  expect(foreign('SessionStart', { source: 'compact' })).toMatchObject({ source: 'resume' })
  expect(foreign('SessionEnd', { reason: 'bypass_permissions_disabled' })).toMatchObject({ reason: 'other' })
  expect(foreign('AfterAgent', {})).toMatchObject({
    prompt_response: '[no response text]',
    stop_hook_active: false,
  })
})

describe('payloads that cannot be used name their event, so that it is not allowed', () => {
  test.for<[unknown, string, string | undefined]>([
    ['', 'payload.empty', undefined],
    ['{', 'payload.json', undefined],
    ['[]', 'payload.shape', undefined],
    [{}, 'payload.event', undefined],
    [{ hook_event_name: 5 }, 'payload.field', undefined],
    [on('BeforeTool', { tool_name: 5 }), 'payload.field', 'PreToolUse'],
    [on('BeforeAgent', { prompt: {} }), 'payload.field', 'UserPromptSubmit'],
  ])('%j', ([payload, code, event]) => {
    const problem = decode(payload)
    expect(problem).toMatchObject({ code })
    expect((problem as Issue).event).toBe(event)
  })

  test('a name that is said twice must be the same', () =>
    expect(decode(on('BeforeTool'), 'AfterTool')).toMatchObject({ code: 'payload.event' }))
})

test('odd fields are left out with a warning', () => {
  const event = eventOf({ ...on('SessionStart'), session_id: 5, cwd: null, transcript_path: [] })
  expect(event).toMatchObject({
    cwd: '/s',
    issues: [{ severity: 'warning' }, { severity: 'warning' }, { severity: 'warning' }],
  })
  expect(event.sessionId).toBeUndefined()
})

describe('the action of an event', () => {
  const action = (payload: object) => geminiCli.actionOf?.(eventOf(payload))

  test.for(['SessionStart', 'SessionEnd', 'BeforeAgent', 'AfterAgent', 'PreCompress'])(
    '%s is told by its bytes',
    (name) => {
      expect(action(on(name))).toBe(action(on(name)))
      expect(action(on(name))).toBeTypeOf('string')
      expect(action({ ...on(name), timestamp: '2026-11-15T08:22:13.271Z' })).not.toBe(action(on(name)))
      expect(action({ ...on(name), timestamp: 'now' })).toBeUndefined()
    },
  )

  test.for(['BeforeTool', 'AfterTool', 'BeforeModel', 'AfterModel', 'Notification'])(
    '%s is not told, because equal ones may happen at the same time',
    (name) => expect(action(on(name, { tool_name: 'glob', tool_input: {} }))).toBeUndefined(),
  )
})
