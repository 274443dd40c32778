/* oxlint-disable max-lines -- generated: it has a line for every host of every event */
// Written by npm run generate from the event tables of the dialects: do not edit.

/** Every event that some host has, by its canonical name, with the dialects of the hosts that fire it. */
export const EVENT_HOSTS = {
  /** Fires before a tool is called; hooks can allow it, deny it, ask the user or change its input. */
  PreToolUse: [
    'claude-code',
    'codex-runtime',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'junie',
    'kimi',
    'grok',
    'crush',
    'goose',
    'kiro',
    'amazon-q',
    'hermes',
    'openhands',
    'windsurf',
    'cline',
    'antigravity',
  ],
  /** Fires when the user would be asked for a permission; hooks can answer instead. */
  PermissionRequest: [
    'claude-code',
    'copilot',
    'codex-cli',
    'qwen-code',
    'continue',
    'devin',
    'junie',
    'kimi',
    'hermes',
  ],
  /** Fires after a tool call was denied without the user; hooks can let the model retry. */
  PermissionDenied: ['claude-code', 'qwen-code', 'grok'],
  /** Fires after a tool call succeeded; hooks can give feedback, add context or replace the result. */
  PostToolUse: [
    'claude-code',
    'codex-runtime',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'kimi',
    'grok',
    'goose',
    'kiro',
    'amazon-q',
    'hermes',
    'openhands',
    'windsurf',
    'cline',
    'antigravity',
  ],
  /** Fires after a tool call failed; hooks can give feedback and add context. */
  PostToolUseFailure: ['claude-code', 'copilot', 'cursor', 'qwen-code', 'continue', 'kimi', 'grok', 'goose'],
  /** Fires once after all tool calls of one model response; a deny ends the agent loop. */
  PostToolBatch: ['claude-code', 'qwen-code'],
  /** Fires when the user sends a prompt; hooks can block it or add context. */
  UserPromptSubmit: [
    'claude-code',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'junie',
    'kimi',
    'grok',
    'goose',
    'kiro',
    'amazon-q',
    'hermes',
    'openhands',
    'windsurf',
    'cline',
  ],
  /** Fires when a slash command or MCP prompt becomes a prompt; hooks can block it. */
  UserPromptExpansion: ['claude-code', 'qwen-code'],
  /** Fires when a session starts, is resumed or begins anew; hooks can add context. */
  SessionStart: [
    'claude-code',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'junie',
    'kimi',
    'grok',
    'goose',
    'kiro',
    'amazon-q',
    'hermes',
    'openhands',
    'cline',
    'antigravity',
  ],
  /** Fires when the host prepares or maintains a repository; hooks can install what is needed. */
  Setup: ['claude-code'],
  /** Fires when the agent is about to end its turn; a deny makes it go on. */
  Stop: [
    'claude-code',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'junie',
    'kimi',
    'grok',
    'goose',
    'kiro',
    'amazon-q',
    'hermes',
    'openhands',
    'windsurf',
    'cline',
    'antigravity',
  ],
  /** Fires when a subagent is about to end; a deny makes it go on. */
  SubagentStop: [
    'claude-code',
    'copilot',
    'codex-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'kimi',
    'grok',
    'goose',
    'hermes',
  ],
  /** Fires when a subagent starts; hooks can add context to it. */
  SubagentStart: [
    'claude-code',
    'copilot',
    'codex-cli',
    'cursor',
    'qwen-code',
    'continue',
    'kimi',
    'grok',
    'goose',
    'hermes',
  ],
  /** Fires when a teammate of an agent team is about to go idle; a deny makes it go on. */
  TeammateIdle: ['claude-code', 'continue'],
  /** Fires when a task is put on the task list; a deny removes it. */
  TaskCreated: ['claude-code'],
  /** Fires when a task is marked as done; a deny keeps it open. */
  TaskCompleted: ['claude-code', 'continue'],
  /** Fires before a requested switch of the model; hooks can allow it, deny it or ask the user. */
  PreModelSwitch: ['claude-code'],
  /** Fires after the model was switched; hooks can add context. */
  PostModelSwitch: ['claude-code'],
  /** Fires while a message of the model is shown; hooks can replace the user's view of it. */
  MessageDisplay: ['claude-code', 'qwen-code'],
  /** Fires when the host notifies the user; hooks can pass it on and change nothing. */
  Notification: [
    'claude-code',
    'copilot',
    'gemini-cli',
    'qwen-code',
    'droid',
    'continue',
    'augment',
    'kimi',
    'grok',
    'cline',
  ],
  /** Fires when a session ends; all hooks together have 1.5 seconds by default. */
  SessionEnd: [
    'claude-code',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'devin',
    'augment',
    'junie',
    'kimi',
    'grok',
    'goose',
    'hermes',
    'openhands',
    'cline',
  ],
  /** Fires when a turn ends because of an error of the API; hooks can only take note. */
  StopFailure: ['claude-code', 'qwen-code', 'junie', 'kimi', 'grok', 'hermes', 'cline'],
  /** Fires when a file of instructions was loaded; hooks can only take note. */
  InstructionsLoaded: ['claude-code', 'qwen-code'],
  /** Fires when a settings file changed; a deny keeps the settings from before. */
  ConfigChange: ['claude-code', 'continue'],
  /** Fires after the session's directory changed; hooks can name files to watch. */
  CwdChanged: ['claude-code'],
  /** Fires when a watched file changed on disk; hooks can name other files to watch. */
  FileChanged: ['claude-code'],
  /** Fires after a directory was added to the session; hooks cannot prevent it. */
  DirectoryAdded: ['claude-code'],
  /** Fires when a worktree is needed; a hook makes it in place of git and returns its path. */
  WorktreeCreate: ['claude-code', 'continue'],
  /** Fires when a worktree is no longer needed; a hook removes it in place of git. */
  WorktreeRemove: ['claude-code', 'continue'],
  /** Fires before the conversation is summarised; hooks can prevent it or add instructions. */
  PreCompact: [
    'claude-code',
    'copilot',
    'codex-cli',
    'gemini-cli',
    'cursor',
    'qwen-code',
    'droid',
    'continue',
    'kimi',
    'grok',
    'cline',
  ],
  /** Fires after the conversation was summarised; hooks can tell the user something. */
  PostCompact: ['claude-code', 'codex-cli', 'qwen-code', 'devin', 'kimi', 'grok'],
  /** Fires when an MCP server asks the user something; hooks can answer instead. */
  Elicitation: ['claude-code'],
  /** Fires after the user answered an MCP server; hooks can replace the answer. */
  ElicitationResult: ['claude-code'],
  /** Fires before a run of codex_runtime; hooks can block it or change prompt, model and metadata. */
  'run:PreRun': ['codex-runtime'],
  /** Fires after a run of codex_runtime; hooks can only take note. */
  'run:PostRun': ['codex-runtime'],
  /** Fires before a session of codex_runtime starts; hooks can block it or change its model. */
  'run:PreSessionStart': ['codex-runtime'],
  /** Fires after a session of codex_runtime has started; hooks can only take note. */
  'run:PostSessionStart': ['codex-runtime'],
  /** Fires before a turn of codex_runtime; hooks can block it or change prompt, model and metadata. */
  'run:PreTurn': ['codex-runtime'],
  /** Fires after a turn of codex_runtime; hooks can only take note. */
  'run:PostTurn': ['codex-runtime'],
  /** Fires after GitHub Copilot has made its prompt of what the user typed; hooks can change it. */
  UserPromptTransformed: ['copilot'],
  /** Fires when GitHub Copilot meets an error; hooks can only take note. */
  ErrorOccurred: ['copilot'],
  /** Fires before GitHub Copilot sends a call to an MCP server; hooks can set its metadata. */
  PreMcpToolCall: ['copilot'],
  /** Fires when the user interrupts a turn; hooks can tell the user something. */
  Interrupt: ['codex-cli', 'kimi'],
  /** Fires before Gemini CLI sends a request to its model; hooks can block it, answer it or change it. */
  BeforeModel: ['gemini-cli'],
  /** Fires before Gemini CLI offers tools to its model; hooks can choose which. */
  BeforeToolSelection: ['gemini-cli'],
  /** Fires for each piece of an answer of the model of Gemini CLI; hooks can replace it or end the turn. */
  AfterModel: ['gemini-cli'],
  /** Fires after the agent of Cursor has written a message; hooks can only take note. */
  AfterAgentResponse: ['cursor'],
  /** Fires after the agent of Cursor has finished a thought; hooks can only take note. */
  AfterAgentThought: ['cursor'],
  /** Fires before Cursor's completion of code reads a file; hooks can deny it. */
  BeforeTabFileRead: ['cursor'],
  /** Fires after Cursor's completion of code has edited a file; hooks can only take note. */
  AfterTabFileEdit: ['cursor'],
  /** Fires when Cursor opens a workspace; hooks can name folders of plugins. */
  WorkspaceOpen: ['cursor'],
  /** Fires when Qwen Code puts an item on its list of todos; a deny keeps it off. */
  TodoCreated: ['qwen-code'],
  /** Fires when Qwen Code marks an item of its list of todos as done; a deny keeps it open. */
  TodoCompleted: ['qwen-code'],
  /** Fires after Qwen Code has deleted a session; hooks can only take note. */
  SessionDelete: ['qwen-code'],
  /** Fires after a question about a permission was answered; hooks can only take note. */
  PermissionResult: ['kimi'],
  /** Fires every minute of a session of Kimi Code; hooks can only take note. */
  SessionHeartbeat: ['kimi'],
  /** Fires when a turn of Kimi Code begins; hooks can only take note. */
  TurnStarted: ['kimi'],
  /** Fires when a background task of Kimi Code starts; hooks can only take note. */
  TaskStarted: ['kimi'],
  /** Fires when a prompt waits for the end of a turn; hooks can only take note. */
  UserPromptQueued: ['kimi'],
  /** Fires when the end of a turn of Grok Build was cancelled; hooks can only take note. */
  StopCancelled: ['grok'],
  /** Fires after a file was deleted in Kiro; hooks can only take note. */
  PostFileDelete: ['kiro'],
  /** Fires before Kiro starts a task of a spec; a deny keeps it from starting. */
  PreTaskExec: ['kiro'],
  /** Fires after Kiro has done a task of a spec; hooks can only take note. */
  PostTaskExec: ['kiro'],
  /** Fires after a worktree was made and prepared; hooks can only take note. */
  PostSetupWorktree: ['windsurf'],
  /** Fires before each request to the model; hooks can add context. */
  PreInvocation: ['antigravity'],
  /** Fires after each answer of the model; hooks can add context, go on or end the turn. */
  PostInvocation: ['antigravity'],
} as const

/** Native names of events that are not canonical names too, each with the canonical names it stands for. */
export const NATIVE_EVENTS = {
  PreRun: ['run:PreRun'],
  PostRun: ['run:PostRun'],
  PreSessionStart: ['run:PreSessionStart'],
  PostSessionStart: ['run:PostSessionStart'],
  PreTurn: ['run:PreTurn'],
  PostTurn: ['run:PostTurn'],
  sessionStart: ['SessionStart'],
  sessionEnd: ['SessionEnd'],
  userPromptSubmitted: ['UserPromptSubmit'],
  userPromptTransformed: ['UserPromptTransformed'],
  preToolUse: ['PreToolUse'],
  permissionRequest: ['PermissionRequest'],
  postToolUse: ['PostToolUse'],
  postToolUseFailure: ['PostToolUseFailure'],
  agentStop: ['Stop'],
  subagentStart: ['SubagentStart'],
  subagentStop: ['SubagentStop'],
  preCompact: ['PreCompact'],
  errorOccurred: ['ErrorOccurred'],
  notification: ['Notification'],
  preMcpToolCall: ['PreMcpToolCall'],
  BeforeAgent: ['UserPromptSubmit'],
  BeforeTool: ['PreToolUse'],
  AfterTool: ['PostToolUse'],
  AfterAgent: ['Stop'],
  PreCompress: ['PreCompact'],
  beforeSubmitPrompt: ['UserPromptSubmit'],
  beforeShellExecution: ['PreToolUse'],
  afterShellExecution: ['PostToolUse'],
  beforeMCPExecution: ['PreToolUse'],
  afterMCPExecution: ['PostToolUse'],
  beforeReadFile: ['PreToolUse'],
  afterFileEdit: ['PostToolUse'],
  stop: ['Stop'],
  afterAgentResponse: ['AfterAgentResponse'],
  afterAgentThought: ['AfterAgentThought'],
  beforeTabFileRead: ['BeforeTabFileRead'],
  afterTabFileEdit: ['AfterTabFileEdit'],
  workspaceOpen: ['WorkspaceOpen'],
  PostCompaction: ['PostCompact'],
  PromptSubmit: ['UserPromptSubmit'],
  BeforeReadFile: ['PreToolUse'],
  AfterFileEdit: ['PostToolUse'],
  BeforeShellExecution: ['PreToolUse'],
  AfterShellExecution: ['PostToolUse'],
  PostFileCreate: ['PostToolUse'],
  PostFileSave: ['PostToolUse'],
  agentSpawn: ['SessionStart'],
  userPromptSubmit: ['UserPromptSubmit'],
  fileEdited: ['PostToolUse'],
  fileCreated: ['PostToolUse'],
  pre_tool_call: ['PreToolUse'],
  post_tool_call: ['PostToolUse'],
  pre_llm_call: ['UserPromptSubmit'],
  pre_verify: ['Stop'],
  on_session_start: ['SessionStart'],
  on_session_end: ['SessionEnd'],
  subagent_start: ['SubagentStart'],
  subagent_stop: ['SubagentStop'],
  pre_approval_request: ['PermissionRequest'],
  api_request_error: ['StopFailure'],
  pre_read_code: ['PreToolUse'],
  post_read_code: ['PostToolUse'],
  pre_write_code: ['PreToolUse'],
  post_write_code: ['PostToolUse'],
  pre_run_command: ['PreToolUse'],
  post_run_command: ['PostToolUse'],
  pre_mcp_tool_use: ['PreToolUse'],
  post_mcp_tool_use: ['PostToolUse'],
  pre_user_prompt: ['UserPromptSubmit'],
  post_cascade_response: ['Stop'],
  post_cascade_response_with_transcript: ['Stop'],
  post_setup_worktree: ['PostSetupWorktree'],
  TaskStart: ['SessionStart'],
  TaskResume: ['SessionStart'],
  TaskCancel: ['SessionEnd'],
  TaskComplete: ['Stop'],
  tool_call: ['PreToolUse'],
  tool_result: ['PostToolUse'],
  prompt_submit: ['UserPromptSubmit'],
  agent_start: ['SessionStart'],
  agent_resume: ['SessionStart'],
  agent_abort: ['SessionEnd'],
  agent_end: ['Stop'],
  agent_error: ['StopFailure'],
  session_shutdown: ['SessionEnd'],
} as const
