import type { Event } from '../../core/event.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import { leftOut, readPayload, topLevelText, wrongType, type PayloadForm } from '../_families/payload.ts'
import { eventsByFields, untoldEvent } from '../_families/told-event.ts'
import type { Payload } from '../dialect.ts'
import { takeTool } from './decode-tool.ts'
import { EVENT_SHAPES } from './event-shapes.ts'
import { eventsOn, rowOf } from './events.ts'
import { toSnake } from './keys.ts'
import { NAME } from './name.ts'
import { shapeOf, wireOf } from './shape.ts'
import type { Surface } from './surfaces.ts'
import { toMilliseconds } from './time.ts'
import { canonicalWord } from './words.ts'

/** Nothing here is needed to know what happened. */
const OPTIONAL = ['session_id', 'transcript_path', 'cwd', 'agent_id', 'agent_type', 'tool_use_id'] as const

/** Both forms, and mixtures of them: the host sends some. Older releases left fields out; odd ones are left out here. */
export function decodeEvent(payload: Payload, surface: Surface): Event | Issue {
  const wire = readPayload(payload, FORM)
  if (isIssue(wire)) return withEvent(wire, payload)
  const all = Object.fromEntries(Object.entries(wire).map(([key, value]) => [toSnake(key), value]))
  const native = nativeName(wire, all, { said: payload.event, surface })
  if (isIssue(native)) return native
  const name = canonicalEvent(native)
  const spelling = (key: string): string => Object.keys(wire).findLast((each) => toSnake(each) === key) ?? key
  const odd = oddFields(all)
  const flat = Object.fromEntries(Object.entries(all).filter(([key]) => !odd.includes(key)))
  // A prompt that cannot be read is refused; beside a tool call it has no meaning.
  if (odd.includes('prompt') && all['tool_name'] === undefined)
    return { ...wrongType(spelling('prompt'), 'a string', all['prompt']), event: name }
  const cwd = typeof flat['cwd'] === 'string' && flat['cwd'] !== '' ? flat['cwd'] : payload.startDir
  const call = takeTool({ flat, spelling, cwd }, name)
  if (isIssue(call)) return { ...call, event: name }
  const issues = [...odd.map((field) => leftOut(spelling(field), all[field])), ...call.issues]
  return {
    ...envelope(call.rest, { name, native }, payload),
    ...(call.tool && { tool: call.tool }),
    ...(issues.length > 0 && { issues }),
    payload: { wire: wireOf(shapeOf(wire, { surface, said: payload.event })), bytes: payload.bytes },
  }
}

function oddFields(all: JsonObject): readonly string[] {
  return [...OPTIONAL, 'prompt'].filter((field) => all[field] !== undefined && typeof all[field] !== 'string')
}

/** One event names itself under another key. */
function withEvent(problem: Issue, { bytes }: Payload): Issue {
  if (problem.code !== 'payload.depth' || problem.event !== undefined) return problem
  const name = topLevelText(new TextDecoder().decode(bytes), 'hookName')
  return name === undefined ? problem : { ...problem, event: canonicalEvent(name) }
}

const FORM: PayloadForm = {
  expected: 'The host writes one JSON object to stdin.',
  nameKey: 'hook_event_name',
  canonicalName: canonicalEvent,
}

type FlatWire = JsonObject & {
  readonly session_id?: string
  readonly transcript_path?: string
  readonly cwd?: string
  readonly prompt?: string
  readonly agent_id?: string
  readonly agent_type?: string
  readonly agent_name?: unknown
}

function envelope(flat: FlatWire, { name, native }: Pick<Event, 'name' | 'native'>, payload: Payload): Event {
  const { session_id, transcript_path, cwd, prompt, agent_id: id, agent_type: type, ...rest } = flat
  return {
    name,
    native,
    host: NAME,
    cwd: cwd === undefined || cwd === '' ? payload.startDir : cwd,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(session_id !== undefined && { sessionId: session_id }),
    ...(transcript_path !== undefined && { transcriptPath: transcript_path }),
    ...(prompt !== undefined && { prompt }),
    ...((id || type) && { agent: { ...(id && { id }), ...(type && { type }) } }),
    fields: fieldsOf(rest, { name, type }),
  }
}

/** Under Claude Code's names and words; what a subagent is called is what matchers are tested against. */
function fieldsOf(
  flat: JsonObject,
  { name, type }: { readonly name: string; readonly type: string | undefined },
): JsonObject {
  const { hook_event_name: _, hook_name: __, timestamp, response, ...others } = flat
  const called = typeof others['agent_name'] === 'string' ? others['agent_name'] : type
  const isSubagent = name.startsWith('Subagent')
  const words = Object.entries(others).map(([key, value]) => [key, canonicalWord(key, value)])
  return {
    ...(timestamp !== undefined && { timestamp: toMilliseconds(timestamp) }),
    ...Object.fromEntries(words),
    ...(isSubagent && called !== undefined && { agent_type: called }),
    ...(response !== undefined && (isSubagent ? { last_assistant_message: response } : { response })),
  }
}

type Call = { readonly said: string | undefined; readonly surface: Surface }

/** Most camelCase payloads do not say what they are; then the call says it, or their fields do. */
function nativeName(wire: JsonObject, all: JsonObject, { said, surface }: Call): string | Issue {
  const { hook_event_name: pascal, hookName: camel } = wire
  const written = pascal ?? camel
  if (written !== undefined && typeof written !== 'string')
    return wrongType(pascal === undefined ? 'hookName' : 'hook_event_name', 'a string', written)
  if (written === undefined || written === '') return unwrittenName(wire, all, { said, surface })
  return said !== undefined && canonicalEvent(said) !== canonicalEvent(written)
    ? contradiction(said, written)
    : written
}

function unwrittenName(wire: JsonObject, all: JsonObject, { said, surface }: Call): string | Issue {
  const may = eventsByFields(all, EVENT_SHAPES)
  const [told] = may.length === 1 ? may : []
  if (said !== undefined && said !== '') return misnamed(said, told) ?? said
  if (told === undefined) return untoldEvent(may, eventsOn(surface))
  // One event of the PascalCase form does not name itself either, and has keys of both.
  return 'agent_id' in wire ? (rowOf(told)?.PascalCase ?? told) : told
}

/**
 * A bridge that was registered under the wrong name would judge a tool call or a prompt as something that cannot be
 * prevented. Of other events the call knows best: releases differ in which fields they send.
 */
function misnamed(said: string, told: string | undefined): Issue | undefined {
  const row = told === undefined ? undefined : rowOf(told)
  const named = rowOf(said)
  if (!row?.gate || named === undefined || named === row) return undefined
  // A prompt that is judged as a tool call is not let through either.
  if (named.gate && row.subject !== 'tool') return undefined
  return { ...contradiction(said, row.camelCase), event: row.event }
}

function contradiction(said: string, found: string): Issue {
  const problem = `--event says "${said}" but the payload is a "${found}".`
  return issue('payload.event', {}, problem, `Write --event ${found} in the command of the hook.`)
}

function canonicalEvent(name: string): string {
  return rowOf(name)?.event ?? name
}
