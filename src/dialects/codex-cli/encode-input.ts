import type { Event } from '../../core/event.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { nativeArguments, nativeToolName } from './encode-call.ts'
import { codexEvents } from './events.ts'
import { NAME } from './name.ts'
import { SHELL_TOOL, PATCH_TOOL } from './tools.ts'

/** What a hook of Codex finds on stdin: the host's own bytes, or the same keys built anew, without a newline. */
export function encodeInput(event: Event): string | Uint8Array {
  return event.payload?.wire === NAME ? event.payload.bytes : JSON.stringify(toWire(event))
}

/** The event under the keys of Codex, all of which are there; see docs/hosts/codex-cli.md#payloads. */
export function toWire(event: Event): JsonObject {
  const { name, host } = event
  const isKnown = Object.hasOwn(codexEvents, name)
  return {
    session_id: event.sessionId ?? '',
    ...(!OUTSIDE_TURNS.has(name) && {
      turn_id: textOf(event, 'turn_id') ?? textOf(event, 'prompt_id') ?? '',
    }),
    ...agentOf(event),
    transcript_path: event.transcriptPath ?? null,
    cwd: event.cwd,
    hook_event_name: name,
    ...(name !== 'SessionEnd' && { model: textOf(event, 'model') ?? '' }),
    ...(!WITHOUT_MODE.has(name) && { permission_mode: modeOf(event) }),
    ...(isKnown && host !== NAME ? ownFields(event) : othersOf(event)),
    ...(event.prompt !== undefined && { prompt: event.prompt }),
    ...toolOf(event),
  }
}

const OUTSIDE_TURNS: ReadonlySet<string> = new Set(['SessionStart', 'SessionEnd'])
const WITHOUT_MODE: ReadonlySet<string> = new Set(['SessionEnd', 'PreCompact', 'PostCompact'])
const MODES: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'])

/** Fields of events besides the common ones, and what they are when the calling host does not say. */
const FIELDS: Readonly<Record<string, JsonObject>> = {
  PreCompact: { trigger: 'manual' },
  PostCompact: { trigger: 'manual' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  Stop: { stop_hook_active: false, last_assistant_message: null },
  SubagentStop: { stop_hook_active: false, last_assistant_message: null, agent_transcript_path: null },
}

function ownFields({ name, fields }: Event): JsonObject {
  const own = Object.entries(FIELDS[name] ?? {})
  return Object.fromEntries(own.map(([key, fallback]) => [key, fields[key] ?? fallback]))
}

/** Everything that is not written under its own key already. */
function othersOf({ name, fields }: Event): JsonObject {
  const { turn_id: _turn, model: _model, agent_type: _type, ...rest } = fields
  return { ...FIELDS[name], ...rest }
}

/** Both keys or none; the events of subagents always have them. */
function agentOf({ name, agent }: Event): JsonObject {
  if (agent?.id === undefined && !name.startsWith('Subagent')) return {}
  return { agent_id: agent?.id ?? '', agent_type: agent?.type ?? '' }
}

function toolOf({ name, tool }: Event): JsonObject {
  if (tool === undefined) return {}
  const native = nativeToolName(tool)
  return {
    tool_name: native,
    tool_input: nativeArguments(tool),
    ...(tool.response !== undefined && { tool_response: responseOf(tool.response, native) }),
    ...(name !== 'PermissionRequest' && { tool_use_id: tool.useId ?? '' }),
  }
}

/** Of shells and patches it is the text that the model sees. */
function responseOf(response: unknown, native: string): unknown {
  if ((native !== SHELL_TOOL && native !== PATCH_TOOL) || typeof response === 'string') return response
  if (!isObject(response)) return JSON.stringify(response)
  const { stdout, stderr } = response
  const texts = [stdout, stderr].filter((text) => typeof text === 'string' && text !== '')
  return typeof stdout === 'string' ? texts.join('\n') : JSON.stringify(response)
}

function modeOf({ permissionMode: mode }: Event): string {
  return mode !== undefined && MODES.has(mode) ? mode : 'default'
}

function textOf({ fields }: Event, key: string): string | undefined {
  const value = fields[key]
  return typeof value === 'string' ? value : undefined
}
