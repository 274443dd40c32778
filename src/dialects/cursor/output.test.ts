import { describe, expect, test } from 'vitest'
import { hook as plainHook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { noOutput } from '../../core/outcome.ts'
import { rowOf } from './events.ts'
import { decodeOutput } from './output.ts'

function hookOf(native: string, changes: Partial<Hook> = {}): Hook {
  return plainHook({ native, dialect: 'cursor', wire: 'cursor', onFailure: 'native', ...changes })
}

function eventOf(native: string, changes: Partial<Event> = {}): Event {
  const event = toolEvent('Bash', { command: 'ls' }, { host: 'claude-code' })
  return { ...event, name: rowOf(native)?.event ?? native, ...changes }
}

type Told = { readonly code?: number; readonly stdout?: unknown; readonly stderr?: string }

function heard(
  native: string,
  { code = 0, stdout = '', stderr = '' }: Told,
  changes: Partial<Hook> = {},
  event = eventOf(native),
): Answer {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  return decodeOutput(hookOf(native, changes), event, {
    kind: 'exited',
    code,
    stdout: { ...noOutput, text },
    stderr: { ...noOutput, text: stderr },
    ms: 1,
  })
}

describe('answers', () => {
  test.for([
    ['beforeShellExecution', { permission: 'allow' }, 'allow', undefined],
    ['beforeShellExecution', { permission: 'deny', user_message: 'u', agent_message: 'a' }, 'deny', 'a'],
    ['beforeShellExecution', { permission: 'deny', userMessage: 'u' }, 'deny', 'u'],
    ['beforeShellExecution', { permission: 'deny', agentMessage: 'a' }, 'deny', 'a'],
    ['beforeShellExecution', { permission: 'ask', user_message: 'u' }, 'ask', 'u'],
    ['preToolUse', { permission: 'ask' }, 'ask', undefined],
    ['beforeReadFile', { permission: 'ask' }, 'deny', undefined],
    ['subagentStart', { permission: 'ask' }, 'deny', undefined],
    ['beforeSubmitPrompt', { continue: false, user_message: 'u' }, 'deny', 'u'],
    ['beforeSubmitPrompt', { continue: true }, 'none', undefined],
    ['stop', { followup_message: 'more' }, 'deny', 'more'],
    ['stop', { followup_message: '' }, 'none', undefined],
    ['subagentStop', { followup_message: 'more' }, 'deny', 'more'],
    ['preToolUse', {}, 'none', undefined],
    // Claude Code's form.
    [
      'preToolUse',
      { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } },
      'deny',
      'r',
    ],
    [
      'preToolUse',
      { permission: 'allow', hookSpecificOutput: { permissionDecision: 'deny' } },
      'deny',
      undefined,
    ],
    ['stop', { decision: 'block', reason: 'more' }, 'deny', 'more'],
    ['stop', { hookSpecificOutput: { decision: 'block', reason: 'more' } }, 'deny', 'more'],
  ] as const)('on %s %o is %s', ([native, stdout, decision, reason]) => {
    const answer = heard(native, { stdout })
    expect([answer.decision, answer.reason, answer.failure, answer.issues]).toEqual([
      decision,
      reason,
      undefined,
      [],
    ])
  })

  test('have a message for the user beside the one for the model', () =>
    expect(
      heard('preToolUse', { stdout: { permission: 'deny', user_message: 'u', agent_message: 'a' } }).effects,
    ).toEqual([{ kind: 'message', text: 'u' }]))

  test.for([
    ['preToolUse', { updated_input: { path: 'x' } }, [{ kind: 'rewrite-input', input: { path: 'x' } }]],
    [
      'preToolUse',
      { hookSpecificOutput: { updatedInput: { command: 'x' } } },
      [{ kind: 'rewrite-input', input: { command: 'x' } }],
    ],
    ['preToolUse', { permission: 'deny', updated_input: { command: 'x' } }, []],
    ['postToolUse', { additional_context: 'c' }, [{ kind: 'add-context', text: 'c' }]],
    [
      'sessionStart',
      { additional_context: 'c', env: { A: '1' } },
      [
        { kind: 'add-context', text: 'c' },
        { kind: 'session-env', variables: { A: '1' } },
      ],
    ],
    ['preCompact', { user_message: 'm' }, [{ kind: 'message', text: 'm' }]],
    [
      'workspaceOpen',
      { pluginPaths: ['/p'] },
      [{ kind: 'native', wire: 'cursor', field: 'pluginPaths', value: ['/p'] }],
    ],
    ['afterFileEdit', { additional_context: 'c' }, []],
  ] as const)('on %s %o have the effects %o', ([native, stdout, effects]) =>
    expect(heard(native, { stdout }).effects).toEqual(effects),
  )

  test('replace the result of a tool of an MCP server only', () => {
    const stdout = { updated_mcp_tool_output: 'x' }
    const mcp = eventOf('postToolUse', {
      tool: { name: 'mcp__a__b', nativeName: 'b', input: {}, nativeInput: {} },
    })
    expect(heard('postToolUse', { stdout }, {}, mcp).effects).toEqual([
      { kind: 'rewrite-output', output: 'x' },
    ])
    expect(heard('postToolUse', { stdout }).issues).toMatchObject([{ code: 'output.value' }])
  })

  test.for([
    ['beforeSubmitPrompt', { decision: 'block', reason: 'r' }],
    ['beforeSubmitPrompt', { permission: 'deny' }],
    ['preToolUse', { decision: 'block' }],
    ['preToolUse', { continue: false }],
    ['postToolUse', { permission: 'deny' }],
    ['afterFileEdit', { decision: 'block' }],
    ['stop', { permission: 'deny' }],
  ] as const)('on %s that say no in a key the host does not read are told: %o', ([native, stdout]) =>
    expect(heard(native, { stdout }).issues).toMatchObject([
      { code: 'output.lost-decision', severity: 'warning' },
    ]),
  )

  test('that change the input where it cannot be changed are told', () =>
    expect(
      heard('beforeShellExecution', { stdout: { updated_input: { command: 'x' } } }).issues,
    ).toMatchObject([{ code: 'output.discarded' }]))
})

describe('exit codes', () => {
  test.for([
    ['preToolUse', { code: 2, stderr: 'no' }, 'deny', 'no'],
    ['preToolUse', { code: 2 }, 'deny', 'The hook exited with code 2.'],
    ['beforeSubmitPrompt', { code: 2, stdout: { user_message: 'u' } }, 'deny', 'u'],
    [
      'preToolUse',
      { code: 2, stdout: { permission: 'allow', agent_message: 'a' }, stderr: 'e' },
      'deny',
      'a',
    ],
    ['subagentStart', { code: 2, stdout: 'garbage', stderr: 'e' }, 'deny', 'e'],
  ] as const)('on %s %o is %s', ([native, told, decision, reason]) =>
    expect(heard(native, told)).toMatchObject({ decision, reason }),
  )

  test.for([
    ['preToolUse', { code: 1 }, 'crash'],
    ['preToolUse', { code: 127 }, 'launch-failure'],
    ['afterFileEdit', { code: 2 }, 'crash'],
    ['stop', { code: 2 }, 'crash'],
    ['preToolUse', { stdout: 'hello' }, 'protocol-error'],
    ['preToolUse', { stdout: '[]' }, 'protocol-error'],
    ['preToolUse', { stdout: { permission: 'block' } }, 'protocol-error'],
    ['preToolUse', { stdout: { updated_input: 'x' } }, 'protocol-error'],
  ] as const)('on %s %o is the failure %s', ([native, told, failure]) =>
    expect(heard(native, told)).toMatchObject({ decision: 'none', failure }),
  )

  test('nothing on stdout is a failure of a hook that must not fail, and nothing otherwise', () => {
    expect(heard('preToolUse', {}, { onFailure: 'deny' }).failure).toBe('protocol-error')
    expect(heard('preToolUse', {}).failure).toBeUndefined()
    expect(heard('afterFileEdit', {}, { onFailure: 'deny' }).failure).toBeUndefined()
  })

  test('a no that a failing hook of our own file has written stands', () =>
    expect(
      heard('preToolUse', { code: 1, stdout: { permission: 'deny' } }, { dialect: 'hookwright' }).decision,
    ).toBe('deny'))
})

describe('an agent that is kept working', () => {
  const more = { stdout: { followup_message: 'more' } }
  const at = (fields: Event['fields']) => eventOf('stop', { fields })

  test.for([
    ['loop_limit=5', { loop_count: 4 }, 'deny'],
    ['loop_limit=5', { loop_count: 5 }, 'none'],
    ['loop_limit=none', { loop_count: 500 }, 'deny'],
    ['loop_limit=1', { stop_hook_active: true }, 'none'],
    ['loop_limit=5', { stop_hook_active: true }, 'deny'],
    ['loop_limit=0', {}, 'none'],
  ] as const)('with %s and %o: %s', ([note, fields, decision]) =>
    expect(heard('stop', more, { note }, at(fields)).decision).toBe(decision),
  )

  test('ends with a subagent that did not complete', () => {
    const event = eventOf('subagentStop', { fields: { status: 'error' } })
    expect(heard('subagentStop', more, {}, event)).toMatchObject({ decision: 'none', unheard: true })
  })
})

describe('what a model judged', () => {
  const model: Partial<Hook> = {
    handler: { type: 'model', form: 'prompt', prompt: 'x', continueOnBlock: true },
  }
  const judged = (native: string, body: unknown): Answer =>
    decodeOutput(hookOf(native, model), eventOf(native), { kind: 'answered', body, ms: 1 })

  test.for([
    ['preToolUse', { ok: true }, 'none'],
    ['preToolUse', { ok: false, reason: 'r' }, 'deny'],
    ['stop', { ok: false, reason: 'r' }, 'deny'],
    ['sessionEnd', { ok: false }, 'none'],
  ] as const)('on %s %o is %s', ([native, body, decision]) =>
    expect(judged(native, body).decision).toBe(decision),
  )

  test('must have a yes or no in it', () => expect(judged('preToolUse', {}).failure).toBe('protocol-error'))
})
