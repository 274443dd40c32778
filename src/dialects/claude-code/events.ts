import {
  DENY,
  NO_MODEL,
  SECOND,
  side,
  standard,
  type ClaudeEvents,
  type ClaudeEventSpec,
  type EventRow,
  type HandlerType,
} from '../_families/claude/event-spec.ts'
import { eventTable, findRow, specOf } from '../_families/claude/event-table.ts'
import { EVENT_OUTPUT } from './event-output.ts'
import { HOST_VARIABLES } from './variables.ts'

const AT_START: readonly HandlerType[] = ['command', 'mcp_tool']

const ROWS: Readonly<Record<string, EventRow>> = {
  PreToolUse: standard({
    subject: 'tool',
    gate: true,
    asks: true,
    denyBy: 'permission',
    decisions: ['allow', 'ask', 'defer', 'deny'],
    effects: ['add-context', 'rewrite-input'],
  }),
  PermissionRequest: standard({
    subject: 'tool',
    gate: true,
    asks: true,
    // Exit 2 is not honoured here; only the decision object is.
    exit2: 'ignored',
    denyBy: 'behavior',
    decisions: ['allow', 'deny'],
    effects: ['permission-result', 'rewrite-input'],
    handlers: ['command', 'http', 'mcp_tool', 'prompt'],
    required: ['decision'],
  }),
  PermissionDenied: standard({
    subject: 'tool',
    exit2: 'ignored',
    denyBy: 'none',
    decisions: [],
    effects: ['retry'],
  }),
  PostToolUse: standard({
    subject: 'tool',
    effects: ['add-context', 'rewrite-output'],
  }),
  PostToolUseFailure: standard({ subject: 'tool', effects: ['add-context'] }),
  PostToolBatch: standard({ effects: ['add-context'] }),
  UserPromptSubmit: standard({
    gate: true,
    asks: true,
    stdout: 'context',
    timeoutMs: 30 * SECOND,
    effects: ['add-context'],
  }),
  UserPromptExpansion: standard({
    subject: { field: 'command_name' },
    gate: true,
    stdout: 'context',
    effects: ['add-context'],
  }),
  SessionStart: standard({
    envFile: true,
    subject: { field: 'source' },
    session: false,
    stdout: 'context',
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    handlers: AT_START,
    effects: ['add-context', 'initial-message', 'watch-paths'],
  }),
  Setup: standard({
    envFile: true,
    subject: { field: 'trigger' },
    session: false,
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    handlers: AT_START,
    effects: ['add-context'],
  }),
  // On the two stop events added context makes the model go on, so it is `keep-going`, never `add-context`.
  Stop: standard({ endsTurn: true, conversation: 'session', asks: true, effects: ['keep-going'] }),
  SubagentStop: standard({
    endsTurn: true,
    conversation: 'agent',
    subject: { field: 'agent_type' },
    bareName: true,
    asks: true,
    effects: ['keep-going'],
  }),
  SubagentStart: standard({
    subject: { field: 'agent_type' },
    session: false,
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    handlers: NO_MODEL,
    effects: ['add-context'],
  }),
  TeammateIdle: standard({ denyBy: 'exit-2', session: false }),
  TaskCreated: standard({ gate: true, discards: ['continue'] }),
  TaskCompleted: standard({ gate: true, denyBy: 'exit-2' }),
  PreModelSwitch: standard({
    subject: { field: 'to_model' },
    session: false,
    gate: true,
    denyBy: 'permission',
    decisions: ['allow', 'ask', 'deny'],
    timeoutMs: 30 * SECOND,
    handlers: NO_MODEL,
  }),
  PostModelSwitch: standard({
    subject: { field: 'to_model' },
    session: false,
    stdout: 'context',
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    timeoutMs: 30 * SECOND,
    handlers: NO_MODEL,
    effects: ['add-context'],
  }),
  MessageDisplay: side({ timeoutMs: 10 * SECOND }),
  Notification: side({ subject: { field: 'notification_type' } }),
  // One budget of 1.5 s for the whole firing; config.ts raises it as the host does.
  SessionEnd: side({
    subject: { field: 'reason' },
    session: true,
    exit2: 'message',
    timeoutMs: 1_500,
    budgetMs: sessionEndBudget,
    effects: ['message'],
  }),
  StopFailure: side({ subject: { field: 'error' }, matcher: 'narrow', session: true }),
  InstructionsLoaded: side({ subject: { field: 'load_reason' } }),
  ConfigChange: side({
    subject: { field: 'source' },
    // A change of policy cannot be vetoed.
    notDeniedWhen: { field: 'source', is: 'policy_settings' },
    gate: true,
    exit2: 'deny',
    denyBy: 'block',
    decisions: DENY,
  }),
  CwdChanged: side({
    envFile: true,
    exit2: 'message',
    discards: ['continue'],
    effects: ['message', 'watch-paths'],
  }),
  FileChanged: side({
    envFile: true,
    subject: { field: 'file_path', basename: true },
    bareName: true,
    matcher: 'narrow',
    exit2: 'message',
    discards: ['continue'],
    effects: ['message', 'watch-paths'],
  }),
  DirectoryAdded: side({ subject: { field: 'source' }, discards: ['continue'], effects: ['message'] }),
  // Every non-zero exit fails the creation, and so does an empty stdout.
  WorktreeCreate: side({
    gate: true,
    replaces: true,
    stdout: 'path',
    exit2: 'deny',
    denyBy: 'exit-2',
    decisions: DENY,
    effects: ['worktree-path'],
    required: ['worktreePath'],
  }),
  WorktreeRemove: side({}),
  // Plain stdout of a hook is added to the compaction instructions.
  PreCompact: side({
    subject: { field: 'trigger' },
    gate: true,
    stdout: 'context',
    contextBy: 'stdout',
    exit2: 'deny',
    denyBy: 'block',
    decisions: DENY,
    effects: ['add-context'],
  }),
  PostCompact: side({ subject: { field: 'trigger' }, exit2: 'message', effects: ['message'] }),
  Elicitation: side({
    subject: { field: 'mcp_server_name' },
    gate: true,
    exit2: 'deny',
    denyBy: 'action',
    decisions: DENY,
    wrongName: 'ignored',
    effects: ['elicitation-reply'],
  }),
  ElicitationResult: side({
    subject: { field: 'mcp_server_name' },
    gate: true,
    exit2: 'deny',
    denyBy: 'action',
    decisions: DENY,
    wrongName: 'ignored',
    effects: ['elicitation-reply'],
  }),
}

/** The variable counts for callbacks of a program too; one that cannot be read counts as 1.5 s. */
export function sessionEndBudget(env: (name: string) => string | undefined): number {
  const said = env(HOST_VARIABLES.sessionEndMs) ?? ''
  return /^[1-9]\d{0,8}$/.test(said) ? Number(said) : 1_500
}

/** All 33 events of Claude Code 2.1.325, by name. */
export const claudeEvents: ClaudeEvents = eventTable(ROWS, EVENT_OUTPUT)

/** The row of an event of Claude Code; for one that it does not have, the least that every reader shares. */
export function eventSpec(event: string): ClaudeEventSpec {
  return specOf(claudeEvents, { name: event })
}

export function claudeEvent(event: string): ClaudeEventSpec | undefined {
  return findRow(claudeEvents, event)
}
