import { describe, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { copilotAs } from './index.ts'
import { canonicalName, nativeInput } from './tools.ts'

const copilot = copilotAs('cli')

const WHERE = { startDir: '/s', projectDir: '/p', at: 1 }
const bytesOf = (payload: unknown): Uint8Array =>
  new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
const decode = (payload: unknown, event?: string) =>
  copilot.decodeEvent({ bytes: bytesOf(payload), ...WHERE, ...(event !== undefined && { event }) })

const CALL = { sessionId: 's', timestamp: 5, cwd: '/w', toolName: 'bash', toolArgs: { command: 'ls' } }

describe('a payload that cannot be read is a named issue', () => {
  test.for([
    ['nothing', '', 'payload.empty'],
    ['no JSON', '{"toolName":', 'payload.json'],
    ['a list', [], 'payload.shape'],
    ['too many levels', `${'['.repeat(1100)}${']'.repeat(1100)}`, 'payload.depth'],
    ['toolName of another type', { ...CALL, toolName: 3 }, 'payload.field'],
    ['prompt of another type', { prompt: ['x'] }, 'payload.field'],
    ['hook_event_name of another type', { ...CALL, hook_event_name: 1 }, 'payload.field'],
    ['another event than --event says', { ...CALL, hook_event_name: 'PostToolUse' }, 'payload.event'],
    ['toolArgs with too many levels', { ...CALL, toolArgs: `{"a":${'['.repeat(1100)}` }, 'payload.depth'],
  ] as const)('%s', ([, payload, code]) => expect(decode(payload, 'preToolUse')).toMatchObject({ code }))

  test.for([
    ['only what all events have', { sessionId: 's', timestamp: 5, cwd: '/w' }],
    ['a call without arguments', { toolName: 'bash' }],
    ['a call with a result that is null', { ...CALL, toolResult: null }],
    ['a call with arguments in the form of a request', { toolName: 'bash', toolInput: { command: 'ls' } }],
    ['a call with both forms of arguments', { ...CALL, toolInput: {}, permissionSuggestions: [] }],
    ['a call with the keys of an MCP request', { ...CALL, serverName: 'x', arguments: {} }],
    ['a call with a result and an error', { ...CALL, toolResult: {}, error: 'x' }],
    ['a prompt beside a call', { ...CALL, prompt: 'x' }],
    ['a start and an end', { source: 'new', reason: 'complete' }],
  ] as const)('no event, and fields that do not tell: %s', ([, payload]) =>
    expect(decode(payload)).toMatchObject({
      code: 'payload.event',
      hint: `Add --event EVENT to the command of the hook; accepted: ${NAMELESS}.`,
    }),
  )
})

const NAMELESS =
  'sessionStart, sessionEnd, userPromptSubmitted, userPromptTransformed, preToolUse, postToolUse, ' +
  'postToolUseFailure, agentStop, subagentStart, SubagentStart, subagentStop, preCompact, errorOccurred, ' +
  'preMcpToolCall'

const BASE = { sessionId: 's', timestamp: 5, cwd: '/w' }
const STOP = { ...BASE, transcriptPath: '/t', stopReason: 'end_turn', stop_hook_active: false }
const AGENT = { agentId: 'a', agentType: 'general', parentAgentId: 'p' }

describe('a payload without a name is told by its fields', () => {
  test.for([
    ['sessionStart', { ...BASE, source: 'new' }],
    ['sessionEnd', { ...BASE, reason: 'complete' }],
    ['userPromptSubmitted', { ...BASE, prompt: 'x' }],
    ['userPromptTransformed', { ...BASE, prompt: 'x', transformedPrompt: 'y' }],
    ['preToolUse', CALL],
    ['preToolUse', { ...CALL, toolArgs: '{"command":"ls"}' }],
    ['preToolUse', { ...CALL, keyOfALaterRelease: true }],
    ['permissionRequest', { ...BASE, toolName: 'bash', toolInput: {}, permissionSuggestions: [] }],
    ['preMcpToolCall', { ...BASE, serverName: 'x', toolName: 'y', arguments: {}, toolCallId: 't' }],
    ['postToolUse', { ...CALL, toolResult: { resultType: 'success', textResultForLlm: '' } }],
    ['postToolUseFailure', { ...CALL, error: 'x' }],
    ['agentStop', STOP],
    ['agentStop', { ...STOP, ...AGENT }],
    ['subagentStart', { ...BASE, ...AGENT, transcriptPath: '/t', agentName: 'x' }],
    ['SubagentStart', { ...BASE, transcriptPath: '/t', agentName: 'x', agent_id: 'a', agent_type: 'b' }],
    ['subagentStop', { ...STOP, ...AGENT, agentName: 'x', response: 'y' }],
    ['preCompact', { ...BASE, transcriptPath: '/t', trigger: 'auto', customInstructions: '' }],
    ['errorOccurred', { ...BASE, error: { message: 'x' }, errorContext: 'system', recoverable: true }],
  ] as const)('%s: %j', ([native, payload]) => expect(decode(payload)).toMatchObject({ native }))

  test.for(['sessionStart', 'postToolUse', 'agentStop', 'permissionRequest'])(
    'a tool call under --event %s is refused, because no guard would see it',
    (said) =>
      expect(decode(CALL, said)).toMatchObject({
        code: 'payload.event',
        event: 'PreToolUse',
        message: `--event says "${said}" but the payload is a "preToolUse".`,
        hint: 'Write --event preToolUse in the command of the hook.',
      }),
  )

  test('under an event that prevents nothing, the word of the call counts', () =>
    expect(decode(STOP, 'subagentStop')).toMatchObject({ name: 'SubagentStop' }))
})

describe('arguments', () => {
  const inputOf = (toolArgs: unknown, toolName = 'bash') => {
    const event = decode({ ...CALL, toolName, toolArgs }, 'preToolUse')
    return isIssue(event)
      ? event
      : { input: event.tool?.input, issues: event.issues?.map(({ code }) => code) }
  }

  test.for([
    ['an object', { command: 'ls' }, { command: 'ls' }],
    ['the JSON text of one', '{"command":"ls"}', { command: 'ls' }],
    ['none', undefined, {}],
    ['null', null, {}],
  ] as const)('%s', ([, args, input]) => expect(inputOf(args)).toEqual({ input, issues: undefined }))

  test.for(['not json', '{"command":', '[]', '"ls"', '3', ''])('text that is no object is said: %s', (args) =>
    expect(inputOf(args)).toEqual({ input: { raw: args }, issues: ['payload.tool-args'] }),
  )

  test.for([3, true, false, [], [{ command: 'ls' }]])('what is no object switches no hook off: %j', (args) =>
    expect(inputOf(args)).toEqual({ input: { raw: args }, issues: ['payload.tool-args'] }),
  )

  test('a tool_input that is null hides no toolArgs', () =>
    expect(decode({ ...CALL, tool_input: null }, 'preToolUse')).toMatchObject({
      tool: { input: { command: 'ls' } },
    }))

  test('a patch with many brackets is no deep object', () =>
    expect(inputOf(`*** Begin Patch${'['.repeat(1100)}`, 'apply_patch')).toMatchObject({
      issues: ['payload.patch'],
    }))

  test.for([
    ['create', { path: '/etc/x', file_path: '/ok' }, { file_path: '/etc/x', spare_file_path: '/ok' }],
    ['create', { file_path: '/ok', path: '/etc/x' }, { file_path: '/etc/x', spare_file_path: '/ok' }],
    ['create', { path: '/etc/x', filePath: '/ok' }, { file_path: '/etc/x', filePath: '/ok' }],
    ['create', { filePath: '/ok', path: '/etc/x' }, { file_path: '/etc/x', filePath: '/ok' }],
    ['create', { path: ['/etc/x'], filePath: '/ok' }, { path: ['/etc/x'], filePath: '/ok' }],
    ['create', { file_text: 'bad', content: 'ok' }, { content: 'bad', spare_content: 'ok' }],
    ['create_file', { filePath: '/etc/x', path: '/ok' }, { file_path: '/etc/x', path: '/ok' }],
    [
      'create_file',
      { filePath: '/etc/x', file_path: '/ok' },
      { file_path: '/etc/x', spare_file_path: '/ok' },
    ],
    ['Write', { path: '/etc/x', file_path: '/ok' }, { file_path: '/etc/x', spare_file_path: '/ok' }],
  ] as const)('no other key hides what %s is told: %j', ([tool, args, input]) => {
    expect(inputOf(args, tool)).toEqual({ input, issues: ['payload.spare-key'] })
    expect(nativeInput(canonicalName(tool), input, tool === 'create_file' ? 'vscode' : 'runtime')).toEqual(
      args,
    )
  })

  test('a request for permission has the canonical key as its own', () =>
    expect(
      decode({ toolName: 'edit', toolInput: { file_path: '/etc/x', path: '/ok' } }, 'permissionRequest'),
    ).toMatchObject({ tool: { input: { file_path: '/etc/x', path: '/ok' } } }))

  test('a patch is text in every release', () =>
    expect(inputOf('*** Begin Patch', 'apply_patch')).toEqual({
      input: { patch: '*** Begin Patch' },
      issues: ['payload.patch'],
    }))

  const PATCH = '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: .env\n*** End Patch'

  test.for([
    ['preToolUse', { sessionId: 's', cwd: '/w', toolName: 'apply_patch', toolArgs: PATCH }],
    ['PreToolUse', { hook_event_name: 'PreToolUse', cwd: '/w', tool_name: 'Edit', tool_input: PATCH }],
  ] as const)('a patch of several files is an edit of each: %s', ([event, payload]) => {
    expect(decode(payload, event)).toMatchObject({
      tool: {
        name: 'Write',
        input: { file_path: '/w/a', content: 'x', patch: PATCH },
        parts: [{ input: { file_path: '/w/a' } }, { name: 'Edit', input: { file_path: '/w/.env' } }],
      },
    })
  })

  test('a key that says patch does not hide what another tool does', () =>
    expect(inputOf({ path: '/.env', patch: PATCH }, 'edit')).toEqual({
      input: { file_path: '/.env', patch: PATCH },
      issues: undefined,
    }))

  test('10 MB of them are read, as an object and as text', () => {
    const command = 'x'.repeat(10 * 1_048_576)
    expect(inputOf({ command })).toEqual({ input: { command }, issues: undefined })
    expect(inputOf(JSON.stringify({ command }))).toEqual({ input: { command }, issues: undefined })
    expect(inputOf(command)).toEqual({ input: { raw: command }, issues: ['payload.tool-args'] })
  })

  test.for([
    ['view', { path: '/a' }, 'Read', { file_path: '/a' }],
    ['create', { path: '/a', file_text: 't' }, 'Write', { file_path: '/a', content: 't' }],
    [
      'edit',
      { path: '/a', old_str: 'x', new_str: 'y' },
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['rg', { pattern: 'p', paths: '/a' }, 'Grep', { pattern: 'p', path: '/a' }],
    ['rg', { pattern: 'p', paths: ['/a'] }, 'Grep', { pattern: 'p', paths: ['/a'] }],
    ['task', { agent_type: 'x' }, 'Agent', { subagent_type: 'x' }],
    ['create_file', { filePath: '/a', content: 't' }, 'Write', { file_path: '/a', content: 't' }],
    ['edit', { file_path: '/b' }, 'Edit', { file_path: '/b' }],
    ['edit', { filePath: '/b' }, 'Edit', { file_path: '/b' }],
    ['read_bash', { shellId: '0' }, 'read_bash', { shellId: '0' }],
  ] as const)('%s has canonical names', ([toolName, toolArgs, name, input]) =>
    expect(decode({ ...CALL, toolName, toolArgs }, 'preToolUse')).toMatchObject({ tool: { name, input } }),
  )
})

describe('older and stranger payloads', () => {
  test.for(['sessionId', 'cwd', 'transcriptPath', 'agentId', 'tool_use_id'])(
    'a %s of another type switches no hook off',
    (field) => {
      const event = decode({ ...CALL, [field]: 7 }, 'preToolUse')
      expect(event).toMatchObject({
        name: 'PreToolUse',
        tool: { name: 'Bash' },
        issues: [{ code: 'payload.field', severity: 'warning' }],
      })
    },
  )

  test.for([
    { ...CALL, toolName: 3 },
    { prompt: 3 },
    { ...CALL, toolArgs: `{"a":${'['.repeat(1100)}` },
    `{"toolName":"bash","toolArgs":${'['.repeat(1100)}${']'.repeat(1100)}}`,
  ])('one that cannot be judged names its event, so that a gate can stay shut', (payload) =>
    expect(decode(payload, 'preToolUse')).toMatchObject({ event: 'PreToolUse' }),
  )

  test('also where another key names it', () =>
    expect(decode(`{"hookName":"permissionRequest","toolInput":${'['.repeat(1100)}`)).toMatchObject({
      code: 'payload.depth',
      event: 'PermissionRequest',
    }))

  test.for([
    ['sessionId', 'sessionId'],
    ['session_id', 'session_id'],
    ['prompt', 'prompt'],
  ] as const)('the key is named as the payload spells it: %s', ([field, named]) => {
    const event = decode({ toolName: 'bash', [field]: 7 }, 'preToolUse')
    expect(event).toMatchObject({
      tool: { name: 'Bash' },
      issues: [{ message: `"${named}" in the payload is 7, not a string; it counts as absent.` }],
    })
  })

  test('missing fields are tolerated', () =>
    expect(decode({ timestamp: 1, cwd: '/w' }, 'agentStop')).toMatchObject({ name: 'Stop', cwd: '/w' }))

  test('without a cwd the session is where we were started', () =>
    expect(decode({ prompt: 'x' }, 'userPromptSubmitted')).toMatchObject({ cwd: '/s', prompt: 'x' }))

  test('an event of a newer release keeps its name', () =>
    expect(decode({ sessionId: 's' }, 'postResult')).toMatchObject({ name: 'postResult', sessionId: 's' }))

  test('an agent without an id and a type is none', () =>
    expect(decode({ agentId: '', cwd: '/w' }, 'agentStop')).not.toHaveProperty('agent'))

  test('an agent that has another as parent is known', () =>
    expect(
      decode(
        { agentName: 'explore', agentType: 'general', agentId: 'a', parentAgentId: 'p' },
        'subagentStart',
      ),
    ).toMatchObject({
      agent: { id: 'a', type: 'general' },
      fields: { agent_type: 'explore', parent_agent_id: 'p' },
    }))
})
