import type { EventShape } from '../_families/told-event.ts'

const AGENT = ['agent_id', 'agent_type', 'parent_agent_id'] as const
const NAMED_AGENT = [...AGENT, 'agent_display_name', 'agent_description'] as const

/**
 * Payloads of camelCase events, by their keys in snake_case without those that all events have
 * (docs/hosts/copilot.md#payloads). Where one key more makes another event of it, that key is among the needed ones of
 * the other: a call before the tool runs has no result, a request for permission has suggestions.
 */
export const EVENT_SHAPES: readonly EventShape[] = [
  { native: 'sessionStart', needs: ['source'], may: ['initial_prompt'] },
  { native: 'sessionEnd', needs: ['reason'] },
  { native: 'userPromptSubmitted', needs: ['prompt'] },
  { native: 'userPromptTransformed', needs: ['prompt', 'transformed_prompt'] },
  { native: 'preToolUse', needs: ['tool_name', 'tool_args'] },
  { native: 'permissionRequest', needs: ['tool_name', 'tool_input', 'permission_suggestions'] },
  {
    native: 'preMcpToolCall',
    needs: ['server_name', 'tool_name', 'arguments'],
    may: ['tool_call_id', '_meta'],
  },
  { native: 'postToolUse', needs: ['tool_name', 'tool_args', 'tool_result'] },
  { native: 'postToolUseFailure', needs: ['tool_name', 'tool_args', 'error'] },
  {
    native: 'agentStop',
    needs: ['transcript_path', 'stop_reason'],
    may: ['stop_hook_active', ...AGENT],
  },
  { native: 'subagentStart', needs: ['transcript_path', 'agent_name'], may: NAMED_AGENT },
  {
    native: 'subagentStop',
    needs: ['transcript_path', 'agent_name', 'stop_reason'],
    may: ['response', 'stop_hook_active', ...NAMED_AGENT],
  },
  { native: 'preCompact', needs: ['transcript_path', 'trigger'], may: ['custom_instructions'] },
  { native: 'errorOccurred', needs: ['error', 'error_context'], may: ['recoverable'] },
  { native: 'notification', needs: ['message', 'notification_type'], may: ['title'] },
]
