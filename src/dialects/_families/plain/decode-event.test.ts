import { describe, expect, test } from 'vitest'
import { decode, dialectOf, PAYLOADS } from '../../../../test/conformance/helpers/plain-payloads.ts'

describe('payloads', () => {
  test.for(
    Object.entries(PAYLOADS).flatMap(([host, events]) =>
      Object.keys(events).map((name) => [host, name] as const),
    ),
  )('%s: a documented payload is %s, and its own hooks get the same bytes', async ([host, name]) => {
    const event = decode(host, PAYLOADS[host]?.[name])
    expect({ name: event.name, host: event.host, projectDir: event.projectDir }).toEqual({
      name,
      host,
      projectDir: '/p',
    })
    const side = await dialectOf(host).hooks()
    const input = side.encodeInput(event, { id: 'h' } as Parameters<typeof side.encodeInput>[1])
    expect(JSON.parse(new TextDecoder().decode(input as Uint8Array))).toEqual(PAYLOADS[host]?.[name])
  })

  test.for(Object.keys(PAYLOADS))('%s: a shell command is Bash', (host) => {
    const { tool } = decode(host, PAYLOADS[host]?.['PreToolUse'])
    expect([tool?.name, tool?.input['command']]).toEqual(['Bash', 'rm -rf build'])
  })

  test.for([
    ['goose', 'hi'],
    ['kiro', 'hi'],
    ['amazon-q', 'hi'],
    ['hermes', 'hi'],
    ['openhands', 'hi'],
  ] as const)('%s: the prompt is found under its key', ([host, prompt]) => {
    expect(decode(host, PAYLOADS[host]?.['UserPromptSubmit']).prompt).toBe(prompt)
  })

  test('hermes: what stands in "extra" is the same as at the top level', () => {
    const event = decode('hermes', PAYLOADS['hermes']?.['PostToolUse'])
    expect(event).toMatchObject({ sessionId: 's1', cwd: '/w', tool: { useId: 'c1', response: 'a' } })
    expect(event.fields).toEqual({})
  })

  test.for([
    ['tool_response', { content: 'a' }],
    ['tool_output', 'a'],
  ] as const)('openhands: the response is found under %s', ([key, response]) => {
    const { tool_response: _, ...payload } = { tool_response: 0, ...PAYLOADS['openhands']?.['PostToolUse'] }
    const event = decode('openhands', { ...payload, [key]: response })
    expect(event.tool?.response).toEqual(response)
    expect(event.fields).toEqual({ metadata: {} })
  })

  test.for([
    ['crush', { event: 'PreToolUse', tool_name: 7 }],
    ['goose', { event: 'PreToolUse', tool_name: 'shell', tool_input: 'ls' }],
    ['kiro', { hook_event_name: 'UserPromptSubmit', prompt: ['x'] }],
    ['hermes', { hook_event_name: 'pre_tool_call', tool_name: 'terminal', tool_input: [] }],
  ] as const)('%s: what a guard could not judge is an issue that names the event', ([host, payload]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    const read = dialectOf(host).decodeEvent({ bytes, startDir: '/', projectDir: '/', at: 0 })
    expect(read).toMatchObject({ code: 'payload.field', event: expect.stringMatching(/^[A-Z]/) as string })
  })

  test('odd values of what nobody needs count as absent, and are told', () => {
    const event = decode('crush', { ...PAYLOADS['crush']?.['PreToolUse'], session_id: 4, cwd: 'a\0b' })
    expect([event.sessionId, event.cwd, event.issues?.length]).toEqual([undefined, '/start', 2])
  })
})

describe('tools', () => {
  function toolOf(host: string, tool_name: string, tool_input: object) {
    const key = { crush: 'event', goose: 'event', openhands: 'event_type' }[host] ?? 'hook_event_name'
    const event = { 'amazon-q': 'preToolUse', hermes: 'pre_tool_call' }[host] ?? 'PreToolUse'
    const { tool, issues } = decode(host, { [key]: event, cwd: '/w', tool_name, tool_input })
    return {
      name: tool?.name,
      input: tool?.input,
      parts: tool?.parts,
      issues: issues?.map(({ code }) => code),
    }
  }

  test.for([
    ['crush', 'view', { file_path: '/a' }, 'Read', { file_path: '/a' }],
    ['crush', 'mcp_github_create_issue', {}, 'mcp__github__create_issue', {}],
    ['goose', 'developer__shell', { command: 'ls' }, 'Bash', { command: 'ls' }],
    ['goose', 'write', { path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    [
      'goose',
      'developer__text_editor',
      { command: 'view', path: '/a' },
      'Read',
      { operation: 'view', file_path: '/a' },
    ],
    ['goose', 'jira__search', {}, 'mcp__jira__search', {}],
    [
      'amazon-q',
      'fs_write',
      { command: 'create', path: '/a', file_text: 'x' },
      'Write',
      { operation: 'create', file_path: '/a', content: 'x' },
    ],
    [
      'kiro',
      'fs_write',
      { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' },
      'Edit',
      { operation: 'str_replace', file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['amazon-q', '@git/status', {}, 'mcp__git__status', {}],
    ['hermes', 'read_file', { path: '/a' }, 'Read', { file_path: '/a' }],
    [
      'openhands',
      'file_editor',
      { command: 'create', path: '/a', file_text: 'x' },
      'Write',
      { operation: 'create', file_path: '/a', content: 'x' },
    ],
    [
      'openhands',
      'file_editor',
      { command: 'view', path: '/a' },
      'Read',
      { operation: 'view', file_path: '/a' },
    ],
    ['goose', 'edit', { file: '/a', before: 'x' }, 'Edit', { file_path: '/a', old_string: 'x' }],
    ['goose', 'write', { file_path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    ['goose', 'write', { path: '/a', file: '/b' }, 'Write', { file_path: '/a', file: '/b' }],
    [
      'goose',
      'developer__text_editor',
      { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' },
      'Edit',
      { operation: 'str_replace', file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['mistral-vibe', 'write_file', { path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    ['mistral-vibe', 'edit', { file_path: '/a', old_string: 'x' }, 'Edit', { file_path: '/a' }],
    ['mistral-vibe', 'read_file', { path: '/a' }, 'Read', { file_path: '/a' }],
    ['openhands', 'edit', { file_path: '/a', old_string: 'x' }, 'Edit', { file_path: '/a', old_string: 'x' }],
    ['openhands', 'write_file', { file_path: '/a', content: 'x' }, 'Write', { file_path: '/a' }],
    ['openhands', 'read_file', { file_path: '/a' }, 'Read', { file_path: '/a' }],
    ['openhands', 'list_directory', { dir_path: '/a' }, 'LS', { path: '/a' }],
    [
      'openhands',
      'apply_patch',
      { patch: '*** Begin Patch\n*** Add File: /a\n+x\n*** End Patch' },
      'Write',
      { file_path: '/a' },
    ],
  ] as const)('%s: %s %j is %s', ([host, native, args, name, input]) => {
    expect(toolOf(host, native, args)).toMatchObject({ name, input })
  })

  test('amazon-q: several files to read are parts, and one is not', () => {
    const operations = [
      { mode: 'Line', path: '/a' },
      { mode: 'Image', image_paths: ['/b.png', '/c.png'] },
    ]
    const { input, parts } = toolOf('amazon-q', 'fs_read', { operations })
    expect(input).toMatchObject({ file_path: '/a', operations })
    expect(parts?.map((part) => [part.name, part.input['file_path']])).toEqual([
      ['Read', '/a'],
      ['Read', '/b.png'],
      ['Read', '/c.png'],
    ])
    expect(toolOf('amazon-q', 'fs_read', { operations: [operations[0]] }).parts).toBeUndefined()
  })

  test('amazon-q: the calls of a whole turn are parts of one', () => {
    const call = { tool_name: 'execute_bash', cwd: '/w', tool_input: { command: 'ls' }, tool_response: {} }
    const other = {
      ...call,
      tool_name: 'fs_write',
      tool_input: { command: 'create', path: '/a', file_text: '' },
    }
    const { tool } = decode('amazon-q', {
      hook_event_name: 'postToolUse',
      cwd: '/w',
      hook_events: [call, other],
    })
    expect(tool?.parts?.map(({ name }) => name)).toEqual(['Bash', 'Write'])
  })

  test('hermes: a patch is the files that it touches, and the file beside it', () => {
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** Delete File: b.txt\n*** End Patch'
    const { name, parts } = toolOf('hermes', 'patch', { mode: 'patch', patch })
    expect([name, parts?.map((part) => [part.name, part.input['file_path']])]).toEqual([
      'Write',
      [
        ['Write', '/w/a.txt'],
        ['Edit', '/w/b.txt'],
      ],
    ])
    const both = toolOf('hermes', 'patch', { mode: 'patch', path: '/w/fine.txt', patch })
    expect(both.parts?.map((part) => part.input['file_path'])).toEqual([
      '/w/fine.txt',
      '/w/a.txt',
      '/w/b.txt',
    ])
    expect(toolOf('hermes', 'patch', { patch: 'nothing' }).issues).toEqual(['payload.patch'])
  })

  test('a foreign key cannot hide which file is written', () => {
    const { input, issues } = toolOf('amazon-q', 'fs_write', {
      command: 'create',
      path: '/etc/passwd',
      file_path: '/tmp/fine',
      file_text: '',
    })
    expect([input?.['file_path'], issues]).toEqual(['/etc/passwd', ['payload.spare-key']])
  })

  test('goose: an event about a file or a command names no tool, and has one', () => {
    const shell = { event: 'BeforeShellExecution', session_id: 's', matcher_context: 'ls -l' }
    const file = { event: 'AfterFileEdit', session_id: 's', matcher_context: '/w/a.txt' }
    expect(decode('goose', shell)).toMatchObject({
      name: 'PreToolUse',
      tool: { name: 'Bash', input: { command: 'ls -l' } },
    })
    expect(decode('goose', file)).toMatchObject({
      name: 'PostToolUse',
      tool: { name: 'Edit', input: { file_path: '/w/a.txt' }, nativeInput: { path: '/w/a.txt' } },
    })
  })

  test.for([
    [
      'hermes',
      'write_file',
      { path: '/a', content: 'x' },
      { file_path: '/b', content: 'x' },
      { path: '/b', content: 'x' },
    ],
    [
      'openhands',
      'file_editor',
      { command: 'create', path: '/a', file_text: 'x' },
      { operation: 'create', file_path: '/b', content: 'x' },
      { command: 'create', path: '/b', file_text: 'x' },
    ],
  ] as const)("%s: a new input of %s gets the host's own names", ([host, native, args, input, expected]) => {
    const key = host === 'openhands' ? 'event_type' : 'hook_event_name'
    const { tool } = decode(host, {
      [key]: host === 'openhands' ? 'PreToolUse' : 'pre_tool_call',
      tool_name: native,
      tool_input: args,
    })
    const call = tool && dialectOf(host).rewriteCall?.(tool, input)
    expect(call).toMatchObject({ input, nativeInput: expected })
  })

  test('hermes: a new path of a patch is not expressible, also when the patch has one file', () => {
    const { tool } = decode('hermes', {
      hook_event_name: 'pre_tool_call',
      tool_name: 'patch',
      tool_input: { mode: 'patch', patch: '*** Begin Patch\n*** Update File: a\n+x\n*** End Patch' },
    })
    const input = { ...tool?.input, file_path: '/b' }
    expect(tool && dialectOf('hermes').rewriteCall?.(tool, input)).toMatch(/applies a patch/)
  })

  test('amazon-q: a new input of a list of files is not expressible', () => {
    const { tool } = decode('amazon-q', PAYLOADS['amazon-q']?.['PostToolUse'])
    expect(tool && dialectOf('amazon-q').rewriteCall?.(tool, { file_path: '/b' })).toMatch(/in a list/)
  })
})
