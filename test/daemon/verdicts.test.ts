import { expect, test } from 'vitest'
import { approve, bashEvent, CLAUDE, createInstalled, type HostCall } from '../helpers/daemon.ts'

const CONFIG = `version: 1
packs:
  - { use: hookwright/dangerous-commands, with: { level: deny } }
hooks:
  PreToolUse:
    - { id: rule, matcher: Bash, if: 'Bash(rm *)', deny: 'rule says no, with "quotes" and \\u00e9' }
    - { id: exit-2, matcher: Write, shell: sh, command: 'echo from stderr >&2; exit 2' }
    - { id: json, matcher: Read, shell: sh, command: 'printf %s "{\\"decision\\":\\"deny\\",\\"reason\\":\\"json\\"}"' }
    - { id: broken, matcher: Edit, shell: sh, command: 'echo half; echo broken >&2; exit 7' }
    - { id: gone, matcher: Glob, command: '/nowhere/program' }
  UserPromptSubmit:
    - { id: context, shell: sh, command: 'printf "line one\\nline two\\n"' }
  SessionStart:
    - { id: silent, command: 'true' }
`

const tool = (name: string, input: object): string =>
  JSON.stringify({ session_id: 's', hook_event_name: 'PreToolUse', tool_name: name, tool_input: input })

const EVENTS: readonly (readonly [string, readonly string[], HostCall])[] = [
  ['nothing to say', CLAUDE, { input: bashEvent('ls') }],
  ['a rule denies', CLAUDE, { input: bashEvent('rm -rf x') }],
  ['a pack denies', CLAUDE, { input: bashEvent('sudo rm -rf /') }],
  ['exit code 2', CLAUDE, { input: tool('Write', { file_path: '/x', content: 'y' }) }],
  ['JSON denies', CLAUDE, { input: tool('Read', { file_path: '/x' }) }],
  ['a hook fails', CLAUDE, { input: tool('Edit', { file_path: '/x', old_string: 'a', new_string: 'b' }) }],
  [
    'a hook fails in strict mode',
    [...CLAUDE, '--on-error', 'deny'],
    { input: tool('Edit', { file_path: '/x' }) },
  ],
  ['a program is missing', CLAUDE, { input: tool('Glob', { pattern: '*' }) }],
  [
    'context',
    CLAUDE,
    { input: JSON.stringify({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'hi' }) },
  ],
  [
    'the start of a session',
    CLAUDE,
    { input: JSON.stringify({ session_id: 's', hook_event_name: 'SessionStart', source: 'startup' }) },
  ],
  ['an unknown event', CLAUDE, { input: JSON.stringify({ session_id: 's', hook_event_name: 'Nonsense' }) }],
  ['no payload', CLAUDE, {}],
  ['no payload in strict mode', [...CLAUDE, '--on-error', 'deny'], {}],
  ['no JSON', CLAUDE, { input: 'what?' }],
  ['another directory', [...CLAUDE, '--cwd', '/'], { input: bashEvent('rm -rf x') }],
  ['an unknown option', [...CLAUDE, '--nonsense'], { input: bashEvent('rm x') }],
  ['an unknown host', ['run', '--host', 'nonsense'], { input: bashEvent('rm x') }],
  ['a record', [...CLAUDE, '--help'], { input: '' }],
  [
    'Copilot',
    ['run', '--host', 'copilot', '--event', 'preToolUse'],
    {
      input: JSON.stringify({
        timestamp: 1,
        cwd: '/x',
        toolName: 'bash',
        toolArgs: '{"command":"rm -rf x"}',
      }),
    },
  ],
  [
    'Gemini CLI',
    ['run', '--host', 'gemini-cli'],
    {
      input: JSON.stringify({
        session_id: 's',
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: { command: 'rm -rf x' },
      }),
    },
  ],
  [
    'Codex CLI',
    ['run', '--host', 'codex-cli'],
    { input: bashEvent('rm -rf x', { turn_id: 't', cwd: '/x' }) },
  ],
  [
    'Cursor',
    ['run', '--host', 'cursor'],
    {
      input: JSON.stringify({
        conversation_id: 'c',
        generation_id: 'g',
        hook_event_name: 'beforeShellExecution',
        command: 'rm -rf x',
        cwd: '/x',
      }),
    },
  ],
]

test('a daemon gives every host the bytes and the exit code that a process of its own gives', async () => {
  const installed = createInstalled()
  installed.box.write('hookwright.yaml', CONFIG)
  await approve(installed.box)
  await installed.startDaemon()
  const denied: string[] = []
  for (const [name, args, call] of EVENTS) {
    const alone = await installed.alone(args, call)
    const before = installed.evaluated()
    expect({ name, ...(await installed.call(args, call)) }).toEqual({ name, ...alone })
    const isLeft = installed.evaluated() > before
    expect({ name, isLeft }).toEqual({ name, isLeft: /unknown option|unknown host|a record/.test(name) })
    if (/den(?:y|ied)|block/.test(alone.stdout) || alone.code === 2) denied.push(name)
  }
  expect(denied).toEqual(
    expect.arrayContaining(['a rule denies', 'a pack denies', 'exit code 2', 'JSON denies', 'Codex CLI']),
  )
})

test('a daemon tells of hooks that nobody approved as a process of its own does', async () => {
  const installed = createInstalled()
  installed.box.write('hookwright.yaml', CONFIG)
  await installed.startDaemon()
  for (const tool_name of ['Bash', 'Write']) {
    // It is told once for each session.
    const [one, other] = [bashEvent('rm x', { tool_name, session_id: '1' }), bashEvent('rm x', { tool_name })]
    const alone = await installed.alone(CLAUDE, { input: one })
    const before = installed.evaluated()
    expect(await installed.call(CLAUDE, { input: other })).toEqual(alone)
    expect(installed.evaluated()).toBe(before)
    expect(alone.stderr + alone.stdout).toMatch(/trust|approve/)
  }
})
