import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { toWire } from '../../src/dialects/gemini-cli/encode-input.ts'
import { canonicalEvent } from '../../src/dialects/gemini-cli/events.ts'
import { geminiCli } from '../../src/dialects/gemini-cli/index.ts'
import { hook } from '../helpers/builders.ts'
import { toWire as toClaude } from '../helpers/claude-contract.ts'

const ROOT = join(import.meta.dirname, 'fixtures', 'gemini-cli')
const FIXTURES = readdirSync(ROOT).map((name) => [name, readFileSync(join(ROOT, name))] as const)

function decode(bytes: Uint8Array): Event {
  const event = geminiCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

describe.for(FIXTURES)('recorded payload %s', ([name, bytes]) => {
  const native = name.split('.')[0] ?? ''
  const event = decode(bytes)

  test('is the event its name says', () => {
    expect(event).toMatchObject({ native, name: canonicalEvent(native), host: 'gemini-cli' })
    expect(event.issues).toBeUndefined()
    expect(geminiCli.events[native]?.event).toBe(event.name)
  })

  test('reaches a hook of the host byte for byte', async () => {
    const side = await geminiCli.hooks()
    const own = hook({ dialect: 'gemini-cli', wire: 'gemini-cli' })
    expect(side.encodeInput(event, own)).toBe(event.payload?.bytes)
  })

  test('is rebuilt from the canonical event without loss', () =>
    expect(toWire(event)).toEqual(JSON.parse(bytes.toString())))

  test('survives the way through a hook of another wire', () => {
    const { payload: _, ...rest } = event
    const again = toClaude(rest)
    expect(again).toMatchObject({ session_id: event.sessionId, cwd: '/home/dev/app' })
    expect(JSON.stringify(again)).not.toContain('undefined')
  })
})

const BASE = {
  session_id: 's',
  transcript_path: '',
  cwd: '/home/dev/app',
  timestamp: '2026-11-15T08:22:13.270Z',
}
const MCP = {
  tool_name: 'mcp_my_srv_do_it',
  tool_input: { a: [null, { b: 1 }] },
  mcp_context: {
    server_name: 'my_srv',
    tool_name: 'do_it',
    command: 'node',
    args: ['x'],
    cwd: '/c',
    url: 'http://a.example',
    tcp: 'a:1',
  },
  original_request_name: 'run_shell_command',
}
const note = (details: object) => ({
  ...BASE,
  notification_type: 'ToolPermission',
  message: 'Tool x requires execution',
  details: { title: 'x', ...details },
})

/** Payloads that no run recorded, as the source of the host writes them. */
describe.for<[string, Record<string, unknown>]>([
  ['BeforeTool', { ...BASE, ...MCP }],
  ['AfterTool', { ...BASE, ...MCP, tool_response: { llmContent: [{ text: 'x' }], returnDisplay: 'x' } }],
  [
    'AfterTool',
    {
      ...BASE,
      tool_name: 'read_file',
      tool_input: { file_path: '/a', start_line: 2, end_line: 3 },
      tool_response: { llmContent: 'no', returnDisplay: 'no', error: { message: 'no', type: 'x' } },
    },
  ],
  ['Notification', note({ type: 'exec', command: 'ls', rootCommand: 'ls' })],
  [
    'Notification',
    note({
      type: 'edit',
      fileName: 'a',
      filePath: '/a',
      fileDiff: '',
      originalContent: null,
      newContent: '',
    }),
  ],
  ['Notification', note({ type: 'mcp', serverName: 's', toolName: 't', toolDisplayName: 'T' })],
  ['Notification', note({ type: 'info', prompt: 'p', urls: ['u'] })],
  ['PreCompress', { ...BASE, trigger: 'manual' }],
  ['SessionStart', { ...BASE, source: 'resume' }],
  ['SessionEnd', { ...BASE, reason: 'prompt_input_exit' }],
  ['AfterAgent', { ...BASE, prompt: 'p', prompt_response: '[no response text]', stop_hook_active: true }],
])('a payload of %s', ([native, fields]) => {
  const wire = { ...fields, hook_event_name: native }
  const event = decode(new TextEncoder().encode(JSON.stringify(wire)))

  test('has nothing odd', () => expect(event.issues).toBeUndefined())

  test('is rebuilt from the canonical event without loss', () => expect(toWire(event)).toEqual(wire))
})
