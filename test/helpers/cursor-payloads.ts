/** Fields that payloads of Cursor have in common, as its documents list them. */
const BASE = {
  conversation_id: 'c-1',
  generation_id: 'g-1',
  model: 'fast',
  cursor_version: '3.2.0',
  workspace_roots: ['/home/dev/app'],
  user_email: null,
  transcript_path: null,
}

type Payload = Readonly<Record<string, unknown>>

const CALL = { tool_use_id: 't-1', cwd: '/home/dev/app' }
const SHELL = { tool_name: 'Shell', tool_input: { command: 'rm -rf x', working_directory: '/home/dev/app' } }
const MCP = {
  tool_name: 'push',
  tool_input: '{"b":1,"a":[2]}',
  mcp_server_name: 'github',
  url: 'https://x',
  mcp_server_url: 'https://x',
}
const EDITS = [{ old_string: 'a', new_string: 'b' }]

/** One payload for each of the 21 events, made from the documents; none was captured. */
const SPECIFIC: Readonly<Record<string, Payload>> = {
  sessionStart: { session_id: 'c-1', is_background_agent: false, composer_mode: 'agent' },
  sessionEnd: {
    session_id: 'c-1',
    reason: 'user_close',
    duration_ms: 5,
    is_background_agent: false,
    final_status: 'completed',
  },
  beforeSubmitPrompt: { prompt: 'do it', attachments: [{ type: 'file', file_path: '/home/dev/app/a' }] },
  preToolUse: { ...SHELL, ...CALL },
  postToolUse: { ...SHELL, ...CALL, tool_output: '{"exitCode":0,"stdout":"done"}', duration: 7 },
  postToolUseFailure: {
    ...SHELL,
    ...CALL,
    error_message: 'boom',
    failure_type: 'error',
    duration: 7,
    is_interrupt: false,
  },
  beforeShellExecution: { command: 'rm -rf x', cwd: '/home/dev/app', sandbox: false },
  afterShellExecution: { command: 'rm -rf x', output: 'done', duration: 7, sandbox: false },
  beforeMCPExecution: MCP,
  afterMCPExecution: { ...MCP, result_json: '{"ok":true}', duration: 7 },
  beforeReadFile: { file_path: '/home/dev/app/.env', content: 'KEY=1', attachments: [] },
  afterFileEdit: { file_path: '/home/dev/app/a.ts', edits: EDITS },
  subagentStart: {
    subagent_id: 's-1',
    subagent_type: 'explore',
    task: 'look',
    parent_conversation_id: 'c-1',
    tool_call_id: 't-2',
    subagent_model: 'fast',
    is_parallel_worker: false,
  },
  subagentStop: {
    subagent_type: 'explore',
    status: 'completed',
    task: 'look',
    description: 'd',
    summary: 'found it',
    duration_ms: 9,
    message_count: 1,
    tool_call_count: 2,
    loop_count: 0,
    modified_files: [],
    agent_transcript_path: null,
  },
  preCompact: {
    trigger: 'auto',
    context_usage_percent: 90,
    context_tokens: 9,
    context_window_size: 10,
    message_count: 3,
    messages_to_compact: 2,
    is_first_compaction: true,
  },
  stop: { status: 'completed', loop_count: 0 },
  afterAgentResponse: { text: 'hello' },
  afterAgentThought: { text: 'hm', duration_ms: 4 },
  beforeTabFileRead: { file_path: '/home/dev/app/.env', content: 'KEY=1' },
  afterTabFileEdit: { file_path: '/home/dev/app/a.ts', edits: EDITS },
  workspaceOpen: {},
}

/** Names of all events. */
export const NATIVES: readonly string[] = Object.keys(SPECIFIC)

/** Returns the payload of an event, with changes. */
export function cursorPayload(native: string, changes: Payload = {}): Payload {
  const { cursor_version, workspace_roots, user_email } = BASE
  const base = native === 'workspaceOpen' ? { cursor_version, workspace_roots, user_email } : BASE
  return { ...base, hook_event_name: native, ...SPECIFIC[native], ...changes }
}
