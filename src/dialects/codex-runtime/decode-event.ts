import type { Event, ToolCall } from '../../core/event.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { contradictedEvent, readPayload, wrongType, type PayloadForm } from '../_families/payload.ts'
import { canonicalName, nativeName } from '../_families/runtime/phases.ts'
import type { Payload } from '../dialect.ts'
import { canonicalTool } from './tools.ts'

/** A context as the runtime writes it. Only `phase` is indispensable: older releases and people leave keys out. */
type ContextWire = JsonObject & {
  readonly phase?: string
  readonly thread_id?: string | null
  readonly cwd?: string | null
  readonly tool_name?: string | null
  readonly tool_input?: unknown
  /** Not the runtime's: we write it for events of hosts that tell the prompt. */
  readonly prompt?: string
}

type Check = { readonly accepts: (value: unknown) => boolean; readonly expected: string }

const TEXT: Check = { accepts: (value) => typeof value === 'string', expected: 'a string' }
const TEXT_OR_NULL: Check = {
  accepts: (value) => value === null || typeof value === 'string',
  expected: 'a string or null',
}

const FIELDS: Readonly<Record<string, Check>> = {
  phase: TEXT,
  thread_id: TEXT_OR_NULL,
  turn_id: TEXT_OR_NULL,
  cwd: TEXT_OR_NULL,
  model: TEXT_OR_NULL,
  main_status: TEXT_OR_NULL,
  correlation_id: TEXT,
  ts_ms: { accepts: Number.isInteger, expected: 'a whole number' },
  tool_name: TEXT_OR_NULL,
  prompt: TEXT,
}

export function decodeEvent(payload: Payload, host: string): Event | Issue {
  const wire: ContextWire | Issue = readPayload(payload, FORM)
  if (isIssue(wire)) return wire
  const wrong = Object.entries(FIELDS).find(
    ([field, { accepts }]) => has(wire, field) && !accepts(wire[field]),
  )
  if (wrong !== undefined) {
    const [field, { expected }] = wrong
    return unusable(wrongType(field, expected, wire[field]), wire, payload.event)
  }
  const phase = phaseName(wire, payload.event)
  return isIssue(phase) ? phase : toEvent(wire, phase, { payload, host })
}

/** With the event, where at least that can be told. */
function unusable(problem: Issue, { phase }: JsonObject, said: string | undefined): Issue {
  const name = typeof phase === 'string' && phase !== '' ? phase : said
  return name === undefined ? problem : { ...problem, event: FORM.canonicalName(name) }
}

function toEvent(wire: ContextWire, phase: string, from: { payload: Payload; host: string }): Event {
  const { payload, host } = from
  const { phase: _, thread_id, cwd, prompt, tool_name = null, tool_input, ...rest } = wire
  const tool = toolOf(tool_name, inputOf(tool_input))
  // Guards should see arguments also of a call whose tool nobody can name.
  const isUnnamed = tool === undefined && tool_input !== undefined && tool_input !== null
  return {
    name: canonicalName(phase),
    native: phase,
    host,
    cwd: cwd ? cwd : payload.startDir,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(thread_id && { sessionId: thread_id }),
    ...(tool !== undefined && { tool }),
    ...(prompt !== undefined && { prompt }),
    fields: { ...present(rest), ...(isUnnamed && { tool_input }) },
    payload: { wire: host, bytes: payload.bytes },
  }
}

/** The runtime hands on whatever parameters a request has, and guards look into objects only. */
function inputOf(value: unknown): JsonObject {
  if (value === undefined || value === null) return {}
  return isObject(value) ? value : { raw: value }
}

function toolOf(native: string | null, input: JsonObject): ToolCall | undefined {
  const name = canonicalTool(native, input)
  if (name === undefined) return undefined
  const { itemId } = input as { itemId?: unknown }
  const call = { name, nativeName: native ?? name, input, nativeInput: input }
  return typeof itemId === 'string' ? { ...call, useId: itemId } : call
}

/** `null` stands for absent everywhere but in the metadata, which may be any value. */
function present(wire: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(wire).filter(([field, value]) => value !== null || field === 'metadata'),
  )
}

const FORM: PayloadForm = {
  expected: 'The runtime writes one JSON object with "phase" to stdin.',
  nameKey: 'phase',
  canonicalName: (phase) => canonicalName(nativeName(phase)),
}

function phaseName({ phase: written = '' }: ContextWire, said = ''): string | Issue {
  const wanted = nativeName(said)
  if (written === '' && wanted === '')
    return issue('payload.event', {}, 'The payload names no phase.', 'Say it with --event.')
  if (written !== '' && wanted !== '' && nativeName(written) !== wanted)
    return contradictedEvent(said, written)
  return written === '' ? wanted : nativeName(written)
}

function has(wire: JsonObject, field: string): boolean {
  return wire[field] !== undefined
}
