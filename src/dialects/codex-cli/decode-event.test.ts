import { describe, expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import { isIssue } from '../../core/issue.ts'
import { toWire } from './encode-input.ts'
import { codexEvents } from './events.ts'
import { codexCli } from './index.ts'

const PATCH = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '@@',
  '-old',
  '+new',
  '*** Add File: /etc/b.txt',
  '+b',
  '*** Delete File: c.txt',
  '*** End Patch',
].join('\n')

function tryDecode(fields: Record<string, unknown>): ReturnType<typeof codexCli.decodeEvent> {
  const wire = { session_id: 's', turn_id: 't', cwd: '/home/dev/app', model: 'gpt-5', ...fields }
  const bytes = new TextEncoder().encode(JSON.stringify(wire))
  return codexCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 0 })
}

function decode(fields: Record<string, unknown>): Event {
  const event = tryDecode(fields)
  if (isIssue(event)) throw new Error(event.message)
  return event
}

function call(tool_name: string, tool_input: unknown): Event {
  return decode({ hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: 'call_1' })
}

test.for(Object.keys(codexEvents))('%s is canonical under its own name', (name) => {
  expect(decode({ hook_event_name: name })).toMatchObject({ name, native: name, host: 'codex-cli' })
})

test('a patch is its first edit, with the others as parts and the whole text', () => {
  expect(call('apply_patch', { command: PATCH }).tool).toMatchObject({
    name: 'Edit',
    nativeName: 'apply_patch',
    nativeInput: { command: PATCH },
    input: { file_path: '/home/dev/app/src/a.ts', old_string: 'old', new_string: 'new', patch: PATCH },
    parts: [
      { name: 'Edit', input: { file_path: '/home/dev/app/src/a.ts' } },
      { name: 'Write', input: { file_path: '/etc/b.txt', content: 'b' } },
      { name: 'Edit', input: { file_path: '/home/dev/app/c.txt', new_string: '' } },
    ],
  })
})

test.for<[string, unknown]>([
  ['a text that is no patch', { command: 'rm -rf /' }],
  ['no text', { command: 3 }],
  ['no command', {}],
])('apply_patch with %s is still an edit, and is warned about', ([, input]) => {
  const event = call('apply_patch', input)
  expect(event.tool?.name).toBe('Edit')
  expect(event.issues?.map(({ code }) => code)).toEqual(['payload.patch'])
})

test.for<[string, string, readonly string[]]>([
  [
    'a here-document',
    `apply_patch <<'EOF'\n${PATCH}\nEOF`,
    ['/home/dev/app/src/a.ts', '/etc/b.txt', '/home/dev/app/c.txt'],
  ],
  [
    'the other spelling',
    `applypatch <<'EOF'\n${PATCH}\nEOF`,
    ['/home/dev/app/src/a.ts', '/etc/b.txt', '/home/dev/app/c.txt'],
  ],
  [
    'another folder',
    `cd sub && apply_patch <<'EOF'\n${PATCH}\nEOF`,
    ['/home/dev/app/sub/src/a.ts', '/etc/b.txt', '/home/dev/app/sub/c.txt'],
  ],
  [
    'a quoted folder',
    `cd "/o p" && apply_patch <<'EOF'\n${PATCH}\nEOF`,
    ['/o p/src/a.ts', '/etc/b.txt', '/o p/c.txt'],
  ],
  [
    'a patch in front of the program',
    `printf '%s' '${PATCH}' | apply_patch`,
    ['/home/dev/app/src/a.ts', '/etc/b.txt', '/home/dev/app/c.txt'],
  ],
  [
    'line ends that the shell writes',
    `apply_patch $'${PATCH.replaceAll('\n', String.raw`\n`)}'`,
    ['/home/dev/app/src/a.ts', '/etc/b.txt', '/home/dev/app/c.txt'],
  ],
  ['a patch without its first line', "apply_patch <<'EOF'\n*** Delete File: d\nEOF", ['/home/dev/app/d']],
  ['no patch', 'echo apply_patch', []],
  ['a patch that is only printed', `cat <<'EOF'\n${PATCH}\nEOF`, []],
])('a shell command with %s', ([, command, paths]) => {
  const { tool } = call('Bash', { command })
  expect(tool).toMatchObject({ name: 'Bash', input: { command } })
  expect((tool?.parts ?? []).slice(1).map(({ input }) => input['file_path'])).toEqual(paths)
})

test('a spawned agent has canonical arguments, and its own when rebuilt', () => {
  const event = call('spawn_agent', { message: 'look', agent_type: 'explorer' })
  expect(event.tool).toMatchObject({ name: 'Agent', input: { prompt: 'look', subagent_type: 'explorer' } })
  expect(toWire(event)).toMatchObject({
    tool_name: 'spawn_agent',
    tool_input: { message: 'look', agent_type: 'explorer' },
  })
})

test('an MCP tool keeps name and arguments', () =>
  expect(call('mcp__memory__add', { a: 1 }).tool).toMatchObject({
    name: 'mcp__memory__add',
    input: { a: 1 },
  }))

test.for<[string, Record<string, unknown>]>([
  ['a list as the input', { tool_name: 'Bash', tool_input: [] }],
  ['a text as the input', { tool_name: 'Bash', tool_input: 'rm' }],
  ['a number as the name', { tool_name: 3, tool_input: {} }],
])('%s is a problem that names the event, so that it is not let through', ([, fields]) =>
  expect(tryDecode({ hook_event_name: 'PreToolUse', ...fields })).toMatchObject({ event: 'PreToolUse' }),
)

test('null counts as absent, and odd values of optional keys are warned about', () => {
  const event = decode({
    hook_event_name: 'Stop',
    transcript_path: null,
    permission_mode: 3,
    last_assistant_message: null,
  })
  expect(event.transcriptPath).toBeUndefined()
  expect(event.issues?.map(({ code }) => code)).toEqual(['payload.field'])
})

describe('actionOf', () => {
  const { actionOf } = codexCli

  test('is the same for two calls about one tool call', () =>
    expect(actionOf?.(call('Bash', { command: 'a' }))).toBe(actionOf?.(call('Bash', { command: 'a' }))))

  test.for<[string, Record<string, unknown>]>([
    ['another event', { hook_event_name: 'PostToolUse' }],
    ['another session', { session_id: 'x' }],
    ['another turn', { turn_id: 'x' }],
    ['another id', { tool_use_id: 'x' }],
    ['another command under the same id', { tool_input: { command: 'b' } }],
    ['another tool under the same id', { tool_name: 'mcp__a__b' }],
    ['another directory', { cwd: '/elsewhere' }],
  ])('differs for %s', ([, fields]) => {
    const base = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'a' },
      tool_use_id: 'i',
    }
    expect(actionOf?.(decode({ ...base, ...fields }))).not.toBe(actionOf?.(decode(base)))
  })

  test('is unknown for an empty id', () =>
    expect(
      actionOf?.(
        decode({
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command: 'a' },
          tool_use_id: '',
        }),
      ),
    ).toBeUndefined())

  test.for(['PermissionRequest', 'Stop', 'UserPromptSubmit', 'SessionStart'])('is unknown for %s', (name) =>
    expect(actionOf?.(decode({ hook_event_name: name, tool_name: 'Bash', tool_input: {} }))).toBeUndefined(),
  )
})

describe('rewriteCall', () => {
  const patch = call('apply_patch', { command: PATCH }).tool
  const shell = call('Bash', { command: 'rm x' }).tool
  if (patch === undefined || shell === undefined) throw new Error('no tool')
  const rewrite = codexCli.rewriteCall
  const other = PATCH.replace('src/a.ts', 'src/z.ts')

  test('a new patch text is a new patch, with parts of its own', () =>
    expect(rewrite?.(patch, { ...patch.input, patch: other })).toMatchObject({
      nativeInput: { command: other },
      input: { file_path: '/home/dev/app/src/z.ts', patch: other },
      parts: [{ input: { file_path: '/home/dev/app/src/z.ts' } }, {}, {}],
    }))

  test('a new patch alone, without the keys of the first file, is taken too', () =>
    expect(rewrite?.(patch, { patch: other })).toMatchObject({
      input: { file_path: '/home/dev/app/src/z.ts' },
    }))

  test.for<[string, Record<string, unknown>]>([
    ['another path', { ...patch.input, file_path: '/x' }],
    ['another text', { ...patch.input, new_string: 'x' }],
    ['one more key', { ...patch.input, replace_all: true }],
    ['a patch that is no text', { ...patch.input, patch: 3 }],
    ['a patch without a file', { ...patch.input, patch: 'x' }],
    ['another patch and another path', { ...patch.input, patch: other, file_path: '/x' }],
  ])('%s is refused with a sentence', ([, input]) => expect(rewrite?.(patch, input)).toMatch(/^[A-Z].*\.$/))

  test('a patch whose folder is not known is refused when a path is relative', () => {
    const absolute = call('apply_patch', {
      command: '*** Begin Patch\n*** Add File: /a\n+a\n*** End Patch',
    }).tool
    if (absolute === undefined) throw new Error('no tool')
    const text = '*** Begin Patch\n*** Add File: b\n+a\n*** End Patch'
    expect(rewrite?.(absolute, { ...absolute.input, patch: text })).toMatch(/relative/)
    const whole = '*** Begin Patch\n*** Add File: /b\n+a\n*** End Patch'
    expect(rewrite?.(absolute, { ...absolute.input, patch: whole })).toMatchObject({
      input: { file_path: '/b' },
    })
  })

  test('a shell command may become a patch of absolute paths only', () => {
    const relative = `apply_patch <<'EOF'\n${PATCH}\nEOF`
    expect(rewrite?.(shell, { command: relative })).toMatch(/relative/)
    const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: /b\n+a\n*** End Patch\nEOF"
    expect(rewrite?.(shell, { command })).toMatchObject({ parts: [{ name: 'Bash' }, { name: 'Write' }] })
  })

  test.for<[string, Record<string, unknown>]>([
    ['no command', {}],
    ['a command that is no text', { command: ['ls'] }],
    ['one more key', { command: 'ls', run_in_background: true }],
  ])('a shell call with %s is refused with a sentence', ([, input]) =>
    expect(rewrite?.(shell, input)).toMatch(/^[A-Z].*\.$/),
  )
})
