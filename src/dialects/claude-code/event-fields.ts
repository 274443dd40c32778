/** What a field of a payload holds; a list is a closed set of words. */
export type InputType = keyof Values | readonly string[]

type Values = {
  text: string
  flag: boolean
  number: number
  object: Readonly<Record<string, unknown>>
  any: unknown
  texts: readonly string[]
  'text or null': string | null
  'MCP server': McpServerWire
  'permission updates': readonly PermissionUpdateWire[]
  'background tasks': readonly BackgroundTaskWire[]
  'session crons': readonly SessionCronWire[]
  'tool calls': readonly ToolCallWire[]
}

type McpServerWire = { readonly name: string; readonly source: string }

type Destination = 'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg'

export type PermissionUpdateWire = { readonly destination: Destination } & (
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly { readonly toolName: string; readonly ruleContent?: string }[]
      readonly behavior: 'allow' | 'deny' | 'ask'
    }
  | { readonly type: 'setMode'; readonly mode: string }
  | { readonly type: 'addDirectories' | 'removeDirectories'; readonly directories: readonly string[] }
)

type BackgroundTaskWire = {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly description: string
} & { readonly [Field in 'command' | 'agent_type' | 'server' | 'tool' | 'name']?: string }

type SessionCronWire = {
  readonly id: string
  readonly schedule: string
  readonly recurring: boolean
  readonly prompt: string
}

type ToolCallWire = {
  readonly tool_name: string
  readonly tool_input: unknown
  readonly tool_use_id: string
  readonly tool_response?: unknown
}

/** On every payload, or wherever the host knows them. */
export const COMMON_INPUT = {
  session_id: 'text',
  transcript_path: 'text',
  cwd: 'text',
  hook_event_name: 'text',
  'prompt_id?': 'text',
  'permission_mode?': ['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'],
  'agent_id?': 'text',
  'agent_type?': 'text',
  'effort?': 'object',
  'scratchpad_dir?': 'text',
} as const satisfies Readonly<Record<string, InputType>>

const TOOL = { tool_name: 'text', tool_input: 'object', 'mcp_server?': 'MCP server' } as const
const CALL = { ...TOOL, tool_use_id: 'text' } as const
const STOP = {
  stop_hook_active: 'flag',
  'last_assistant_message?': 'text',
  'background_tasks?': 'background tasks',
  'session_crons?': 'session crons',
} as const
const TASK = {
  task_id: 'text',
  task_subject: 'text',
  'task_description?': 'text',
  'teammate_name?': 'text',
  'team_name?': 'text',
} as const
const SWITCH = {
  from_model: 'text',
  to_model: 'text',
  requested_model: 'text or null',
  context_tokens: 'number',
  prompt_cache_warm: 'flag',
  cache_ttl: ['5m', '1h'],
  estimated_cache_write_usd: 'number',
  pricing: ['configured', 'catalog', 'default'],
} as const

/** What payloads hold beyond the common fields, by event; a question mark means: not always. As of Claude Code 2.1.325. */
export const EVENT_INPUT = {
  PreToolUse: CALL,
  PermissionRequest: { ...TOOL, 'permission_suggestions?': 'permission updates' },
  PermissionDenied: { ...CALL, reason: 'text' },
  PostToolUse: { ...CALL, tool_response: 'any', 'duration_ms?': 'number' },
  PostToolUseFailure: { ...CALL, error: 'text', 'is_interrupt?': 'flag', 'duration_ms?': 'number' },
  PostToolBatch: { tool_calls: 'tool calls' },
  UserPromptSubmit: {
    prompt: 'text',
    'source?': ['user', 'sdk', 'system', 'loop_wakeup', 'schedule_wakeup', 'poll_event'],
    'session_title?': 'text',
  },
  UserPromptExpansion: {
    expansion_type: ['slash_command', 'mcp_prompt'],
    command_name: 'text',
    command_args: 'text',
    'command_source?': 'text',
    prompt: 'text',
  },
  SessionStart: {
    source: ['startup', 'resume', 'clear', 'compact', 'fork'],
    'model?': 'text',
    'session_title?': 'text',
    'seconds_since_last_response?': 'number',
    'context_tokens?': 'number',
    'prompt_cache_likely_expired?': 'flag',
    'estimated_cache_write_usd?': 'number',
  },
  Setup: { trigger: ['init', 'maintenance'] },
  Stop: STOP,
  SubagentStop: { ...STOP, agent_id: 'text', agent_type: 'text', agent_transcript_path: 'text' },
  SubagentStart: { agent_id: 'text', agent_type: 'text' },
  TeammateIdle: { teammate_name: 'text', 'team_name?': 'text' },
  TaskCreated: TASK,
  TaskCompleted: TASK,
  PreModelSwitch: { ...SWITCH, source: ['command', 'picker', 'sdk'] },
  PostModelSwitch: { ...SWITCH, source: ['command', 'picker', 'sdk', 'auto', 'resume'] },
  MessageDisplay: { turn_id: 'text', message_id: 'text', index: 'number', final: 'flag', delta: 'text' },
  Notification: { message: 'text', 'title?': 'text', notification_type: 'text' },
  SessionEnd: { reason: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'] },
  StopFailure: {
    error: [
      'authentication_failed',
      'oauth_org_not_allowed',
      'account_on_hold',
      'verification_required',
      'billing_error',
      'rate_limit',
      'overloaded',
      'invalid_request',
      'model_not_found',
      'server_error',
      'unknown',
      'max_output_tokens',
      'cloud_credential_error',
    ],
    'error_details?': 'text',
    'last_assistant_message?': 'text',
  },
  InstructionsLoaded: {
    file_path: 'text',
    memory_type: ['User', 'Project', 'Local', 'Managed'],
    load_reason: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    'globs?': 'texts',
    'trigger_file_path?': 'text',
    'parent_file_path?': 'text',
  },
  ConfigChange: {
    source: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    'file_path?': 'text',
  },
  CwdChanged: { old_cwd: 'text', new_cwd: 'text' },
  FileChanged: { file_path: 'text', event: ['change', 'add', 'unlink'] },
  DirectoryAdded: { directory: 'text', source: ['slash_command', 'register_repo_root'] },
  WorktreeCreate: { name: 'text' },
  WorktreeRemove: { worktree_path: 'text' },
  PreCompact: { trigger: ['manual', 'auto'], custom_instructions: 'text or null' },
  PostCompact: { trigger: ['manual', 'auto'], compact_summary: 'text' },
  Elicitation: {
    mcp_server_name: 'text',
    message: 'text',
    'mode?': ['form', 'url'],
    'url?': 'text',
    'elicitation_id?': 'text',
    'requested_schema?': 'object',
  },
  ElicitationResult: {
    mcp_server_name: 'text',
    action: ['accept', 'decline', 'cancel'],
    'mode?': ['form', 'url'],
    'elicitation_id?': 'text',
    'content?': 'object',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, InputType>>>>

export type EventName = keyof typeof EVENT_INPUT

type ValueOf<Type> = Type extends keyof Values
  ? Values[Type]
  : Type extends readonly (infer Word)[]
    ? Word
    : never

type Fields<Row> = {
  readonly [Key in keyof Row as Key extends `${string}?` ? never : Key]: ValueOf<Row[Key]>
} & {
  readonly [Key in keyof Row as Key extends `${infer Field}?` ? Field : never]?: ValueOf<Row[Key]>
}

/** Fields that an event has in places of their own: its tool, its prompt, its agent. */
type Claimed<Row> =
  | (Row extends { tool_name: unknown }
      ? 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_response' | 'error'
      : never)
  | 'prompt'
  | 'agent_id'

/** What `fields` of an event holds, by the event's name. */
export type EventFields = {
  readonly [Name in EventName]: Omit<Fields<(typeof EVENT_INPUT)[Name]>, Claimed<(typeof EVENT_INPUT)[Name]>>
}

/** What `fields` of any event may hold besides. */
export type CommonFields = Fields<Pick<typeof COMMON_INPUT, 'prompt_id?' | 'effort?' | 'scratchpad_dir?'>>
