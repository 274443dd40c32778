import { describe, expect, test } from 'vitest'
import { places } from '../helpers/builders.ts'
import { dialectOf } from './helpers/plain-payloads.ts'
import { BASH, COMMANDS, DIR, FILES, groups, HOME, run } from './helpers/plain.ts'
import type { OutcomeRecord } from './outcomes.ts'

describe('kiro', () => {
  const action = { type: 'command', command: 'h' }

  test.for([
    ['*', 'Read', true],
    ['read', 'Grep', true],
    ['write', 'Edit', true],
    ['write', 'Bash', false],
    ['fs_write|str_replace', 'Edit', true],
    ['@mcp', 'mcp__git__log', true],
    ['@mcp', 'Bash', false],
    ['@builtin', 'Bash', true],
    ['@builtin', 'mcp__git__log', false],
  ] as const)('matcher %s and tool %s: %s', async ([matcher, tool_name, isRun]) => {
    const value = { version: 'v1', hooks: [{ name: 'n', trigger: 'PreToolUse', matcher, action }] }
    const event = { ...BASH, tool_name, tool_input: {} }
    const got = await run({ files: 'kiro', value, event, outcomes: isRun ? [{ exit: 0 }] : [] })
    expect(got.plan.steps).toEqual(isRun ? ['kiro:project/team:PreToolUse:n'] : [])
  })

  test('a timeout of 0 is none, and one that is absent a minute', async () => {
    const hooks = [
      { trigger: 'PreToolUse', action, timeout: 0 },
      { trigger: 'PreToolUse', action },
    ]
    const got = await run({
      files: 'kiro',
      value: { version: 'v1', hooks },
      outcomes: [{ exit: 0 }, { exit: 0 }],
    })
    expect(got.timeouts).toEqual([86_400_000, 60_000])
  })

  test('the prompt of an agent action is context', async () => {
    const hooks = [{ trigger: 'PreToolUse', action: { type: 'agent', prompt: 'Update the tests' } }]
    const got = await run({
      files: 'kiro',
      value: { version: 'v1', hooks },
      outcomes: [
        {
          answered: {
            decision: 'none',
            effects: [{ kind: 'add-context', text: 'Update the tests' }],
            issues: [],
          },
        },
      ],
    })
    expect(got.handlers).toEqual([{ type: 'rule', decision: 'none', context: 'Update the tests' }])
    expect(got.effects).toEqual([{ kind: 'add-context', text: 'Update the tests' }])
  })

  test.for([
    [{ version: '1.0.0', hooks: [] }, 'config.version'],
    [{ version: 'v1', hooks: [{ trigger: 'PreToolUs', action }] }, 'event.unknown'],
    [{ version: 'v1', hooks: [{ trigger: 'Stop' }] }, 'config.shape'],
    [
      { version: 'v1', hooks: [{ trigger: 'Stop', action, confirm: { confirmCommand: 'c' } }] },
      'hook.unsupported',
    ],
    [{ version: 'v1', hooks: [{ trigger: 'Stop', action: { type: 'command' } }] }, 'hook.field'],
  ] as const)('%j is told as %s', async ([value, code]) => {
    expect((await run({ files: 'kiro', value })).configIssues).toEqual([code])
  })

  test('a hook that is not enabled is left out', async () => {
    const hooks = [{ name: 'n', trigger: 'PreToolUse', action, enabled: false }]
    const got = await run({ files: 'kiro', value: { version: 'v1', hooks } })
    expect(got.plan.skipped).toEqual(['kiro:project/team:PreToolUse:n disabled'])
  })

  test('what a hook prints when a prompt is sent is context', async () => {
    const hooks = [{ trigger: 'UserPromptSubmit', action }]
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: DIR, prompt: 'hi' }
    const got = await run({
      files: 'kiro',
      value: { version: 'v1', hooks },
      event,
      outcomes: [{ exit: 0, stdout: '{"decision":"block"}' }],
    })
    expect(got.effects).toEqual([{ kind: 'add-context', text: '{"decision":"block"}' }])
  })
})

describe('amazon-q', () => {
  test.for([
    ['fs_write', 'Edit', true],
    ['fs_*', 'Read', true],
    ['fs_*', 'Bash', false],
    ['write', 'Write', true],
    ['@git', 'mcp__git__status', true],
    ['@git', 'mcp__github__status', false],
    ['@git/status', 'mcp__git__status', true],
    ['@git/status', 'mcp__git__log', false],
    ['@builtin', 'Bash', true],
    ['*', 'mcp__git__log', true],
  ] as const)('matcher %s and tool %s: %s', async ([matcher, tool_name, isRun]) => {
    const value = { hooks: { preToolUse: [{ matcher, command: 'h' }] } }
    const event = { ...BASH, tool_name, tool_input: {} }
    const got = await run({ files: 'amazon-q', value, event, outcomes: isRun ? [{ exit: 0 }] : [] })
    expect(got.plan.steps).toHaveLength(isRun ? 1 : 0)
  })

  test('a file to read is an operation to its hooks', async () => {
    const value = { hooks: { preToolUse: [{ command: 'h' }] } }
    const event = { ...BASH, tool_name: 'Read', tool_input: { file_path: '/a' } }
    const got = await run({ files: 'amazon-q', value, event, outcomes: [{ exit: 0 }] })
    expect(got.inputs).toMatchObject([
      { tool_name: 'fs_read', tool_input: { operations: [{ mode: 'Line', path: '/a' }] } },
    ])
  })

  test('exit code 2 does not block a prompt, and that is told', async () => {
    const value = { hooks: { userPromptSubmit: [{ command: 'h' }] } }
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: DIR, prompt: 'hi' }
    const got = await run({ files: 'amazon-q', value, event, outcomes: [{ exit: 2, stderr: 'no' }] })
    expect(got).toMatchObject({ decision: 'none', issues: ['output.cannot-block'] })
  })

  test('an agent file without hooks holds none', async () => {
    expect((await run({ files: 'amazon-q', value: { name: 'dev', tools: ['*'] } })).configIssues).toEqual([])
  })
})

describe('hermes', () => {
  test('a command is words without a shell, with the home folder filled in', async () => {
    const value = { hooks: { pre_tool_call: [{ command: "~/g.py 'a b' $HOME" }] } }
    const got = await run({ files: 'hermes', value, outcomes: [{ exit: 0 }] })
    expect(got.handlers).toEqual([
      { type: 'command', start: { kind: 'argv', words: [`${HOME}/g.py`, 'a b', '$HOME'] } },
    ])
  })

  test('a timeout is five minutes at most', async () => {
    const value = { hooks: { pre_tool_call: [{ command: 'h', timeout: 900 }] } }
    const got = await run({ files: 'hermes', value, outcomes: [{ exit: 0 }] })
    expect([got.timeouts, got.configIssues]).toEqual([[300_000], ['hook.timeout']])
  })

  test.for([
    ['fail_closed', { exit: 1 }, 'deny'],
    ['failClosed', { timeout: 60_000 }, 'deny'],
    ['fail_closed', { exit: 0, stdout: 'Traceback' }, 'deny'],
    ['fail_closed', { exit: 0, stdout: '{}' }, 'none'],
    ['name', { exit: 1 }, 'none'],
    ['name', { exit: 0, stdout: 'Traceback' }, 'none'],
  ] as const)('with %s, an end like %j is %s', async ([key, outcome, decision]) => {
    const value = { hooks: { pre_tool_call: [{ command: 'h', [key]: true }] } }
    expect((await run({ files: 'hermes', value, outcomes: [outcome] })).decision).toBe(decision)
  })

  test('a block beside another exit code counts', async () => {
    const value = { hooks: { pre_tool_call: [{ command: 'h' }] } }
    const outcomes = [{ exit: 1, stdout: { $json: { action: 'block', message: 'R' } } }]
    expect(await run({ files: 'hermes', value, outcomes })).toMatchObject({ decision: 'deny', reason: 'R' })
  })

  test('a matcher fits the whole name, and one that is no pattern is a name', async () => {
    const value = {
      hooks: {
        pre_tool_call: [
          { matcher: 'term', command: 'h' },
          { matcher: '(', command: 'i' },
        ],
      },
    }
    const got = await run({ files: 'hermes', value })
    expect([got.plan.steps, got.configIssues]).toEqual([[], ['matcher.invalid']])
  })

  test('at the end of a turn a text keeps it going, and a no without one does nothing', async () => {
    const value = { hooks: { pre_verify: [{ command: 'h' }] } }
    const event = { hook_event_name: 'Stop', session_id: 's1', cwd: DIR }
    const said = (stdout: object): readonly OutcomeRecord[] => [{ exit: 0, stdout: { $json: stdout } }]
    const goes = await run({
      files: 'hermes',
      value,
      event,
      outcomes: said({ action: 'continue', message: 'R' }),
    })
    expect(goes).toMatchObject({ decision: 'deny', reason: 'R' })
    const ends = await run({ files: 'hermes', value, event, outcomes: said({ action: 'block' }) })
    expect(ends).toMatchObject({ decision: 'none', issues: ['output.value'] })
  })

  test('sections beside the events are not events, and events without a row are', async () => {
    const value = {
      hooks: { outbound: { url: 'x' }, output_spill: {}, on_session_reset: [{ command: 'h' }] },
    }
    const side = await dialectOf('hermes').config()
    const { hooks, issues } = side.read({ file: FILES['hermes'] ?? '', scope: 'user', value }, places())
    expect([hooks.map(({ event }) => event), issues]).toEqual([['on_session_reset'], []])
  })

  test('in safe mode none of its hooks run', async () => {
    const got = await run({ files: 'hermes', value: COMMANDS['hermes'], env: { HERMES_SAFE_MODE: '1' } })
    expect(got.plan.skipped).toEqual(
      ['hermes:user:PreToolUse:0 disabled'].map((id) => id.replace('PreToolUse', 'pre_tool_call')),
    )
  })
})

describe('openhands', () => {
  test.for([
    ['terminal', true],
    ['term', false],
    ['term.*', true],
    ['/term.*/', true],
    ['file_editor|terminal', true],
    ['*', true],
  ] as const)('matcher %s and its shell tool: %s', async ([matcher, isRun]) => {
    const value = groups('PreToolUse', matcher, { type: 'command', command: 'h' })
    const got = await run({ files: 'openhands', value, outcomes: isRun ? [{ exit: 0 }] : [] })
    expect(got.plan.steps).toHaveLength(isRun ? 1 : 0)
  })

  test('the first no ends the row', async () => {
    const value = groups('PreToolUse', '*', { command: 'a' }, { command: 'b' })
    const got = await run({ files: 'openhands', value, outcomes: [{ exit: 2, stderr: 'R' }] })
    expect([got.order, got.ran.length]).toEqual(['serial', 1])
  })

  test('a prompt of a hook is context', async () => {
    const value = groups('user_prompt_submit', '*', { command: 'a' })
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: DIR, prompt: 'hi' }
    const outcomes = [{ exit: 0, stdout: { $json: { additionalContext: 'c' } } }]
    const got = await run({ files: 'openhands', value, event, outcomes })
    expect([got.inputs, got.effects]).toMatchObject([
      [{ event_type: 'UserPromptSubmit', message: 'hi' }],
      [{ kind: 'add-context', text: 'c' }],
    ])
  })

  test.for(['prompt', 'agent'])('a handler of the type %s fails and says so', async (type) => {
    const value = groups('PreToolUse', '*', { type, prompt: 'p', command: 'x' })
    const got = await run({ files: 'openhands', value, outcomes: [{ notStarted: 'not run' }] })
    expect([got.configIssues, got.handlers]).toMatchObject([['hook.unsupported'], [{ type: 'unsupported' }]])
  })

  test('a hook with "async" is not waited for', async () => {
    const side = await dialectOf('openhands').config()
    const value = groups('PostToolUse', '*', { command: 'a', async: true })
    const { hooks } = side.read({ file: FILES['openhands'] ?? '', scope: 'project', value }, places())
    expect(hooks.map(({ mode }) => mode)).toEqual(['background'])
  })
})
