import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { toWire } from '../../src/dialects/codex-cli/encode-input.ts'
import { codexCli } from '../../src/dialects/codex-cli/index.ts'

const ROOT = join(import.meta.dirname, 'fixtures', 'codex-cli')
const FIXTURES = readdirSync(ROOT).map((name) => [name, readFileSync(join(ROOT, name))] as const)

describe.for(FIXTURES)('recorded payload %s', ([name, bytes]) => {
  const event = decode(bytes)

  test('is the event its name says', () => expect(event.name).toBe(name.split('.')[0]))

  test('has nothing odd', () => expect(event.issues).toBeUndefined())

  test('reaches a hook of Codex byte for byte', async () => {
    const side = await codexCli.hooks()
    expect(Buffer.from(side.encodeInput(event, {} as never) as Uint8Array)).toEqual(bytes)
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(JSON.parse(JSON.stringify(toWire(event)))).toEqual(JSON.parse(bytes.toString())))
})

const COMMON = {
  session_id: 's',
  transcript_path: null,
  cwd: '/home/dev/app',
  model: 'gpt-5',
  permission_mode: 'default',
}
const TURN = { ...COMMON, turn_id: 't' }
const { permission_mode: _, ...UNMODED } = TURN
const AGENT = { agent_id: 'a-1', agent_type: 'explorer' }
const PATCH = '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** Delete File: b.txt\n*** End Patch'
const RESULT = { content: [{ type: 'text', text: 'ok' }], isError: false, n: 1.5 }

/** Payloads that no run recorded, as the source of Codex writes them. */
describe.for<[string, Record<string, unknown>]>([
  ['PreToolUse', { ...TURN, tool_name: 'apply_patch', tool_input: { command: PATCH }, tool_use_id: 'c' }],
  ['PreToolUse', { ...TURN, tool_name: 'mcp__s__t', tool_input: { a: [null, { b: 1 }] }, tool_use_id: 'c' }],
  [
    'PreToolUse',
    {
      ...TURN,
      tool_name: 'spawn_agent',
      tool_input: { message: 'm', agent_type: 'x', task_name: 'n', items: [] },
      tool_use_id: 'c',
    },
  ],
  ['PreToolUse', { ...TURN, tool_name: 'view_image', tool_input: { path: '/a' }, tool_use_id: 'c' }],
  ['PreToolUse', { ...TURN, ...AGENT, tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c' }],
  [
    'PermissionRequest',
    { ...TURN, tool_name: 'Bash', tool_input: { command: 'ls', description: 'network-access a.example' } },
  ],
  [
    'PermissionRequest',
    { ...TURN, tool_name: 'request_permissions', tool_input: { reason: null, permissions: {} } },
  ],
  [
    'PostToolUse',
    {
      ...TURN,
      tool_name: 'apply_patch',
      tool_input: { command: PATCH },
      tool_response: 'ok',
      tool_use_id: 'c',
    },
  ],
  [
    'PostToolUse',
    { ...TURN, tool_name: 'mcp__s__t', tool_input: {}, tool_response: RESULT, tool_use_id: 'c' },
  ],
  ['PreCompact', { ...UNMODED, trigger: 'auto' }],
  ['PostCompact', { ...UNMODED, ...AGENT, trigger: 'manual' }],
  ['SessionStart', { ...COMMON, source: 'compact' }],
  ['UserPromptSubmit', { ...TURN, ...AGENT, prompt: 'hi' }],
  ['SubagentStart', { ...TURN, ...AGENT }],
  [
    'SubagentStop',
    {
      ...TURN,
      ...AGENT,
      stop_hook_active: true,
      last_assistant_message: null,
      agent_transcript_path: '/home/dev/t.jsonl',
    },
  ],
  ['Stop', { ...TURN, stop_hook_active: true, last_assistant_message: null }],
  ['Interrupt', TURN],
])('a payload of %s', ([name, fields]) => {
  const wire = { ...fields, hook_event_name: name }
  const event = decode(new TextEncoder().encode(JSON.stringify(wire)))

  test('has nothing odd', () => expect(event.issues).toBeUndefined())

  test('is rebuilt from the canonical event without loss', () => expect(toWire(event)).toEqual(wire))
})

test('a patch in a shell command shows the file that it adds', () => {
  const event = decode(readFileSync(join(ROOT, 'PreToolUse.apply_patch.json')))
  expect(event.tool?.name).toBe('Bash')
  expect(event.tool?.parts?.map(({ name, input }) => [name, input['file_path']])).toEqual([
    ['Bash', undefined],
    ['Write', '/home/dev/app/a.txt'],
  ])
})

function decode(bytes: Uint8Array): Event {
  const event = codexCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}
