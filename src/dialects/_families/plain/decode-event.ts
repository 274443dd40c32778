import type { Event, ToolCall } from '../../../core/event.ts'
import { isIssue, type Issue } from '../../../core/issue.ts'
import type { Payload } from '../../dialect.ts'
import { isObject, type JsonObject } from '../claude/shape.ts'
import { contradictedEvent, leftOut, readPayload, unnamedEvent, wrongType } from '../payload.ts'
import { decodeTool } from './decode-tool.ts'
import type { Calls } from './calls.ts'
import { canonicalName, nativeName, specOf } from './event-table.ts'
import type { PayloadKeys, PlainEventSpec, PlainProfile } from './profile.ts'

/** Reads a payload. Unknown fields are kept, missing and odd ones tolerated; what guards judge must have its type. */
export function decodeEvent(payload: Payload, profile: PlainProfile, calls: Calls): Event | Issue {
  const { keys } = profile
  const wire = readPayload(payload, {
    expected: `The host writes one JSON object with "${keys.event}" to stdin.`,
    nameKey: keys.event,
    canonicalName: (written) => canonicalName(profile, written),
  })
  if (isIssue(wire)) return wire
  const native = eventName(wire, payload.event, profile)
  if (isIssue(native)) return native
  const spec = specOf(profile, { name: canonicalName(profile, native), native })
  const { flat, issues } = withoutOdd(flatten(wire, keys), keys)
  const prompt = takePrompt(flat, { spec, keys })
  if (isIssue(prompt)) return { ...prompt, event: spec.event }
  const call = decodeTool(flat, { spec, keys, calls, startDir: payload.startDir })
  if (isIssue(call)) return { ...call, event: spec.event }
  const found = [...issues, ...call.issues]
  return {
    ...envelope(flat, { native, spec, payload, profile }),
    ...(prompt !== undefined && { prompt }),
    ...(call.tool !== undefined && { tool: call.tool }),
    fields: fieldsOf(flat, { keys, tool: call.tool, isPrompt: prompt !== undefined }),
    payload: { wire: profile.name, bytes: payload.bytes },
    ...(found.length > 0 && { issues: found }),
  }
}

function eventName(wire: JsonObject, said: string | undefined, profile: PlainProfile): string | Issue {
  const { event: key } = profile.keys
  const written = Object.hasOwn(wire, key) ? (wire[key] ?? undefined) : undefined
  if (written !== undefined && typeof written !== 'string') {
    const known = said === undefined || said === '' ? {} : { event: canonicalName(profile, said) }
    return { ...wrongType(key, 'a string', written), ...known }
  }
  const name = written === undefined || written === '' ? said : written
  if (name === undefined || name === '') return unnamedEvent()
  if (said !== undefined && nativeName(profile, said) !== nativeName(profile, name))
    return contradictedEvent(said, name)
  return nativeName(profile, name)
}

/** Moves the fields of the inner object to the top level; fields that are there already stay. */
function flatten(wire: JsonObject, { rest }: PayloadKeys): JsonObject {
  const inner = rest === undefined || !Object.hasOwn(wire, rest) ? undefined : wire[rest]
  if (rest === undefined || !isObject(inner)) return wire
  const { [rest]: _, ...top } = wire
  const present = Object.entries(top).filter(([, value]) => value !== null)
  return { ...inner, ...Object.fromEntries(present) }
}

type Flat = { readonly flat: JsonObject; readonly issues: readonly Issue[] }

/** Nothing here is needed to know what happened: null counts as absent, and so does another type, which is reported. */
function withoutOdd(wire: JsonObject, { session, cwd, useId }: PayloadKeys): Flat {
  const optional = [session, cwd, useId].filter((key) => key !== undefined)
  const odd = optional.filter((key) => wire[key] !== undefined && !isText(wire[key], key === cwd))
  if (odd.length === 0) return { flat: wire, issues: [] }
  const flat = Object.fromEntries(Object.entries(wire).filter(([key]) => !odd.includes(key)))
  const told = odd.filter((key) => wire[key] !== null)
  return { flat, issues: told.map((key) => leftOut(key, wire[key])) }
}

/** No process can be started in a directory with a NUL in its name. */
function isText(value: unknown, isPath: boolean): boolean {
  return typeof value === 'string' && !(isPath && value.includes('\0'))
}

type Around = { readonly spec: PlainEventSpec; readonly keys: PayloadKeys }

/** A prompt that cannot be read is refused. */
function takePrompt(flat: JsonObject, { spec, keys }: Around): string | undefined | Issue {
  if (spec.event !== 'UserPromptSubmit' || keys.prompt === undefined) return undefined
  const prompt = flat[keys.prompt] ?? undefined
  return prompt === undefined || typeof prompt === 'string'
    ? prompt
    : wrongType(keys.prompt, 'a string', prompt)
}

type Envelope = {
  readonly native: string
  readonly spec: PlainEventSpec
  readonly payload: Payload
  readonly profile: PlainProfile
}

function envelope(flat: JsonObject, { native, spec, payload, profile }: Envelope): Event {
  const { session = '', cwd = '' } = profile.keys
  const { [session]: id, [cwd]: directory } = flat as Readonly<Record<string, string | undefined>>
  return {
    name: spec.event,
    native,
    host: profile.name,
    cwd: directory === undefined || directory === '' ? payload.startDir : directory,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(id !== undefined && id !== '' && { sessionId: id }),
    fields: {},
  }
}

type Taken = {
  readonly keys: PayloadKeys
  readonly tool: ToolCall | undefined
  readonly isPrompt: boolean
}

/** Everything that has no other place in the event. */
function fieldsOf(flat: JsonObject, { keys, tool, isPrompt }: Taken): JsonObject {
  const { useId, response, otherResponse } = keys
  const ofTool = tool === undefined ? [] : ['tool_name', 'tool_input', useId, response, otherResponse]
  const taken = new Set([keys.event, keys.session, keys.cwd, ...ofTool, ...(isPrompt ? [keys.prompt] : [])])
  return Object.fromEntries(Object.entries(flat).filter(([key, value]) => !taken.has(key) && value !== null))
}
