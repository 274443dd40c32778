import { describe, expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Event, ToolCall } from '../../core/event.ts'
import { subjectOf } from '../../core/event.ts'
import { isIssue } from '../../core/issue.ts'
import { toNative } from './arguments.ts'
import { geminiCli } from './index.ts'
import { NATIVE_TOOL } from './tools.ts'

function eventOf(tool: string, input: unknown, more: object = {}): Event {
  const payload = { hook_event_name: 'BeforeTool', tool_name: tool, tool_input: input, ...more }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = geminiCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

function callOf(...args: Parameters<typeof eventOf>): ToolCall {
  const { tool } = eventOf(...args)
  if (tool === undefined) throw new Error('no tool')
  return tool
}

type Input = Readonly<Record<string, unknown>>

const CALLS: readonly (readonly [native: string, args: Input, name: string, canonical: Input])[] = [
  [
    'run_shell_command',
    { command: 'ls', is_background: true },
    'Bash',
    { command: 'ls', run_in_background: true },
  ],
  [
    'read_file',
    { file_path: '/a', start_line: 3, end_line: 5 },
    'Read',
    { file_path: '/a', offset: 3, limit: 3 },
  ],
  ['read_file', { file_path: '/a', end_line: 5 }, 'Read', { file_path: '/a', limit: 5 }],
  ['read_file', { absolute_path: '/a' }, 'Read', { file_path: '/a' }],
  [
    'read_file',
    { absolute_path: '/a', offset: 0, limit: 9 },
    'Read',
    { file_path: '/a', offset: 0, limit: 9 },
  ],
  ['write_file', { file_path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
  [
    'replace',
    { file_path: '/a', instruction: 'i', old_string: 'x', new_string: 'y', allow_multiple: true },
    'Edit',
    { file_path: '/a', instruction: 'i', old_string: 'x', new_string: 'y', replace_all: true },
  ],
  ['glob', { pattern: '*', dir_path: 'src' }, 'Glob', { pattern: '*', path: 'src' }],
  ['glob', { pattern: '*', path: 'src' }, 'Glob', { pattern: '*', path: 'src' }],
  [
    'grep_search',
    { pattern: 'x', dir_path: 'src', include_pattern: '*.ts' },
    'Grep',
    { pattern: 'x', path: 'src', glob: '*.ts' },
  ],
  ['search_file_content', { pattern: 'x', include: '*.ts' }, 'Grep', { pattern: 'x', glob: '*.ts' }],
  [
    'web_fetch',
    { prompt: 'sum up https://a.example/x.' },
    'WebFetch',
    { prompt: 'sum up https://a.example/x.', url: 'https://a.example/x' },
  ],
  ['google_web_search', { query: 'q' }, 'WebSearch', { query: 'q' }],
  ['invoke_agent', { agent_name: 'a', prompt: 'p' }, 'Agent', { subagent_type: 'a', prompt: 'p' }],
  ['list_directory', { dir_path: '/a' }, 'list_directory', { dir_path: '/a' }],
]

describe.for(CALLS)('%s %j', ([native, args, name, canonical]) => {
  const call = callOf(native, args)

  test('has its canonical name and arguments', () =>
    expect(call).toMatchObject({ name, nativeName: native, input: canonical, nativeInput: args }))

  test('comes back in the keys it was sent with', () =>
    expect(geminiCli.rewriteCall?.(call, call.input)).toEqual(call))
})

describe('a call of several parts', () => {
  test('a list of files is one Read for each', () => {
    const call = callOf('read_many_files', { include: ['/a', '/b'], exclude: ['/c'] })
    expect(call).toMatchObject({
      name: 'Read',
      input: { file_path: '/a' },
      parts: [
        { name: 'Read', input: { file_path: '/a' } },
        { name: 'Read', input: { file_path: '/b' } },
      ],
    })
    expect(geminiCli.rewriteCall?.(call, call.input)).toEqual(call)
    expect(geminiCli.rewriteCall?.(call, { file_path: '/z' })).toMatch(/reads a list of files/)
  })

  test('a list of one file is rewritten by its path', () =>
    expect(
      geminiCli.rewriteCall?.(callOf('read_many_files', { paths: ['/a'] }), { file_path: '/z' }),
    ).toMatchObject({
      nativeInput: { paths: ['/z'] },
      input: { file_path: '/z' },
    }))

  test('each address in a prompt is one WebFetch', () => {
    const prompt = 'compare https://a.example and (http://b.example/y)'
    expect(callOf('web_fetch', { prompt }).parts?.map(({ input }) => input['url'])).toEqual([
      'https://a.example',
      'http://b.example/y',
    ])
  })

  test('files in two lists are several', () => {
    const call = callOf('read_many_files', { include: ['/a'], paths: ['/b'] })
    expect(geminiCli.rewriteCall?.(call, { file_path: '/z' })).toMatch(/reads a list of files/)
  })

  test('another address is refused where there are several: a hook was shown one of them', () => {
    const prompt = 'compare https://a.example and https://b.example'
    const call = callOf('web_fetch', { prompt })
    expect(geminiCli.rewriteCall?.(call, { prompt, url: 'https://c.example' })).toMatch(/several addresses/)
  })

  test('another address is put into the prompt, or refused', () => {
    const call = callOf('web_fetch', { prompt: 'read http://a.example now' })
    expect(geminiCli.rewriteCall?.(call, { ...call.input, url: 'https://a.example' })).toMatchObject({
      nativeInput: { prompt: 'read https://a.example now' },
    })
    expect(geminiCli.rewriteCall?.(call, { prompt: 'other', url: 'https://b.example' })).toMatch(
      /takes addresses/,
    )
  })
})

describe('hostile arguments', () => {
  test.for<[string, Input, Input]>([
    ['read_file', { file_path: '/secret', absolute_path: '/ok' }, { file_path: '/secret' }],
    ['glob', { dir_path: '/secret', path: '/ok', pattern: '*' }, { path: '/secret' }],
    [
      'replace',
      { file_path: '/a', old_string: '', new_string: '', allow_multiple: true, replace_all: false },
      { replace_all: true },
    ],
  ])('what %s reads counts: %j', ([native, args, seen]) => {
    const event = eventOf(native, args)
    expect(event.tool?.input).toMatchObject(seen)
    const again = event.tool && geminiCli.rewriteCall?.(event.tool, event.tool.input)
    expect(again).toMatchObject({ input: seen })
  })

  test.for([5, 'text', [1], true])('arguments that are %j are told and kept', (args) => {
    const event = eventOf('run_shell_command', args)
    expect(event.tool?.nativeInput).toEqual(args)
    expect(event.issues?.map(({ code }) => code)).toEqual(['payload.tool-args'])
  })

  test('arguments that are null are kept, and nothing is told', () => {
    const event = eventOf('run_shell_command', null)
    expect(event.tool?.nativeInput).toBeNull()
    expect(event.issues ?? []).toEqual([])
  })

  test('names of properties of objects are no tools', () =>
    expect(callOf('constructor', { __proto__: 1, toString: 2 }).name).toBe('constructor'))
})

describe('tools of MCP servers', () => {
  const context = { server_name: 'my_srv', tool_name: 'do_it', command: 'x' }

  test('the context says where the name of the server ends', () => {
    const event = eventOf('mcp_my_srv_do_it', {}, { mcp_context: context })
    expect(event.tool?.name).toBe('mcp__my_srv__do_it')
    expect(event.fields['mcp_context']).toEqual(context)
  })

  test('without a context the first underscore does', () =>
    expect(callOf('mcp_srv_do_it', {}).name).toBe('mcp__srv__do_it'))

  test('matchers see the name of the host, whoever calls', () => {
    const own = eventOf('mcp_my_srv_do_it', {}, { mcp_context: context })
    expect(subjectOf(own, NATIVE_TOOL)).toBe('mcp_my_srv_do_it')
    const tool = { name: 'mcp__a__b', nativeName: 'mcp__a__b', input: {}, nativeInput: {} }
    expect(subjectOf({ ...own, host: 'claude-code', tool }, NATIVE_TOOL)).toBe('mcp_a_b')
    expect(subjectOf({ ...own, tool: { ...tool, name: 'Bash' } }, NATIVE_TOOL)).toBe('run_shell_command')
  })
})

test('a call of another host has the arguments of this one', async () => {
  const side = await geminiCli.hooks()
  const { payload: _, ...event } = eventOf('x', {})
  const tool = {
    name: 'Grep',
    nativeName: 'Grep',
    input: { pattern: 'x', path: '/a', glob: '*.ts' },
    nativeInput: {},
  }
  const own = hook({ dialect: 'gemini-cli', wire: 'gemini-cli' })
  const written = side.encodeInput(
    { ...event, host: 'claude-code', name: 'PreToolUse', native: 'PreToolUse', tool },
    own,
  )
  expect(JSON.parse(written as string)).toMatchObject({
    hook_event_name: 'BeforeTool',
    tool_name: 'grep_search',
    tool_input: { pattern: 'x', dir_path: '/a', include_pattern: '*.ts' },
  })
  expect(toNative('Read', { file_path: '/a', offset: 2, limit: 2 })).toEqual({
    file_path: '/a',
    start_line: 2,
    end_line: 3,
  })
})

/** Arguments of the tools of 0.61.0 that have a canonical name, as a recorded request to the model declares them. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  activate_skill: ['name'],
  glob: ['pattern', 'dir_path', 'case_sensitive', 'respect_git_ignore', 'respect_gemini_ignore'],
  google_web_search: ['query'],
  grep_search: [
    'pattern',
    'dir_path',
    'include_pattern',
    'exclude_pattern',
    'names_only',
    'max_matches_per_file',
    'total_max_matches',
  ],
  invoke_agent: ['agent_name', 'prompt', 'wait_for_previous'],
  read_file: ['file_path', 'start_line', 'end_line'],
  replace: ['file_path', 'instruction', 'old_string', 'new_string', 'allow_multiple'],
  run_shell_command: ['command', 'description', 'dir_path', 'is_background', 'delay_ms'],
  web_fetch: ['prompt'],
  write_file: ['file_path', 'content'],
}

describe.for(Object.entries(DECLARED))('a rewrite of %s', ([native, keys]) => {
  const values: Readonly<Record<string, unknown>> = { start_line: 2, end_line: 3, is_background: true }
  const args = Object.fromEntries(keys.map((key) => [key, values[key] ?? 'x']))
  const whole = callOf(native, args)

  test('may set every argument that the tool has', () =>
    expect(geminiCli.rewriteCall?.(callOf(native, {}), whole.input)).toMatchObject({ nativeInput: args }))

  test('may set no other', () =>
    expect(geminiCli.rewriteCall?.(whole, { ...whole.input, other: 1 })).toBe(
      `A hook set "other", and ${native} of Gemini CLI has no such argument.`,
    ))
})
