import type { Event, ToolCall } from '../../../core/event.ts'
import { isIssue, type Issue } from '../../../core/issue.ts'
import type { Payload } from '../../dialect.ts'
import {
  contradictedEvent,
  leftOut,
  readPayload,
  unnamedEvent,
  wrongType,
  type PayloadForm,
} from '../payload.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import { findRow, specOf } from './event-table.ts'
import type { HookContract } from './profile.ts'
import { isObject, type JsonObject } from './shape.ts'
import { canonicalTool } from './tool-names.ts'

/** The dialect that is called, and what its payloads are written in. */
export type Speaker = Pick<HookContract, 'name' | 'wire' | 'events' | 'tools' | 'calls' | 'envelope'>

/** Nothing here is needed to know what happened; hooks of the same wire see it as it was written. */
const OPTIONAL = [
  'session_id',
  'transcript_path',
  'cwd',
  'permission_mode',
  'agent_id',
  'agent_type',
  'tool_use_id',
] as const

/** Reads a payload. Unknown fields are kept, missing and odd ones tolerated; what guards judge must have its type. */
export function decodeEvent(payload: Payload, speaker: Speaker): Event | Issue {
  const { events, envelope: keys } = speaker
  const written = readPayload(payload, {
    ...FORM,
    ...(keys && { otherNameKeys: keys.nameKeys }),
    canonicalName: (native) => canonicalName(native, speaker),
  })
  if (isIssue(written)) return written
  const wire = keys === undefined ? written : keys.read(written)
  const native = eventName(wire, payload.event)
  if (typeof native !== 'string') return canonicalIssue(native, speaker)
  const spec = specOf(events, { name: canonicalName(native, speaker), native })
  const { usable, issues } = withoutOdd(wire, spec.event)
  const call = takeTool(usable, spec, { ...speaker, cwd: cwdOf(usable, payload) })
  if (isIssue(call)) return { ...call, event: spec.event }
  const found = call.issues === undefined ? issues : [...issues, ...call.issues]
  return {
    ...envelope(call.rest, { native, spec, payload, speaker }),
    ...(call.tool !== undefined && { tool: call.tool }),
    ...(found.length > 0 && { issues: found }),
  }
}

/** Several events of the host may have one canonical name; one that is not in its table keeps its own. */
function canonicalName(native: string, { events }: Speaker): string {
  return findRow(events, native)?.event ?? native
}

function canonicalIssue(problem: Issue, speaker: Speaker): Issue {
  return problem.event === undefined ? problem : { ...problem, event: canonicalName(problem.event, speaker) }
}

type Usable = { readonly usable: JsonObject; readonly issues: readonly Issue[] }

/** Null counts as absent, and so does a value of another type, which is reported. */
function withoutOdd(wire: JsonObject, event: string): Usable {
  const optional = event.startsWith('UserPrompt') ? [...OPTIONAL, 'prompt'] : OPTIONAL
  const odd = optional.filter((field) => wire[field] !== undefined && !isText(wire[field], field))
  if (odd.length === 0) return { usable: wire, issues: [] }
  const usable = Object.fromEntries(Object.entries(wire).filter(([field]) => !odd.includes(field)))
  const told = odd.filter((field) => wire[field] !== null)
  return { usable, issues: told.map((field) => leftOut(field, wire[field])) }
}

/** No process can be started in a directory with a NUL in its name. */
function isText(value: unknown, field: string): boolean {
  return typeof value === 'string' && !(field === 'cwd' && value.includes('\0'))
}

type Around = {
  readonly native: string
  readonly spec: ClaudeEventSpec
  readonly payload: Payload
  readonly speaker: Speaker
}

function envelope(wire: JsonObject, { native, spec, payload, speaker }: Around): Event {
  const {
    session_id,
    transcript_path,
    cwd,
    permission_mode,
    hook_event_name: _,
    ...rest
  } = wire as EnvelopeWire
  const { agent, rest: unclaimed } = takeAgent(rest, spec)
  const { text, rest: fields } = takePrompt(unclaimed, spec)
  return {
    name: spec.event,
    native,
    host: speaker.name,
    cwd: cwdOf({ cwd }, payload),
    projectDir: payload.projectDir,
    at: payload.at,
    ...(session_id !== undefined && { sessionId: session_id }),
    ...(transcript_path !== undefined && { transcriptPath: transcript_path }),
    ...(permission_mode !== undefined && { permissionMode: permission_mode }),
    ...(agent !== undefined && { agent }),
    ...(text !== undefined && { prompt: text }),
    fields,
    payload: { wire: speaker.wire, bytes: payload.bytes },
  }
}

function cwdOf({ cwd }: { readonly cwd?: unknown }, { startDir }: Payload): string {
  return typeof cwd === 'string' && cwd !== '' ? cwd : startDir
}

type EnvelopeWire = JsonObject & {
  readonly session_id?: string
  readonly transcript_path?: string
  readonly cwd?: string
  readonly permission_mode?: string
  readonly hook_event_name?: string
}

const FORM: Omit<PayloadForm, 'canonicalName'> = {
  expected: 'The host writes one JSON object with "hook_event_name" to stdin.',
  nameKey: 'hook_event_name',
}

function eventName(wire: JsonObject, said: string | undefined): string | Issue {
  const { hook_event_name: written } = wire
  if (written !== undefined && written !== null && typeof written !== 'string')
    return {
      ...wrongType('hook_event_name', 'a string', written),
      ...(said !== undefined && said !== '' && { event: said }),
    }
  const name = written ? written : said
  if (name === undefined || name === '') return unnamedEvent()
  if (said !== undefined && said !== name) return contradictedEvent(said, name)
  return name
}

/**
 * An agent type that matchers are tested against stays among the fields as well. An empty text is none: an id alone
 * makes a subagent of the main thread.
 */
function takeAgent(
  wire: JsonObject,
  { subject }: ClaudeEventSpec,
): { agent?: Event['agent']; rest: JsonObject } {
  const { agent_id: id, agent_type: type, ...rest } = wire as AgentWire
  if (!id && !type) return { rest }
  const isSubject = typeof subject === 'object' && subject.field === 'agent_type' && Boolean(type)
  return {
    agent: { ...(id && { id }), ...(type && { type }) },
    rest: isSubject ? { ...rest, agent_type: type } : rest,
  }
}

type AgentWire = JsonObject & { readonly agent_id?: string; readonly agent_type?: string }

function takePrompt(wire: JsonObject, { event }: ClaudeEventSpec): { text?: string; rest: JsonObject } {
  const { prompt, ...rest } = wire
  return event.startsWith('UserPrompt') && typeof prompt === 'string'
    ? { text: prompt, rest }
    : { rest: wire }
}

/** Without a name or arguments of the right type nobody can judge the call. */
function takeTool(
  wire: JsonObject,
  { subject }: ClaudeEventSpec,
  speaker: Speaker & { readonly cwd: string },
): { tool?: ToolCall; rest: JsonObject; issues?: readonly Issue[] } | Issue {
  const { tool_name: named = null, ...unnamed } = wire
  if (subject !== 'tool' || wire['tool_name'] === undefined) return { rest: wire }
  if (named === null) return { rest: unnamed }
  if (typeof named !== 'string') return wrongType('tool_name', 'a string', named)
  const { tool_input, tool_use_id, tool_response, error, ...rest } = unnamed as ToolWire
  const input = tool_input ?? {}
  if (!isObject(input)) return wrongType('tool_input', 'an object', input)
  const isMessage = typeof error === 'string'
  const { issues, ...call } = speaker.calls?.decode(named, input, { cwd: speaker.cwd, wire }) ?? {
    name: canonicalTool(named, speaker),
    input,
    issues: undefined,
  }
  const tool = {
    ...call,
    nativeName: named,
    nativeInput: input,
    ...(tool_use_id !== undefined && { useId: tool_use_id }),
    ...(tool_response !== undefined && { response: tool_response }),
    ...(isMessage && { error }),
  }
  const kept = isMessage || error === undefined ? rest : { ...rest, error }
  return { tool, rest: kept, ...(issues && { issues }) }
}

type ToolWire = JsonObject & {
  readonly tool_input?: unknown
  readonly tool_use_id?: string
  readonly tool_response?: unknown
  readonly error?: unknown
}
