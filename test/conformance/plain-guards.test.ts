import { describe, expect, test } from 'vitest'
import { BASH, COMMANDS, DIR, groups, run } from './helpers/plain.ts'

const GUARDS: readonly (readonly [files: string, value: unknown, timeoutMs: number, input: object])[] = [
  [
    'crush',
    { hooks: { PreToolUse: [{ matcher: '^bash$', command: './guard.sh', timeout: 5 }] } },
    5_000,
    { event: 'PreToolUse', session_id: 's1', cwd: DIR, tool_name: 'bash', tool_input: BASH.tool_input },
  ],
  [
    'crush',
    { hooks: { pre_tool_use: [{ matcher: 'ba.h', command: './guard.sh' }] } },
    30_000,
    { event: 'PreToolUse', session_id: 's1', cwd: DIR, tool_name: 'bash', tool_input: BASH.tool_input },
  ],
  [
    'goose',
    groups('PreToolUse', 'developer__shell', {
      type: 'command',
      command: '${PLUGIN_ROOT}/guard.sh',
      timeout: 5,
    }),
    5_000,
    {
      event: 'PreToolUse',
      session_id: 's1',
      matcher_context: 'shell',
      tool_name: 'shell',
      tool_input: BASH.tool_input,
      working_dir: DIR,
    },
  ],
  [
    'kiro',
    {
      version: 'v1',
      hooks: [
        {
          name: 'guard',
          trigger: 'PreToolUse',
          matcher: 'shell|web',
          action: { type: 'command', command: './guard.sh' },
          timeout: 5,
        },
      ],
    },
    5_000,
    {
      hook_event_name: 'PreToolUse',
      session_id: 's1',
      cwd: DIR,
      tool_name: 'execute_bash',
      tool_input: BASH.tool_input,
    },
  ],
  [
    'amazon-q',
    {
      name: 'dev',
      hooks: { preToolUse: [{ matcher: 'execute_*', command: './guard.sh', timeout_ms: 1_500 }] },
    },
    1_500,
    {
      hook_event_name: 'preToolUse',
      session_id: 's1',
      cwd: DIR,
      tool_name: 'execute_bash',
      tool_input: BASH.tool_input,
    },
  ],
  [
    'hermes',
    { hooks: { pre_tool_call: [{ matcher: 'term.*', command: '~/guard.sh --strict', timeout: 5 }] } },
    5_000,
    {
      hook_event_name: 'pre_tool_call',
      session_id: 's1',
      cwd: DIR,
      tool_name: 'terminal',
      tool_input: BASH.tool_input,
      extra: {},
    },
  ],
  [
    'openhands',
    { pre_tool_use: [{ matcher: 'terminal', hooks: [{ command: './guard.sh', timeout: 5 }] }] },
    5_000,
    {
      event_type: 'PreToolUse',
      session_id: 's1',
      working_dir: DIR,
      tool_name: 'terminal',
      tool_input: BASH.tool_input,
    },
  ],
]

describe('a guard', () => {
  test.for(GUARDS)(
    'in a file of %s runs with its own payload and timeout',
    async ([files, value, ms, input]) => {
      const got = await run({ files, value, outcomes: [{ exit: 2, stderr: 'not here' }] })
      expect(got).toMatchObject({ timeouts: [ms], inputs: [input], decision: 'deny', reason: 'not here' })
      expect(got.configIssues).toEqual([])
    },
  )

  test.for(GUARDS)('in a file of %s does not run for a tool that it is not for', async ([files, value]) => {
    const event = { ...BASH, tool_name: 'Read', tool_input: { file_path: '/a' } }
    expect((await run({ files, value, event })).plan.steps).toEqual([])
  })

  test.for(GUARDS)('in a file of %s that crashes lets the call go on', async ([files, value]) => {
    const got = await run({ files, value, outcomes: [{ exit: 1, stderr: 'broken' }] })
    expect(got).toMatchObject({ decision: 'none', failures: ['crash'] })
  })

  test.for(GUARDS)('in a file of %s that says nothing decides nothing', async ([files, value]) => {
    const got = await run({ files, value, outcomes: [{ exit: 0 }] })
    expect(got).toMatchObject({ decision: 'none', issues: [], failures: [] })
  })
})

type AnswerRow = readonly [files: string, claim: string, stdout: object, expected: object]

const NEW_INPUT = { kind: 'rewrite-input', input: { command: 'ls', timeout: 9 } }

const ANSWERS: readonly AnswerRow[] = [
  ['crush', 'denies', { decision: 'DENY', reason: 'R' }, { decision: 'deny', reason: 'R' }],
  ['crush', 'allows', { decision: 'allow' }, { decision: 'allow' }],
  [
    'crush',
    'gives context as a list',
    { context: ['a', '', 'b'] },
    { effects: [{ kind: 'add-context', text: 'a\nb' }] },
  ],
  [
    'crush',
    'merges a rewrite',
    { updated_input: { timeout: 9 } },
    { effects: [{ ...NEW_INPUT, input: { ...BASH.tool_input, timeout: 9 } }] },
  ],
  [
    'crush',
    'takes a rewrite as JSON text',
    { updated_input: '{"command":"ls","timeout":9}' },
    { effects: [NEW_INPUT] },
  ],
  ['crush', 'halts the turn', { halt: true, reason: 'R' }, { effects: [{ kind: 'stop', reason: 'R' }] }],
  [
    'crush',
    'reads the nested form in place of the rest',
    {
      decision: 'deny',
      hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { command: 'ls', timeout: 9 } },
    },
    { decision: 'allow', effects: [NEW_INPUT] },
  ],
  [
    'crush',
    'has no opinion on a question, which is told',
    { hookSpecificOutput: { permissionDecision: 'ask' } },
    { decision: 'none', issues: ['output.value'] },
  ],
  [
    'crush',
    'does not run a call whose new arguments are nothing',
    { updated_input: 5 },
    { decision: 'deny', issues: ['output.value'] },
  ],
  ['goose', 'blocks', { decision: 'block', reason: 'R' }, { decision: 'deny', reason: 'R' }],
  [
    'goose',
    'tells of a word in capitals',
    { decision: 'BLOCK' },
    { decision: 'none', issues: ['output.value'] },
  ],
  ['goose', 'allows nothing by an allow', { decision: 'allow' }, { decision: 'none', issues: [] }],
  ['hermes', 'blocks by action', { action: 'block', message: 'R' }, { decision: 'deny', reason: 'R' }],
  ['hermes', 'blocks by decision', { decision: 'block', reason: 'R' }, { decision: 'deny', reason: 'R' }],
  [
    'hermes',
    'blocks by one key whatever the other says',
    { action: 'allow', decision: 'block', reason: 'R' },
    { decision: 'deny', reason: 'R' },
  ],
  ['hermes', 'modifies by action', { action: 'modify', args: NEW_INPUT.input }, { effects: [NEW_INPUT] }],
  [
    'hermes',
    'modifies by decision',
    { decision: 'modify', tool_input: NEW_INPUT.input },
    { effects: [NEW_INPUT] },
  ],
  ['hermes', 'asks a person', { action: 'approve', message: 'sure?' }, { decision: 'ask', reason: 'sure?' }],
  ['mistral-vibe', 'denies', { decision: 'deny', reason: 'R' }, { decision: 'deny', reason: 'R' }],
  [
    'mistral-vibe',
    'replaces the arguments',
    { system_message: 'M', hook_specific_output: { tool_input: NEW_INPUT.input } },
    { effects: [{ kind: 'message', text: 'M' }, NEW_INPUT] },
  ],
  ['mistral-vibe', 'allows nothing by an allow', { decision: 'allow' }, { decision: 'none', issues: [] }],
  ['mistral-vibe', 'fails', { decision: 'block' }, { decision: 'none', failures: ['protocol-error'] }],
  ['openhands', 'denies', { decision: 'deny', reason: 'R' }, { decision: 'deny', reason: 'R' }],
  ['openhands', 'denies by continue', { continue: false, reason: 'R' }, { decision: 'deny', reason: 'R' }],
  ['openhands', 'allows nothing by an allow', { decision: 'allow' }, { decision: 'none', issues: [] }],
]

test.for(ANSWERS)('a hook of %s %s with %j', async ([files, , stdout, expected]) => {
  const outcomes = [{ exit: 0, stdout: { $json: stdout } }]
  expect(await run({ files, value: COMMANDS[files], outcomes, scope: 'user' })).toMatchObject(expected)
})
