import type { Event, ToolCall } from '../../../core/event.ts'
import { currentName } from '../../../core/tools.ts'

const NEWLINE = 0x0a

/** What a hook of this wire finds on stdin: the host's own bytes where it speaks the wire, else the same built anew. */
export function encodeInput(event: Event, wire: string): string | Uint8Array {
  if (event.payload?.wire === wire) return endWithNewline(event.payload.bytes)
  return `${JSON.stringify(toWire(event))}\n`
}

/** The event under Claude Code's names. Absent values are left out, never null. */
export function toWire(event: Event): Readonly<Record<string, unknown>> {
  const { agent, tool } = event
  const known = {
    session_id: event.sessionId,
    transcript_path: event.transcriptPath,
    cwd: event.cwd,
    permission_mode: event.permissionMode,
    agent_id: agent?.id,
    agent_type: agent?.type,
    hook_event_name: event.name,
    tool_name: tool && saidName(tool),
    tool_input: tool?.input,
    tool_use_id: tool?.useId,
    tool_response: tool?.response,
    error: tool?.error,
    prompt: event.prompt,
  }
  const present = Object.entries(known).filter(([, value]) => value !== undefined)
  return { ...event.fields, ...Object.fromEntries(present) }
}

/** A former name stays as it was said: a hook may test for it, and the host's own bytes have it as well. */
function saidName({ name, nativeName }: ToolCall): string {
  return currentName(nativeName) === name ? nativeName : name
}

function endWithNewline(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === NEWLINE) return bytes
  const ended = new Uint8Array(bytes.length + 1)
  ended.set(bytes)
  ended[bytes.length] = NEWLINE
  return ended
}
