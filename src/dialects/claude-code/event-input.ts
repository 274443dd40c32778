import type { InputType } from './input-values.ts'

/** A field that is not on every payload of its event is `{ optional: … }`. */
export type InputField = InputType | OptionalField

export type OptionalField = { readonly optional: InputType }

type Input = Readonly<Record<string, InputField>>

/** Returns what a field holds when it is there. */
export function valueType(field: InputField): InputType {
  return isOptional(field) ? field.optional : field
}

/** True for a field that is not on every payload of its event. */
export function isOptional(field: InputField): field is OptionalField {
  return typeof field === 'object' && 'optional' in field
}

/** On every payload, or wherever the host knows them. */
export const COMMON_INPUT = {
  session_id: 'text',
  transcript_path: 'text',
  cwd: 'text',
  hook_event_name: 'text',
  /** Id of the prompt that the event belongs to. */
  prompt_id: { optional: 'text' },
  permission_mode: { optional: ['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'] },
  agent_id: { optional: 'text' },
  agent_type: { optional: 'text' },
  /** How hard the model thinks: `{ level }` with `low`, `medium`, `high`, `xhigh` or `max`. */
  effort: { optional: 'object' },
  /** Absolute path of the session's folder for temporary files. */
  scratchpad_dir: { optional: 'text' },
} as const satisfies Input

const TOOL = {
  tool_name: 'text',
  tool_input: 'object',
  /** The MCP server that the tool belongs to. Absent: the tool belongs to none. */
  mcp_server: { optional: 'MCP server' },
} as const

const CALL = {
  ...TOOL,
  tool_use_id: 'text',
} as const

const STOP = {
  /** True when the turn goes on already because a hook kept it from ending. */
  stop_hook_active: 'flag',
  /** Text of the last message of the model. */
  last_assistant_message: { optional: 'text' },
  /** Tasks that still run in the background. */
  background_tasks: { optional: 'background tasks' },
  /** Prompts that the session has scheduled. */
  session_crons: { optional: 'session crons' },
} as const

const TASK = {
  /** Id of the task. */
  task_id: 'text',
  /** Title of the task. */
  task_subject: 'text',
  /** What is to be done. */
  task_description: { optional: 'text' },
  /** Name of the teammate that has the task. */
  teammate_name: { optional: 'text' },
  /** Name of the team; deprecated by the host. */
  team_name: { optional: 'text' },
} as const

const SWITCH = {
  /** The model in use until now. */
  from_model: 'text',
  /** The model that is switched to. */
  to_model: 'text',
  /** The model as the user named it; null when nobody named one. */
  requested_model: 'text or null',
  /** Tokens of the conversation, which the new model has to read. */
  context_tokens: 'number',
  /** True when the prompt cache of the old model is still valid, and the switch gives it up. */
  prompt_cache_warm: 'flag',
  /** How long the prompt cache is kept. */
  cache_ttl: ['5m', '1h'],
  /** Estimated cost of filling the cache of the new model, in US dollars. */
  estimated_cache_write_usd: 'number',
  /** Where the price for the estimate comes from. */
  pricing: ['configured', 'catalog', 'default'],
} as const

/** What payloads hold beyond the common fields, by event. As of Claude Code 2.1.325. */
export const EVENT_INPUT = {
  PreToolUse: CALL,
  PermissionRequest: {
    ...TOOL,
    /** Rules that the user would be offered beside a yes. */
    permission_suggestions: { optional: 'permission updates' },
  },
  PermissionDenied: {
    ...CALL,
    /** Why the call was denied. */
    reason: 'text',
  },
  PostToolUse: {
    ...CALL,
    tool_response: 'any',
    /** Milliseconds that the call took, without questions to the user. */
    duration_ms: { optional: 'number' },
  },
  PostToolUseFailure: {
    ...CALL,
    error: 'text',
    /** True when the user interrupted the call. */
    is_interrupt: { optional: 'flag' },
    /** Milliseconds that the call took, without questions to the user. */
    duration_ms: { optional: 'number' },
  },
  PostToolBatch: {
    /** All calls of the batch, with their results. */
    tool_calls: 'tool calls',
  },
  UserPromptSubmit: {
    prompt: 'text',
    /** Who sent the prompt. */
    source: { optional: ['user', 'sdk', 'system', 'loop_wakeup', 'schedule_wakeup', 'poll_event'] },
    /** Title of the session, where it has one. */
    session_title: { optional: 'text' },
  },
  UserPromptExpansion: {
    /** What is expanded. */
    expansion_type: ['slash_command', 'mcp_prompt'],
    /** Name of the command, without the slash. */
    command_name: 'text',
    /** What the user typed behind the name; may be empty. */
    command_args: 'text',
    /** Where the command is defined. */
    command_source: { optional: 'text' },
    prompt: 'text',
  },
  SessionStart: {
    /** Why the session starts. */
    source: ['startup', 'resume', 'clear', 'compact', 'fork'],
    /** Name of the model. */
    model: { optional: 'text' },
    /** Title of the session, where it has one. */
    session_title: { optional: 'text' },
    /** Seconds since the last response of the resumed session. */
    seconds_since_last_response: { optional: 'number' },
    /** Tokens of the resumed conversation. */
    context_tokens: { optional: 'number' },
    /** True when the prompt cache has probably expired, so that the next request costs more. */
    prompt_cache_likely_expired: { optional: 'flag' },
    /** Estimated cost of filling the prompt cache again, in US dollars. */
    estimated_cache_write_usd: { optional: 'number' },
  },
  Setup: {
    /** Why the repository is prepared. */
    trigger: ['init', 'maintenance'],
  },
  Stop: STOP,
  SubagentStop: {
    ...STOP,
    agent_id: 'text',
    /** Kind of the subagent, such as `Explore`. */
    agent_type: 'text',
    /** Absolute path of the file with the subagent's conversation. */
    agent_transcript_path: 'text',
  },
  SubagentStart: {
    agent_id: 'text',
    /** Kind of the subagent, such as `Explore`. */
    agent_type: 'text',
  },
  TeammateIdle: {
    /** Name of the teammate. */
    teammate_name: 'text',
    /** Name of the team; deprecated by the host. */
    team_name: { optional: 'text' },
  },
  TaskCreated: TASK,
  TaskCompleted: TASK,
  PreModelSwitch: {
    ...SWITCH,
    /** How the switch was requested. */
    source: ['command', 'picker', 'sdk'],
  },
  PostModelSwitch: {
    ...SWITCH,
    /** How the switch came about. */
    source: ['command', 'picker', 'sdk', 'auto', 'resume'],
  },
  MessageDisplay: {
    /** Id of the turn. */
    turn_id: 'text',
    /** Id of the message; not that of the API. */
    message_id: 'text',
    /** Position of the piece in its message. */
    index: 'number',
    /** True for the last piece of the message, which may be empty. */
    final: 'flag',
    /** The new piece of text. */
    delta: 'text',
  },
  Notification: {
    /** Text of the notification. */
    message: 'text',
    /** Title of the notification. */
    title: { optional: 'text' },
    /** Kind of the notification, such as `permission_prompt` or `idle_prompt`. */
    notification_type: 'text',
  },
  SessionEnd: {
    /** Why the session ends. */
    reason: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
  },
  StopFailure: {
    /** What kind of error it is; `unknown` when the program does not say. */
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
    /** More about the error, where the API says more. */
    error_details: { optional: 'text' },
    /** The error as the user sees it. */
    last_assistant_message: { optional: 'text' },
  },
  InstructionsLoaded: {
    /** Absolute path of the file that was loaded. */
    file_path: 'text',
    /** Whose instructions they are. */
    memory_type: ['User', 'Project', 'Local', 'Managed'],
    /** Why the file was loaded. */
    load_reason: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    /** Patterns of files that the instructions are for. */
    globs: { optional: 'texts' },
    /** Path of the file whose use made the host load the instructions. */
    trigger_file_path: { optional: 'text' },
    /** Path of the file of instructions that includes this one. */
    parent_file_path: { optional: 'text' },
  },
  ConfigChange: {
    /** Whose settings changed. */
    source: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    /** Absolute path of the file that changed. */
    file_path: { optional: 'text' },
  },
  CwdChanged: {
    /** Absolute path of the directory before. */
    old_cwd: 'text',
    /** Absolute path of the directory now. */
    new_cwd: 'text',
  },
  FileChanged: {
    /** Absolute path of the file. */
    file_path: 'text',
    /** What happened to the file: its content changed, it is new, or it is gone. */
    event: ['change', 'add', 'unlink'],
  },
  DirectoryAdded: {
    /** Absolute path of the directory. */
    directory: 'text',
    /** Who added it: the user with a command, or the host. */
    source: ['slash_command', 'register_repo_root'],
  },
  WorktreeCreate: {
    /** Name for the new worktree. */
    name: 'text',
  },
  WorktreeRemove: {
    /** Absolute path of the worktree to remove. */
    worktree_path: 'text',
  },
  PreCompact: {
    /** Whether the user asked for it, or the conversation became too long. */
    trigger: ['manual', 'auto'],
    /** What the user said about the summary; null when nothing. */
    custom_instructions: 'text or null',
  },
  PostCompact: {
    /** Whether the user asked for it, or the conversation became too long. */
    trigger: ['manual', 'auto'],
    /** The summary. */
    compact_summary: 'text',
  },
  Elicitation: {
    /** Name of the MCP server that asks. */
    mcp_server_name: 'text',
    /** The question. */
    message: 'text',
    /** `form`: the user fills in fields. `url`: the user opens an address. */
    mode: { optional: ['form', 'url'] },
    /** The address to open, in mode `url`. */
    url: { optional: 'text' },
    /** Id of the question; its result has the same. */
    elicitation_id: { optional: 'text' },
    /** JSON Schema of the fields, in mode `form`. */
    requested_schema: { optional: 'object' },
  },
  ElicitationResult: {
    /** Name of the MCP server that asks. */
    mcp_server_name: 'text',
    /** What the user did. */
    action: ['accept', 'decline', 'cancel'],
    /** `form`: the user fills in fields. `url`: the user opens an address. */
    mode: { optional: ['form', 'url'] },
    /** Id of the question. */
    elicitation_id: { optional: 'text' },
    /** The values that the user gave, by field. */
    content: { optional: 'object' },
  },
} as const satisfies Readonly<Record<string, Input>>
