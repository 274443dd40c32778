import type { EventSpec } from '../dialect.ts'

/** The two halves of the tool events: `pre_read_code` is before a tool of the kind `read_code`. */
export type ToolKind = 'read_code' | 'write_code' | 'run_command' | 'mcp_tool_use'

/** The host waits for these and knows one answer: exit code 2. */
const BEFORE: EventSpec = {
  event: 'PreToolUse',
  subject: 'tool',
  decisions: ['deny'],
  effects: ['message'],
  gate: true,
}

/** stdout is shown to the user where the entry says `show_output`. */
const AFTER: EventSpec = {
  event: 'PostToolUse',
  subject: 'tool',
  decisions: [],
  effects: ['message'],
  gate: false,
}

/** Runs beside the agent; nothing that a hook says has an effect. */
const RESPONSE: EventSpec = { event: 'Stop', decisions: [], effects: [], gate: false }

/** By native name, as documented in 2026: docs/hosts/windsurf.md#events. */
export const windsurfEvents: Readonly<Record<string, EventSpec>> = {
  pre_read_code: BEFORE,
  post_read_code: AFTER,
  pre_write_code: BEFORE,
  post_write_code: AFTER,
  pre_run_command: BEFORE,
  post_run_command: AFTER,
  pre_mcp_tool_use: BEFORE,
  post_mcp_tool_use: AFTER,
  pre_user_prompt: { event: 'UserPromptSubmit', decisions: ['deny'], effects: [], gate: true },
  post_cascade_response: RESPONSE,
  post_cascade_response_with_transcript: RESPONSE,
  post_setup_worktree: { event: 'PostSetupWorktree', decisions: [], effects: ['message'], gate: false },
}

export function canonicalEvent(native: string): string {
  return Object.hasOwn(windsurfEvents, native) ? (windsurfEvents[native]?.event ?? native) : native
}

/** Returns the kind of tool that a native event is about; undefined for the other events. */
export function toolKind(native: string): ToolKind | undefined {
  return KINDS.find((kind) => native === `pre_${kind}` || native === `post_${kind}`)
}

const KINDS: readonly ToolKind[] = ['read_code', 'write_code', 'run_command', 'mcp_tool_use']
