// Written by npm run generate from the event tables of the dialects: do not edit.

/** Every event that some host has, by its canonical name, with the dialects of the hosts that fire it. */
export const EVENT_HOSTS = {
  /** Fires before a tool is called; hooks can allow it, deny it, ask the user or change its input. */
  PreToolUse: ['claude-code', 'codex-runtime', 'copilot'],
  /** Fires when the user would be asked for a permission; hooks can answer instead. */
  PermissionRequest: ['claude-code', 'copilot'],
  /** Fires after a tool call was denied without the user; hooks can let the model retry. */
  PermissionDenied: ['claude-code'],
  /** Fires after a tool call succeeded; hooks can give feedback, add context or replace the result. */
  PostToolUse: ['claude-code', 'codex-runtime', 'copilot'],
  /** Fires after a tool call failed; hooks can give feedback and add context. */
  PostToolUseFailure: ['claude-code', 'copilot'],
  /** Fires once after all tool calls of one model response; a deny ends the agent loop. */
  PostToolBatch: ['claude-code'],
  /** Fires when the user sends a prompt; hooks can block it or add context. */
  UserPromptSubmit: ['claude-code', 'copilot'],
  /** Fires when a slash command or MCP prompt becomes a prompt; hooks can block it. */
  UserPromptExpansion: ['claude-code'],
  /** Fires when a session starts, is resumed or begins anew; hooks can add context. */
  SessionStart: ['claude-code', 'copilot'],
  /** Fires when the host prepares or maintains a repository; hooks can install what is needed. */
  Setup: ['claude-code'],
  /** Fires when the agent is about to end its turn; a deny makes it go on. */
  Stop: ['claude-code', 'copilot'],
  /** Fires when a subagent is about to end; a deny makes it go on. */
  SubagentStop: ['claude-code', 'copilot'],
  /** Fires when a subagent starts; hooks can add context to it. */
  SubagentStart: ['claude-code', 'copilot'],
  /** Fires when a teammate of an agent team is about to go idle; a deny makes it go on. */
  TeammateIdle: ['claude-code'],
  /** Fires when a task is put on the task list; a deny removes it. */
  TaskCreated: ['claude-code'],
  /** Fires when a task is marked as done; a deny keeps it open. */
  TaskCompleted: ['claude-code'],
  /** Fires before a requested switch of the model; hooks can allow it, deny it or ask the user. */
  PreModelSwitch: ['claude-code'],
  /** Fires after the model was switched; hooks can add context. */
  PostModelSwitch: ['claude-code'],
  /** Fires while a message of the model is shown; hooks can replace the user's view of it. */
  MessageDisplay: ['claude-code'],
  /** Fires when the host notifies the user; hooks can pass it on and change nothing. */
  Notification: ['claude-code', 'copilot'],
  /** Fires when a session ends; all hooks together have 1.5 seconds by default. */
  SessionEnd: ['claude-code', 'copilot'],
  /** Fires when a turn ends because of an error of the API; hooks can only take note. */
  StopFailure: ['claude-code'],
  /** Fires when a file of instructions was loaded; hooks can only take note. */
  InstructionsLoaded: ['claude-code'],
  /** Fires when a settings file changed; a deny keeps the settings from before. */
  ConfigChange: ['claude-code'],
  /** Fires after the session's directory changed; hooks can name files to watch. */
  CwdChanged: ['claude-code'],
  /** Fires when a watched file changed on disk; hooks can name other files to watch. */
  FileChanged: ['claude-code'],
  /** Fires after a directory was added to the session; hooks cannot prevent it. */
  DirectoryAdded: ['claude-code'],
  /** Fires when a worktree is needed; a hook makes it in place of git and returns its path. */
  WorktreeCreate: ['claude-code'],
  /** Fires when a worktree is no longer needed; a hook removes it in place of git. */
  WorktreeRemove: ['claude-code'],
  /** Fires before the conversation is summarised; hooks can prevent it or add instructions. */
  PreCompact: ['claude-code', 'copilot'],
  /** Fires after the conversation was summarised; hooks can tell the user something. */
  PostCompact: ['claude-code'],
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
} as const
