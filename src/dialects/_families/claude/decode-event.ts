import type { Event, ToolCall } from '../../../core/event.ts'
import { isIssue, issue, type Issue } from '../../../core/issue.ts'
import { currentName } from '../../../core/tools.ts'
import type { Payload } from '../../dialect.ts'
import { readPayload, type PayloadForm } from '../payload.ts'
import { eventSpec } from './events.ts'
import { isObject, quote, type JsonObject } from './shape.ts'

/** The dialect that is called, and the wire its payloads are written in. */
export type Speaker = { readonly host: string; readonly wire: string }

const STRINGS = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'agent_id', 'agent_type'] as const
const TOOL_STRINGS = ['tool_name', 'tool_use_id'] as const

/** Reads a payload. Unknown fields are kept, missing ones tolerated; what guards rely on must have its type. */
export function decodeEvent(payload: Payload, speaker: Speaker): Event | Issue {
  const wire = readPayload(payload, FORM)
  if (isIssue(wire)) return wire
  const name = eventName(wire, payload.event)
  if (typeof name !== 'string') return name
  const wrong = STRINGS.find((field) => wire[field] !== undefined && typeof wire[field] !== 'string')
  if (wrong !== undefined) return wrongType(wrong, 'a string', wire[wrong])
  return toEvent(wire, name, { payload, speaker })
}

function toEvent(
  wire: JsonObject,
  name: string,
  from: { payload: Payload; speaker: Speaker },
): Event | Issue {
  const { payload, speaker } = from
  const {
    session_id,
    transcript_path,
    cwd,
    permission_mode,
    hook_event_name: _,
    ...rest
  } = wire as EnvelopeWire
  const { agent, rest: unclaimed } = takeAgent(rest, name)
  const prompt = takePrompt(unclaimed, name)
  if (isIssue(prompt)) return prompt
  const call = takeTool(prompt.rest, name)
  if (isIssue(call)) return call
  return {
    name,
    host: speaker.host,
    cwd: cwd === undefined || cwd === '' ? payload.startDir : cwd,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(session_id !== undefined && { sessionId: session_id }),
    ...(transcript_path !== undefined && { transcriptPath: transcript_path }),
    ...(permission_mode !== undefined && { permissionMode: permission_mode }),
    ...(agent !== undefined && { agent }),
    ...(call.tool !== undefined && { tool: call.tool }),
    ...(prompt.text !== undefined && { prompt: prompt.text }),
    fields: call.rest,
    wire: { dialect: speaker.wire, bytes: payload.bytes },
  }
}

type EnvelopeWire = JsonObject & {
  readonly session_id?: string
  readonly transcript_path?: string
  readonly cwd?: string
  readonly permission_mode?: string
  readonly hook_event_name?: string
}

const FORM: PayloadForm = {
  expected: 'The host writes one JSON object with "hook_event_name" to stdin.',
  nameKey: 'hook_event_name',
  canonicalName: (name) => name,
}

function eventName(wire: JsonObject, said: string | undefined): string | Issue {
  const { hook_event_name: written } = wire as EnvelopeWire
  if (written !== undefined && typeof written !== 'string')
    return wrongType('hook_event_name', 'a string', written)
  const name = written === undefined || written === '' ? said : written
  if (name === undefined || name === '')
    return issue('payload.event', {}, 'The payload names no event.', 'Say it with --event.')
  if (said !== undefined && said !== name)
    return issue('payload.event', {}, `--event says "${said}" but the payload is a "${name}".`)
  return name
}

/** An agent type that matchers are tested against stays among the fields as well. */
function takeAgent(wire: JsonObject, event: string): { agent?: Event['agent']; rest: JsonObject } {
  const { agent_id: id, agent_type: type, ...rest } = wire as AgentWire
  if (id === undefined && type === undefined) return { rest: wire }
  const { subject } = eventSpec(event)
  const isSubject = typeof subject === 'object' && subject.field === 'agent_type' && type !== undefined
  return {
    agent: { ...(id !== undefined && { id }), ...(type !== undefined && { type }) },
    rest: isSubject ? { ...rest, agent_type: type } : rest,
  }
}

type AgentWire = JsonObject & { readonly agent_id?: string; readonly agent_type?: string }

function takePrompt(wire: JsonObject, event: string): { text?: string; rest: JsonObject } | Issue {
  if (!event.startsWith('UserPrompt') || wire['prompt'] === undefined) return { rest: wire }
  const { prompt, ...rest } = wire
  return typeof prompt === 'string' ? { text: prompt, rest } : wrongType('prompt', 'a string', prompt)
}

function takeTool(wire: JsonObject, event: string): { tool?: ToolCall; rest: JsonObject } | Issue {
  if (eventSpec(event).subject !== 'tool' || wire['tool_name'] === undefined) return { rest: wire }
  const wrong = TOOL_STRINGS.find((field) => wire[field] !== undefined && typeof wire[field] !== 'string')
  if (wrong !== undefined) return wrongType(wrong, 'a string', wire[wrong])
  const { tool_name, tool_input = {}, tool_use_id, tool_response, error, ...rest } = wire as ToolWire
  if (!isObject(tool_input)) return wrongType('tool_input', 'an object', tool_input)
  const isText = typeof error === 'string'
  const tool = {
    name: currentName(tool_name),
    nativeName: tool_name,
    input: tool_input,
    nativeInput: tool_input,
    ...(tool_use_id !== undefined && { useId: tool_use_id }),
    ...(tool_response !== undefined && { response: tool_response }),
    ...(isText && { error }),
  }
  return { tool, rest: isText || error === undefined ? rest : { ...rest, error } }
}

type ToolWire = JsonObject & {
  readonly tool_name: string
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  readonly tool_response?: unknown
  readonly error?: unknown
}

function wrongType(field: string, expected: string, got: unknown): Issue {
  return issue('payload.field', {}, `"${field}" in the payload must be ${expected}, not ${quote(got)}.`)
}
