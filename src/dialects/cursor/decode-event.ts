import type { Event } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import {
  contradictedEvent,
  leftOut,
  readPayload,
  unnamedEvent,
  wrongType,
  type PayloadForm,
} from '../_families/payload.ts'
import type { Payload } from '../dialect.ts'
import { takeTool } from './decode-tool.ts'
import { rowOf } from './events.ts'
import { NAME } from './name.ts'
import { canonicalReason } from './words.ts'

/** Reads a payload. Fields of another type than documented are left out with a warning, unless they decide something. */
export function decodeEvent(payload: Payload): Event | Issue {
  const wire = readPayload(payload, FORM)
  if (isIssue(wire)) return wire
  const written = nativeName(wire, payload.event)
  if (isIssue(written)) return written
  const row = rowOf(written)
  const name = row?.event ?? written
  const native = row?.native ?? written
  // A prompt that cannot be read is refused.
  if (native === 'beforeSubmitPrompt' && typeof wire['prompt'] !== 'string')
    return { ...wrongType('prompt', 'a string', wire['prompt']), event: name }
  const odd = TEXTS.filter((field) => isOdd(wire[field]))
  const call = takeTool(native, withoutKeys(wire, odd))
  if ('code' in call) return { ...call, event: name }
  const issues = [...odd.map((field) => leftOut(field, wire[field])), ...call.issues]
  return {
    ...envelope(call.rest, { name, native }, payload),
    ...(call.tool && { tool: call.tool }),
    ...(issues.length > 0 && { issues }),
    payload: { wire: NAME, bytes: payload.bytes },
  }
}

const FORM: PayloadForm = {
  expected: 'The host writes one JSON object to stdin.',
  nameKey: 'hook_event_name',
  canonicalName: (written) => rowOf(written)?.event ?? written,
}

/** Nothing here is needed to know what happened. The host writes null for what it does not have. */
const TEXTS = [
  'conversation_id',
  'generation_id',
  'session_id',
  'transcript_path',
  'cwd',
  'tool_use_id',
  'subagent_id',
  'subagent_type',
] as const

function isOdd(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string'
}

function withoutKeys(wire: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(wire).filter(([key]) => !keys.includes(key)))
}

type BaseWire = JsonObject & {
  readonly conversation_id?: string | null
  readonly session_id?: string | null
  readonly transcript_path?: string | null
  readonly cwd?: string | null
  readonly subagent_id?: string | null
  readonly subagent_type?: string | null
}

function envelope(
  wire: BaseWire,
  { name, native }: Pick<Event, 'name' | 'native'>,
  { startDir, projectDir, at }: Payload,
): Event {
  const {
    conversation_id,
    session_id,
    transcript_path,
    cwd,
    subagent_id: id,
    subagent_type: type,
    ...rest
  } = wire
  const { prompt } = rest
  const sessionId = conversation_id || session_id
  return {
    name,
    native,
    host: NAME,
    cwd: cwd || firstRoot(rest) || startDir,
    projectDir,
    at,
    ...(sessionId && { sessionId }),
    ...(transcript_path && { transcriptPath: transcript_path }),
    ...(typeof prompt === 'string' && native === 'beforeSubmitPrompt' && { prompt }),
    ...((id || type) && { agent: { ...(id && { id }), ...(type && { type }) } }),
    fields: fieldsOf(rest, { native, type }),
  }
}

function firstRoot({ workspace_roots: roots }: JsonObject): string | undefined {
  const [first] = Array.isArray(roots) ? (roots as readonly unknown[]) : []
  return typeof first === 'string' && first !== '' ? first : undefined
}

type About = { readonly native: string; readonly type: string | null | undefined }

/** Under the host's names, and beside them what hooks of other hosts look for. */
function fieldsOf(wire: JsonObject, { native, type }: About): JsonObject {
  const { hook_event_name: _, ...others } = wire
  const fields = native === 'beforeSubmitPrompt' ? withoutKeys(others, ['prompt']) : others
  switch (native) {
    case 'sessionEnd':
      return { ...fields, ...('reason' in fields && { reason: canonicalReason(fields['reason']) }) }
    case 'stop':
      return { ...fields, stop_hook_active: hasLooped(fields) }
    case 'subagentStart':
      return { ...fields, ...agentType(type) }
    case 'subagentStop':
      return { ...fields, ...agentType(type), stop_hook_active: hasLooped(fields), ...lastMessage(fields) }
    default:
      return fields
  }
}

function agentType(type: About['type']): JsonObject {
  return type ? { agent_type: type } : {}
}

/** A turn that goes on because of a hook says so in a number. */
function hasLooped({ loop_count: count }: JsonObject): boolean {
  return typeof count === 'number' && count > 0
}

function lastMessage({ summary }: JsonObject): JsonObject {
  return typeof summary === 'string' ? { last_assistant_message: summary } : {}
}

/** `--event` may say it where the payload does not; it must not say another. */
function nativeName(wire: JsonObject, said: string | undefined): string | Issue {
  const { hook_event_name: written } = wire
  if (written !== undefined && typeof written !== 'string')
    return wrongType('hook_event_name', 'a string', written)
  const name = written === undefined || written === '' ? said : written
  if (name === undefined || name === '') return unnamedEvent()
  if (said !== undefined && !isSame(said, name)) return contradictedEvent(said, name)
  return name
}

/** A canonical name stands for all native events that share it. */
function isSame(said: string, name: string): boolean {
  const row = rowOf(name)
  return said === name || (row !== undefined && (said === row.event || said === row.native))
}
