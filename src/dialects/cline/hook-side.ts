import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { HookSide } from '../dialect.ts'
import { ROWS } from './events.ts'
import { NAME } from './name.ts'
import { decodeOutput } from './output.ts'
import { writeCall } from './tools.ts'

/** What hooks of Cline read and write. */
export const hookSide: HookSide = { encodeInput, environment: () => ({}), decodeOutput }

/** The host's own bytes, else the same built anew. */
function encodeInput(event: Event, hook: Hook): string | Uint8Array {
  return event.payload?.wire === NAME ? event.payload.bytes : JSON.stringify(toWire(event, hook))
}

/** The event in the form of the extension; tool events have the block of the SDK beside it, which its hooks read. */
function toWire(event: Event, { note }: Pick<Hook, 'note'> = {}): JsonObject {
  const { tool, fields } = event
  const row = ROWS.find(({ file }) => file === note) ?? ROWS.find((each) => each.event === event.name)
  const { clineVersion, timestamp, userId, workspaceRoots, ...rest } = fields
  return {
    clineVersion,
    hookName: row?.file ?? event.name,
    timestamp: timestamp ?? `${event.at}`,
    taskId: event.sessionId,
    workspaceRoots: workspaceRoots ?? [event.cwd],
    userId,
    ...rest,
    ...(tool && toolBlocks(event)),
    ...(event.prompt !== undefined && { userPromptSubmit: { prompt: event.prompt, attachments: [] } }),
  }
}

function toolBlocks({ name, tool }: Event): JsonObject {
  if (tool === undefined) return {}
  const own = writeCall(tool, 'extension')
  const inSdk = writeCall(tool, 'sdk')
  const call = { id: tool.useId, name: inSdk.name, input: inSdk.input }
  const legacy = { toolName: own.name, parameters: asTexts(own.input) }
  if (name === 'PreToolUse') return { preToolUse: legacy, tool_call: call }
  const success = tool.error === undefined
  return {
    postToolUse: { ...legacy, result: asText(tool.response), success },
    tool_result: { ...call, output: tool.response, error: tool.error },
  }
}

/** Values of parameters are texts there. */
function asTexts(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, asText(value)]))
}

function asText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
