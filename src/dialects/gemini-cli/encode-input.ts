import type { Event, ToolCall } from '../../core/event.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { toNative } from './arguments.ts'
import { nativeEvent } from './events.ts'
import { NAME } from './name.ts'
import { toIso } from './time.ts'
import { nativeTool } from './tools.ts'
import { nativeWord } from './words.ts'

/** The host's own bytes where it is calling, else the same built anew. */
export function encodeInput(event: Event): string | Uint8Array {
  return event.payload?.wire === NAME ? event.payload.bytes : JSON.stringify(toWire(event))
}

/** Returns the event as a hook of the host reads it. */
export function toWire(event: Event): JsonObject {
  const {
    timestamp,
    last_assistant_message: said,
    result_type: _,
    result_details: details,
    ...rest
  } = event.fields
  const { mcp_context: context, ...fields } = rest
  const native = event.host === NAME ? event.native : nativeEvent(event.name)
  const words = Object.entries(fields).map(([key, value]) => [key, nativeWord(event, key, value)])
  return present({
    session_id: event.sessionId ?? '',
    transcript_path: event.transcriptPath ?? '',
    cwd: event.cwd,
    hook_event_name: native,
    timestamp: toIso(timestamp ?? event.at),
    prompt: event.prompt,
    ...(event.tool && toolFields(event, event.tool, { details, context })),
    ...Object.fromEntries(words),
    prompt_response: said,
    ...(event.host !== NAME && expectedFields(native, event)),
  })
}

/** What hooks of the host rely on and another host may not send. */
function expectedFields(native: string, { fields }: Event): JsonObject {
  if (native !== 'AfterAgent') return {}
  return {
    prompt: fields['prompt'] ?? '',
    prompt_response: fields['last_assistant_message'] ?? '[no response text]',
    stop_hook_active: fields['stop_hook_active'] === true,
  }
}

type Beside = { readonly details: unknown; readonly context: unknown }

function toolFields(event: Event, tool: ToolCall, { details, context }: Beside): JsonObject {
  const { name, context: own } = nativeTool(tool)
  const isOwn = event.host === NAME
  return {
    tool_name: isOwn ? tool.nativeName : name,
    tool_input: isOwn ? ownArguments(tool) : toNative(tool.name, tool.input),
    mcp_context: context ?? (isOwn ? undefined : own),
    tool_response: responseOf(tool, details),
  }
}

/** The host's own arguments, unless a hook before this one has changed them: `rewriteCall` writes both. */
function ownArguments({ name, nativeInput, input }: ToolCall): unknown {
  if (nativeInput === undefined) return undefined
  return nativeInput === input && isObject(input) ? toNative(name, input) : nativeInput
}

function responseOf({ response, error, name }: ToolCall, details: unknown): unknown {
  if (error !== undefined) return { llmContent: error, returnDisplay: error, error: { message: error } }
  if (response === undefined) return undefined
  if (isObject(details)) return { llmContent: response, ...details }
  if (isObject(response) && 'llmContent' in response) return response
  const text = textOf(name === 'Bash' ? streams(response) : response)
  return { llmContent: text, returnDisplay: text }
}

/** Other hosts keep the two streams of a command apart. */
function streams(response: unknown): unknown {
  if (!isObject(response) || !('stdout' in response)) return response
  const texts = [response['stdout'], response['stderr']]
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n')
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Absent values are left out, never null. */
function present(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
