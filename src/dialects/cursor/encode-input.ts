import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { toolWire } from './encode-tool.ts'
import { rowFor } from './events.ts'
import { NAME } from './name.ts'
import { nativeReason } from './words.ts'

type Document = Readonly<Record<string, unknown>>

/** Returns the host's own bytes where it calls itself, else the same built from the canonical event. */
export function encodeInput(
  event: Event,
  { native = nativeOf(event) }: Pick<Hook, 'native'>,
): string | Uint8Array {
  const { payload } = event
  return payload?.wire === NAME && event.native === native
    ? payload.bytes
    : JSON.stringify(toWire(event, native))
}

/** For a hook that does not say which of several native events it was written for. */
function nativeOf(event: Event): string {
  return rowFor(event)?.native ?? event.native
}

/** The event as the host would have told it under this native name. */
export function toWire(event: Event, native: string): Document {
  const isOwn = event.host === NAME
  return present({
    ...(isOwn && ownFields(event.fields)),
    ...base(event, native),
    ...(native !== 'workspaceOpen' && { ...about(event, native), ...toolWire(event, native) }),
  })
}

/** Without what the canonical event has besides the host's own fields. */
function ownFields(fields: Document): Document {
  const {
    stop_hook_active: _,
    agent_type: __,
    last_assistant_message: ___,
    duration_ms: ____,
    ...own
  } = fields
  return own
}

function base({ sessionId, transcriptPath, projectDir, fields }: Event, native: string): Document {
  const place = {
    hook_event_name: native,
    cursor_version: fields['cursor_version'] ?? '',
    workspace_roots: fields['workspace_roots'] ?? [projectDir],
    user_email: fields['user_email'] ?? null,
  }
  if (native === 'workspaceOpen') return place
  return {
    conversation_id: sessionId ?? '',
    generation_id: fields['generation_id'] ?? fields['turn_id'] ?? fields['prompt_id'] ?? '',
    model: fields['model'] ?? '',
    ...place,
    transcript_path: transcriptPath ?? null,
  }
}

type Writer = (event: Event) => Document

function about(event: Event, native: string): Document {
  return (Object.hasOwn(WRITERS, native) ? WRITERS[native] : undefined)?.(event) ?? {}
}

/** What every event has beyond the base, except for what is about a tool. Defaults are the host's most usual values. */
const WRITERS: Readonly<Record<string, Writer>> = {
  sessionStart: ({ sessionId, fields }) => ({
    session_id: sessionId ?? '',
    is_background_agent: fields['is_background_agent'] ?? false,
    composer_mode: fields['composer_mode'] ?? 'agent',
  }),
  sessionEnd: ({ sessionId, fields }) => ({
    session_id: sessionId ?? '',
    reason: nativeReason(fields['reason']),
    duration_ms: fields['duration_ms'],
    is_background_agent: fields['is_background_agent'] ?? false,
    final_status: fields['final_status'] ?? 'completed',
  }),
  beforeSubmitPrompt: ({ prompt, fields }) => ({
    prompt: prompt ?? '',
    attachments: fields['attachments'] ?? [],
  }),
  subagentStart: ({ sessionId, agent, fields }) => ({
    subagent_id: agent?.id,
    subagent_type: agent?.type ?? fields['agent_type'] ?? '',
    task: fields['task'] ?? '',
    parent_conversation_id: fields['parent_conversation_id'] ?? sessionId ?? '',
    is_parallel_worker: fields['is_parallel_worker'] ?? false,
  }),
  subagentStop: ({ agent, fields }) => ({
    subagent_type: agent?.type ?? fields['agent_type'] ?? '',
    ...ended(fields),
    task: fields['task'] ?? '',
    description: fields['description'] ?? '',
    summary: fields['summary'] ?? fields['last_assistant_message'] ?? '',
    duration_ms: fields['duration_ms'],
    modified_files: fields['modified_files'] ?? [],
    agent_transcript_path: fields['agent_transcript_path'] ?? null,
  }),
  preCompact: ({ fields }) => ({ trigger: fields['trigger'] ?? 'auto' }),
  stop: ({ fields }) => ended(fields),
  afterAgentThought: ({ fields }) => ({ duration_ms: fields['duration_ms'] }),
}

function ended({ status, loop_count: count, stop_hook_active: isActive }: Document): Document {
  return { status: status ?? 'completed', loop_count: count ?? (isActive === true ? 1 : 0) }
}

/** Absent values are left out; null is a value of the host. */
function present(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
