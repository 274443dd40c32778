import { describe, expect, test } from 'vitest'
import { decodeEvent, encodeInput, toWire } from '../../../../test/helpers/claude-contract.ts'
import type { Event } from '../../../core/event.ts'
import { isIssue, type Issue } from '../../../core/issue.ts'

const SPEAKER = { host: 'claude-code', wire: 'claude-code' }
const WHERE = { startDir: '/start', projectDir: '/project', at: 7 }

function decode(payload: unknown, event?: string): Event | Issue {
  const written = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const bytes = new TextEncoder().encode(written)
  return decodeEvent({ ...WHERE, bytes, ...(event !== undefined && { event }) }, SPEAKER)
}

function decoded(payload: unknown): Event {
  const event = decode(payload)
  if (isIssue(event)) throw new Error(event.message)
  return event
}

describe('a payload that can be read', () => {
  test('becomes a whole event', () => {
    const payload = {
      session_id: 's',
      transcript_path: '/t',
      cwd: '/here',
      permission_mode: 'plan',
      agent_id: 'a',
      agent_type: 'reviewer',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'u',
      tool_response: { stdout: '' },
      duration_ms: 3,
    }
    const { payload: written, ...event } = decoded(payload)
    expect(event).toEqual({
      name: 'PostToolUse',
      native: 'PostToolUse',
      host: 'claude-code',
      cwd: '/here',
      projectDir: '/project',
      at: 7,
      sessionId: 's',
      transcriptPath: '/t',
      permissionMode: 'plan',
      agent: { id: 'a', type: 'reviewer' },
      tool: {
        name: 'Bash',
        nativeName: 'Bash',
        input: { command: 'ls' },
        nativeInput: { command: 'ls' },
        useId: 'u',
        response: { stdout: '' },
      },
      fields: { duration_ms: 3 },
    })
    expect(written).toEqual({ wire: 'claude-code', bytes: new TextEncoder().encode(JSON.stringify(payload)) })
  })

  test.for([
    ['cwd falls back to where the session started', { hook_event_name: 'Stop' }, { cwd: '/start' }],
    [
      'a byte order mark is skipped',
      `\uFEFF${JSON.stringify({ hook_event_name: 'Stop', cwd: '/c' })}`,
      { cwd: '/c' },
    ],
    [
      'a former tool name becomes the current one',
      toolCall('Task'),
      { tool: { name: 'Agent', nativeName: 'Task' } },
    ],
    [
      'an agent type that matchers look at is a field too',
      { hook_event_name: 'SubagentStop', agent_type: 'x' },
      { agent: { type: 'x' }, fields: { agent_type: 'x' } },
    ],
    [
      'the error of a tool belongs to the tool',
      { ...toolCall('Bash', 'PostToolUseFailure'), error: 'Exit code 3' },
      { tool: { error: 'Exit code 3' }, fields: {} },
    ],
    [
      'the error of a turn is a field',
      { hook_event_name: 'StopFailure', error: 'rate_limit' },
      { fields: { error: 'rate_limit' } },
    ],
    [
      'the tool calls of a batch stay fields',
      { hook_event_name: 'PostToolBatch', tool_calls: [{ tool_name: 'Bash' }] },
      { fields: { tool_calls: [{ tool_name: 'Bash' }] } },
    ],
    [
      'R56 an event of a newer host is read',
      { hook_event_name: 'Tomorrow', x: 1 },
      { name: 'Tomorrow', fields: { x: 1 } },
    ],
    ['R56 a tool event without its tool is read', { hook_event_name: 'PreToolUse' }, { name: 'PreToolUse' }],
  ] as const)('%s', ([, payload, wanted]) => expect(decoded(payload)).toMatchObject(wanted))

  test('an agent without an id and a type is none', () => {
    const event = decoded({ hook_event_name: 'Stop', agent_id: '', agent_type: '' })
    expect(event).toEqual({ ...decoded({ hook_event_name: 'Stop' }), payload: event.payload })
  })

  test('an empty agent id makes no subagent of the main thread', () =>
    expect(decoded({ hook_event_name: 'Stop', agent_id: '', agent_type: 'x' }).agent).toEqual({ type: 'x' }))

  test('--event stands in for a missing name', () =>
    expect(decode({ cwd: '/c' }, 'Stop')).toMatchObject({ name: 'Stop' }))

  test('S15 keys of the prototype are data', () => {
    const raw =
      '{"hook_event_name":"PreToolUse","__proto__":{"polluted":1},"constructor":2,"tool_name":"Bash","tool_input":{"__proto__":3}}'
    const event = decoded(raw)
    expect(Object.getPrototypeOf(event.fields)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(JSON.parse(JSON.stringify(toWire(event)))).toEqual({ ...JSON.parse(raw), cwd: '/start' })
  })
})

describe('R56 an odd field switches no hook off', () => {
  const PLACES: Readonly<Record<string, (event: Event) => unknown>> = {
    session_id: ({ sessionId }) => sessionId,
    transcript_path: ({ transcriptPath }) => transcriptPath,
    permission_mode: ({ permissionMode }) => permissionMode,
    agent_id: ({ agent }) => agent?.id,
    agent_type: ({ agent }) => agent?.type,
    tool_use_id: ({ tool }) => tool?.useId,
  }
  const fields = Object.keys(PLACES)

  test.for(fields)('null as %s counts as absent', (field) => {
    const event = decoded({ ...toolCall('Bash'), [field]: null })
    expect(event).toEqual({ ...decoded(toolCall('Bash')), payload: event.payload })
  })

  test.for(fields.flatMap((field) => [1, [], {}, true].map((value) => [field, value] as const)))(
    '%s as %j is left out and told',
    ([field, value]) => {
      const event = decoded({ ...toolCall('Bash'), [field]: value })
      const message = `"${field}" in the payload is ${JSON.stringify(value)}, not a string; it counts as absent.`
      const issues = [{ code: 'payload.field', severity: 'warning', place: {}, message }]
      expect(event).toEqual({ ...decoded(toolCall('Bash')), payload: event.payload, issues })
      expect(PLACES[field]?.(event)).toBeUndefined()
    },
  )

  test.for([
    ['null', null, 0],
    ['a number', 5, 1],
    ['a list', [], 1],
    ['a name with NUL', '/c\0d', 1],
  ] as const)('a cwd that is %s falls back to where the session started', ([, cwd, told]) => {
    const event = decoded({ hook_event_name: 'Stop', cwd })
    expect([event.cwd, event.issues?.length ?? 0]).toEqual(['/start', told])
  })

  test('a prompt that is no text is left out and told', () =>
    expect(decoded({ hook_event_name: 'UserPromptSubmit', prompt: {} })).toMatchObject({
      fields: {},
      issues: [{ code: 'payload.field' }],
    }))

  test('an input that is null is empty', () =>
    expect(decoded({ ...toolCall('x'), tool_input: null })).toMatchObject({ tool: { input: {} } }))

  test('a tool that is null is none', () =>
    expect(decoded({ ...toolCall('x'), tool_name: null })).not.toHaveProperty('tool'))

  test('a name that is null is the one of --event', () =>
    expect(decode({ hook_event_name: null }, 'Stop')).toMatchObject({ name: 'Stop' }))

  test('hooks read the bytes as they are', () => {
    const raw = '{"hook_event_name":"Stop","session_id":null,"cwd":5}\n'
    expect(text(encodeInput(decoded(raw), 'claude-code'))).toBe(raw)
  })
})

describe('a payload that cannot', () => {
  test.for([
    ['a tool that is a number', { ...toolCall('x'), tool_name: 1 }, undefined],
    ['an input that is text', { ...toolCall('x'), tool_input: 'rm' }, undefined],
    ['an input that is a list', { ...toolCall('x'), tool_input: [] }, undefined],
    ['a name that is a number, beside --event', { hook_event_name: 1 }, 'PreToolUse'],
  ] as const)('%s names the event, so that a gate can stay shut', ([, payload, event]) =>
    expect(decode(payload, event)).toMatchObject({ code: 'payload.field', event: 'PreToolUse' }),
  )

  test.for([
    ['empty', '', 'payload.empty'],
    ['not JSON', 'hello', 'payload.json'],
    ['a list', '[]', 'payload.shape'],
    ['null', 'null', 'payload.shape'],
    ['no event', '{}', 'payload.event'],
    ['an empty event', '{"hook_event_name":""}', 'payload.event'],
    ['an event that is a number', '{"hook_event_name":1}', 'payload.field'],
    ['a tool that is a number', { ...toolCall('x'), tool_name: 1 }, 'payload.field'],
    ['an input that is text', { ...toolCall('x'), tool_input: 'rm' }, 'payload.field'],
    ['S14 deep nesting', `{"hook_event_name":"Stop","x":${'['.repeat(100_000)}`, 'payload.depth'],
  ] as const)('%s is an issue', ([, payload, code]) => expect(decode(payload)).toMatchObject({ code }))

  test('an event that disagrees with --event is an issue', () =>
    expect(decode({ hook_event_name: 'Stop' }, 'PreToolUse')).toMatchObject({ code: 'payload.event' }))

  test('S33 the problem does not quote the payload', () => {
    const problem = decode('{"hook_event_name": "Stop", sk-secret-canary }')
    expect(JSON.stringify(problem)).not.toContain('canary')
  })

  test('brackets inside strings do not count as depth', () =>
    expect(decode({ hook_event_name: 'Stop', x: '[{"\\'.repeat(1_000) })).toMatchObject({ name: 'Stop' }))
})

describe('encodeInput', () => {
  test('adds the newline the host adds', () => {
    const event = decoded({ hook_event_name: 'Stop', cwd: '/c' })
    expect(text(encodeInput(event, 'claude-code'))).toBe('{"hook_event_name":"Stop","cwd":"/c"}\n')
  })

  test('R11 passes bytes that JSON.parse would change', () => {
    const raw = '{"hook_event_name":"Stop","cwd":"/c","n":9007199254740993,"n":-0,"s":"\\ud800"}\n'
    expect(text(encodeInput(decoded(raw), 'claude-code'))).toBe(raw)
  })

  test('builds the payload anew for an event of another wire', () => {
    const event: Event = {
      name: 'PreToolUse',
      native: 'PreToolUse',
      host: 'gemini-cli',
      cwd: '/c',
      projectDir: '/p',
      at: 0,
      tool: {
        name: 'Bash',
        nativeName: 'run_shell_command',
        input: { command: 'ls' },
        nativeInput: { cmd: 'ls' },
      },
      fields: { extra: true },
      payload: { wire: 'gemini-cli', bytes: new Uint8Array() },
    }
    expect(JSON.parse(text(encodeInput(event, 'claude-code')))).toEqual({
      cwd: '/c',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      extra: true,
    })
  })
})

function toolCall(tool: string, event = 'PreToolUse') {
  return { hook_event_name: event, cwd: '/c', tool_name: tool, tool_input: {} }
}

function text(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}
