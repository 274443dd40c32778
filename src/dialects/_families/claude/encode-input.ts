import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { nativeOf } from './event-spec.ts'
import { specOf } from './event-table.ts'
import type { HookContract } from './profile.ts'
import { nativeTool } from './tool-names.ts'

const NEWLINE = 0x0a

/** What a hook of this wire finds on stdin: the host's own bytes where it speaks the wire, else the same built anew. */
export function encodeInput(event: Event, hook: Written, contract: HookContract): string | Uint8Array {
  if (event.payload?.wire === contract.wire) return endWithNewline(event.payload.bytes)
  return `${JSON.stringify(toWire(event, contract, hook))}\n`
}

type Written = Pick<Hook, 'native'>

/**
 * The event under the names of the contract's host. Absent values are left out, never null. Where several of its events
 * share a canonical name, one of another host gets the name under which the hook is written.
 */
export function toWire(
  event: Event,
  contract: Pick<HookContract, 'name' | 'events' | 'tools' | 'calls' | 'envelope'>,
  { native: written }: Written = {},
): Readonly<Record<string, unknown>> {
  const { agent, tool, name } = event
  const native = event.host === contract.name ? event.native : (written ?? event.native)
  const call = tool && contract.calls?.encode(tool)
  const known = {
    session_id: event.sessionId,
    transcript_path: event.transcriptPath,
    cwd: event.cwd,
    permission_mode: event.permissionMode,
    agent_id: agent?.id,
    agent_type: agent?.type,
    hook_event_name: nativeOf(specOf(contract.events, { name, native })),
    tool_name: tool && (call?.name ?? nativeTool(tool, contract)),
    tool_input: call?.input ?? tool?.input,
    tool_use_id: tool?.useId,
    tool_response: tool?.response,
    error: tool?.error,
    prompt: event.prompt,
  }
  const present = Object.entries(known).filter(([, value]) => value !== undefined)
  const wire = { ...event.fields, ...Object.fromEntries(present) }
  return contract.envelope?.write(wire) ?? wire
}

function endWithNewline(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) === NEWLINE) return bytes
  const ended = new Uint8Array(bytes.length + 1)
  ended.set(bytes)
  ended[bytes.length] = NEWLINE
  return ended
}
