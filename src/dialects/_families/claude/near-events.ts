import type { EffectKind } from '../../../core/decision.ts'
import type { PlainSubject } from '../../../core/event.ts'
import { DENY, side, standard, type ClaudeEvents, type ClaudeEventSpec, type EventRow } from './event-spec.ts'
import { eventTable } from './event-table.ts'

const CONTEXT = { additionalContext: 'text' } as const

/** A row without what only the host of the contract has: a terminal sequence, questions, the file of variables. */
function row(changes: Parameters<typeof standard>[0]): EventRow {
  return { ...standard(changes), effects: [...(changes.effects ?? []), ...SPOKEN] }
}

const SPOKEN: readonly EffectKind[] = ['message', 'stop']

/** The host does not wait for its hooks, or their answers have no effect. */
function observed(subject?: PlainSubject): EventRow {
  return { ...side({ ...(subject && { subject }) }), effects: [], session: true }
}

const ROWS: Readonly<Record<string, EventRow>> = {
  PreToolUse: row({
    subject: 'tool',
    gate: true,
    denyBy: 'permission',
    decisions: ['allow', 'ask', 'deny'],
    effects: ['add-context', 'rewrite-input'],
  }),
  PermissionRequest: row({
    subject: 'tool',
    gate: true,
    exit2: 'ignored',
    denyBy: 'behavior',
    decisions: ['allow', 'deny'],
    effects: ['permission-result', 'rewrite-input'],
    required: ['decision'],
  }),
  PermissionDenied: observed('tool'),
  PermissionResult: observed('tool'),
  PostToolUse: row({ subject: 'tool', effects: ['add-context'] }),
  PostToolUseFailure: row({ subject: 'tool', effects: ['add-context'] }),
  PostToolBatch: row({ effects: ['add-context'] }),
  UserPromptSubmit: row({ gate: true, stdout: 'context', effects: ['add-context'] }),
  UserPromptExpansion: row({
    subject: { field: 'command_name' },
    gate: true,
    stdout: 'context',
    effects: ['add-context'],
  }),
  UserPromptQueued: observed(),
  SessionStart: row({
    subject: { field: 'source' },
    stdout: 'context',
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    effects: ['add-context'],
  }),
  SessionEnd: observed({ field: 'reason' }),
  SessionDelete: observed(),
  SessionHeartbeat: observed(),
  Setup: observed({ field: 'trigger' }),
  Stop: row({ endsTurn: true, conversation: 'session', effects: ['keep-going'] }),
  StopFailure: observed({ field: 'error' }),
  StopCancelled: observed(),
  Interrupt: observed(),
  TurnStarted: observed({ field: 'origin_kind' }),
  SubagentStart: row({
    subject: { field: 'agent_type' },
    exit2: 'message',
    denyBy: 'none',
    decisions: [],
    effects: ['add-context'],
  }),
  SubagentStop: row({
    endsTurn: true,
    conversation: 'agent',
    subject: { field: 'agent_type' },
    effects: ['keep-going'],
  }),
  TeammateIdle: row({ denyBy: 'exit-2' }),
  TaskStarted: observed({ field: 'task_kind' }),
  TaskCreated: row({ gate: true }),
  TaskCompleted: row({ gate: true, denyBy: 'exit-2' }),
  TodoCreated: row({ gate: true }),
  TodoCompleted: row({ gate: true }),
  Notification: observed({ field: 'notification_type' }),
  MessageDisplay: observed(),
  InstructionsLoaded: observed({ field: 'load_reason' }),
  ConfigChange: row({ subject: { field: 'source' }, gate: true }),
  CwdChanged: observed(),
  FileChanged: observed({ field: 'file_path', basename: true }),
  Elicitation: observed({ field: 'mcp_server_name' }),
  ElicitationResult: observed({ field: 'mcp_server_name' }),
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
  WorktreeRemove: observed(),
  PreCompact: row({ subject: { field: 'trigger' }, gate: true, effects: ['add-context'] }),
  PostCompact: observed({ field: 'trigger' }),
}

const OUTPUTS: Readonly<Record<string, ClaudeEventSpec['output']>> = {
  PreToolUse: {
    permissionDecision: ['allow', 'deny', 'ask'],
    permissionDecisionReason: 'text',
    updatedInput: 'object',
    ...CONTEXT,
  },
  PermissionRequest: { decision: 'permission' },
  PostToolUse: CONTEXT,
  PostToolUseFailure: CONTEXT,
  PostToolBatch: CONTEXT,
  UserPromptSubmit: CONTEXT,
  UserPromptExpansion: CONTEXT,
  SessionStart: CONTEXT,
  Stop: CONTEXT,
  SubagentStart: CONTEXT,
  SubagentStop: CONTEXT,
  PreCompact: CONTEXT,
  WorktreeCreate: { worktreePath: 'text' },
}

/** Rows of events that hosts near the contract have, for `pickEvents`: what most of them read and honour. */
export const nearEvents: ClaudeEvents = eventTable(ROWS, OUTPUTS)
