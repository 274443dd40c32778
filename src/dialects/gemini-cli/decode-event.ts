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
import { canonicalEvent } from './events.ts'
import { NAME } from './name.ts'
import { toMilliseconds } from './time.ts'
import { canonicalWord } from './words.ts'

const FORM: PayloadForm = {
  expected: 'The host writes one JSON object to stdin.',
  nameKey: 'hook_event_name',
  canonicalName: canonicalEvent,
}

/** Nothing here is needed to know what happened. */
const OPTIONAL = ['session_id', 'transcript_path', 'cwd', 'prompt'] as const

/** Fields of odd types are left out with a warning, except where a guard would be blind without them. */
export function decodeEvent(payload: Payload): Event | Issue {
  const wire = readPayload(payload, FORM)
  if (isIssue(wire)) return wire
  const native = nativeName(wire, payload.event)
  if (isIssue(native)) return native
  const name = canonicalEvent(native)
  const odd = OPTIONAL.filter((field) => wire[field] !== undefined && typeof wire[field] !== 'string')
  if (odd.includes('prompt') && name === 'UserPromptSubmit')
    return { ...wrongType('prompt', 'a string', wire['prompt']), event: name }
  const known = Object.fromEntries(
    Object.entries(wire).filter(([key]) => !odd.some((field) => field === key)),
  )
  const call = takeTool(known)
  if (isIssue(call)) return { ...call, event: name }
  const issues = [...odd.map((field) => leftOut(field, wire[field])), ...call.issues]
  return {
    ...envelope(call.rest, { name, native }, payload),
    ...(call.tool && { tool: call.tool }),
    ...(issues.length > 0 && { issues }),
    payload: { wire: NAME, bytes: payload.bytes },
  }
}

type KnownWire = JsonObject & {
  readonly session_id?: string
  readonly transcript_path?: string
  readonly cwd?: string
  readonly prompt?: string
}

function envelope(
  wire: KnownWire,
  { name, native }: Pick<Event, 'name' | 'native'>,
  payload: Payload,
): Event {
  const { session_id: sessionId, transcript_path: transcript, cwd, prompt, ...rest } = wire
  const isPrompt = name === 'UserPromptSubmit'
  return {
    name,
    native,
    host: NAME,
    cwd: cwd || payload.startDir,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(sessionId !== undefined && { sessionId }),
    // The host writes an empty text when it keeps no conversation.
    ...(transcript && { transcriptPath: transcript }),
    ...(isPrompt && prompt !== undefined && { prompt }),
    fields: fieldsOf(isPrompt || prompt === undefined ? rest : { ...rest, prompt }, name),
  }
}

/** Under canonical names and words. */
function fieldsOf(rest: JsonObject, event: string): JsonObject {
  const { hook_event_name: _, timestamp, prompt_response: said, ...others } = rest
  const words = Object.entries(others).map(([key, value]) => [key, canonicalWord(event, key, value)])
  return {
    ...(timestamp !== undefined && { timestamp: toMilliseconds(timestamp) }),
    ...Object.fromEntries(words),
    ...(said !== undefined && { last_assistant_message: said }),
  }
}

function nativeName(wire: JsonObject, said: string | undefined): string | Issue {
  const { hook_event_name: written } = wire
  if (written !== undefined && typeof written !== 'string')
    return wrongType('hook_event_name', 'a string', written)
  const name = written || said
  if (!name) return unnamedEvent()
  if (said && canonicalEvent(said) !== canonicalEvent(name)) return contradictedEvent(said, name)
  return name
}
