import { describe, expect, test } from 'vitest'
import { hook as plainHook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Event } from '../../core/event.ts'
import { noOutput, type Outcome } from '../../core/outcome.ts'
import { hookSide } from './hook-side.ts'

const hook = plainHook({ dialect: 'codex-cli', wire: 'codex-cli', onFailure: 'native' })
const ours = plainHook({ dialect: 'hookwright', wire: 'codex-cli', onFailure: 'ignore' })

function input(event: Event): unknown {
  return JSON.parse(hookSide.encodeInput(event, hook) as string)
}

function exited(code: number, stdout: unknown, stderr = ''): Extract<Outcome, { kind: 'exited' }> {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  return { kind: 'exited', code, stdout: { ...noOutput, text }, stderr: { ...noOutput, text: stderr }, ms: 1 }
}

const COMMON = {
  session_id: '',
  turn_id: '',
  transcript_path: null,
  cwd: '/home/dev/app',
  model: '',
  permission_mode: 'default',
}

describe('an event of another host reaches a hook of Codex under the keys of Codex', () => {
  test('a shell call', () =>
    expect(input(toolEvent('Bash', { command: 'ls' }, { fields: { effort: 'high' } }))).toEqual({
      ...COMMON,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: '',
    }))

  test.for<[string, Record<string, unknown>, readonly string[]]>([
    ['Write', { file_path: '/w/a', content: 'x\ny' }, ['*** Add File: /w/a', '+x', '+y']],
    [
      'Edit',
      { file_path: '/w/a', old_string: 'x', new_string: 'y' },
      ['*** Update File: /w/a', '@@', '-x', '+y'],
    ],
    [
      'MultiEdit',
      {
        file_path: '/w/a',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: '1', new_string: '' },
        ],
      },
      ['*** Update File: /w/a', '@@', '-x', '+y', '@@', '-1'],
    ],
  ])('%s is a patch', ([name, args, lines]) =>
    expect(input(toolEvent(name, args))).toMatchObject({
      tool_name: 'apply_patch',
      tool_input: { command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
    }),
  )

  test('an agent is spawned', () =>
    expect(input(toolEvent('Agent', { prompt: 'look', subagent_type: 'x' }))).toMatchObject({
      tool_name: 'spawn_agent',
      tool_input: { message: 'look', agent_type: 'x' },
    }))

  test.for<[unknown, unknown]>([
    [{ stdout: 'out', stderr: 'err' }, 'out\nerr'],
    ['text', 'text'],
    [{ other: 1 }, '{"other":1}'],
  ])('the response %j of a shell is a text', ([response, expected]) => {
    const event = toolEvent('Bash', { command: 'ls' }, { name: 'PostToolUse' })
    const withResponse = { ...event, tool: { ...event.tool, response } } as Event
    expect(input(withResponse)).toMatchObject({ tool_response: expected })
  })

  test.for<[string, Partial<Event>, object]>([
    ['Stop', {}, { stop_hook_active: false, last_assistant_message: null }],
    ['SessionStart', { fields: { source: 'resume', more: 1 } }, { source: 'resume' }],
    ['UserPromptSubmit', { prompt: 'hi', permissionMode: 'auto' }, { prompt: 'hi' }],
    ['SubagentStart', { agent: { id: 'a', type: 'x' } }, { agent_id: 'a', agent_type: 'x' }],
  ])('%s', ([name, fields, expected]) => {
    const { tool: _, ...event } = toolEvent('x', {}, { name, native: name, ...fields })
    const { turn_id, ...outside } = COMMON
    const common = name === 'SessionStart' ? outside : { ...outside, turn_id }
    expect(input(event)).toEqual({ ...common, hook_event_name: name, ...expected })
  })
})

describe('a rewrite by a hook of Codex in a call of another host', () => {
  function rewrite(event: Event, command: string) {
    const own = { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command } }
    return hookSide.decodeOutput(hook, event, exited(0, { hookSpecificOutput: own }))
  }

  test('of a shell call keeps the other arguments', () =>
    expect(rewrite(toolEvent('Bash', { command: 'rm', timeout: 5 }), 'ls').effects).toEqual([
      { kind: 'rewrite-input', input: { command: 'ls', timeout: 5 } },
    ]))

  const edit = toolEvent('Write', { file_path: '/w/a', content: 'x' })

  test('of an edit is read from the new patch', () =>
    expect(rewrite(edit, '*** Begin Patch\n*** Add File: /w/b\n+y\n*** End Patch').effects).toEqual([
      { kind: 'rewrite-input', input: { file_path: '/w/b', content: 'y' } },
    ]))

  test.for([
    'no patch',
    '*** Begin Patch\n*** Delete File: /w/a\n*** End Patch',
    '*** Add File: a\n*** Add File: b',
  ])('to %j, which the call cannot do, is a no', (patch) =>
    expect(rewrite(edit, patch)).toMatchObject({ decision: 'deny', effects: [] }),
  )
})

describe('hooks in a file of ours that speak the wire of Codex', () => {
  const event = toolEvent('Bash', { command: 'rm' })

  test.for<[string, ReturnType<typeof exited>]>([
    ['an unknown key', exited(0, { decision: 'block', reason: 'MARK', more: 1 })],
    ['exit code 1', exited(1, { decision: 'block', reason: 'MARK' })],
    ['text around it', exited(0, 'hello {"decision":"block","reason":"MARK"}')],
  ])('keep a no with %s', ([, said]) => {
    expect(hookSide.decodeOutput(ours, event, said)).toMatchObject({ decision: 'deny', reason: 'MARK' })
    expect(hookSide.decodeOutput(hook, event, said).decision).toBe('none')
  })
})

describe('what a hook in the background says in the end', () => {
  const { asides } = hookSide
  const late = (event: Event, outcome: Outcome) => asides?.decodeLate(hook, event, outcome).answer

  test.for<[string, Event, Outcome, object]>([
    [
      'context and messages arrive, also beside what would be refused',
      toolEvent('Bash'),
      exited(0, {
        continue: false,
        systemMessage: 'm',
        hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' },
      }),
      {
        decision: 'none',
        effects: [
          { kind: 'add-context', text: 'c' },
          { kind: 'message', text: 'm' },
        ],
      },
    ],
    [
      'a no decides nothing',
      toolEvent('Bash'),
      exited(0, { decision: 'block', reason: 'x' }),
      { decision: 'none', effects: [] },
    ],
    [
      'exit code 2 is a failure',
      toolEvent('Bash'),
      exited(2, '', 'x'),
      { decision: 'none', failure: 'crash' },
    ],
    ['an unknown key is a failure', toolEvent('Bash'), exited(0, { x: 1 }), { failure: 'protocol-error' }],
    [
      'plain text at the end of a turn is ignored',
      toolEvent('Bash', {}, { name: 'Stop' }),
      exited(0, 'x'),
      { decision: 'none', effects: [] },
    ],
    [
      'a timeout is a failure',
      toolEvent('Bash'),
      { kind: 'timed-out', afterMs: 1, stdout: noOutput, stderr: noOutput, ms: 1 },
      { failure: 'timeout' },
    ],
  ])('%s', ([, event, outcome, expected]) => expect(late(event, outcome)).toMatchObject(expected))
})

test.for([
  'CODEX_EXEC_SERVER_NOISE_AUTH_TOKEN',
  'NODE_REPL_AUTH_TOKEN',
  'OPENAI_FEDERATION_RULE_ID',
  'OPENAI_IDENTITY_TOKEN_FILE',
  'OPENAI_WORKLOAD_IDENTITY_CONTEXT',
])('%s is taken out of the environment, and nothing is added', (name) =>
  expect(
    hookSide.environment(toolEvent('Bash'), hook, { [name]: 'x', PATH: '/bin', OPENAI_API_KEY: 'k' }),
  ).toEqual({ [name]: undefined }),
)

test.for<[NodeJS.Platform, string | undefined, readonly string[]]>([
  ['linux', '/bin/zsh', ['/bin/zsh -c x', '/bin/sh -c x']],
  ['linux', '/usr/bin/fish', ['/bin/sh -c x']],
  ['linux', 'bash', ['/bin/sh -c x']],
  ['darwin', undefined, ['/bin/sh -c x']],
  ['win32', '/bin/bash', ['pwsh -NoProfile -Command x', 'powershell -NoProfile -Command x', 'cmd.exe /c x']],
])('on %s with SHELL=%s a command is started by %j', ([platform, shell, expected]) => {
  const variable = (name: string): string | undefined => (name === 'SHELL' ? shell : undefined)
  const commands = hookSide.inlineForms?.['session-shell']?.commands({ command: 'x' }, { platform, variable })
  expect(commands?.map(({ file, args }) => [file, ...args].join(' '))).toEqual(expected)
})

test('an answer that our own limit cut is a no where the event can be refused', () => {
  const cut = { ...exited(0, ''), stdout: { ...noOutput, text: '{', droppedBytes: 9 } }
  expect(hookSide.decodeOutput(hook, toolEvent('Bash'), cut)).toMatchObject({
    decision: 'deny',
    failure: 'overflow',
  })
})
