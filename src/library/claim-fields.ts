import type { Event } from '../core/event.ts'
import { canonicalEvent } from '../dialects/canonical.ts'
import { isObject } from '../core/argument.ts'

type Fields = Readonly<Record<string, unknown>>

/** The parts of an event that its caller gave. Nothing was checked yet, so a part may hold anything. */
export type GivenEvent = { readonly [Part in keyof Event]?: unknown } & {
  readonly name: string
  readonly fields?: Fields
}

/**
 * Moves what payloads call `session_id`, `agent_type`, `tool_name` and so on from `fields` to the event's own parts,
 * where matchers, audiences and function hooks look. Where both are given the event's own part counts. Events of the
 * program itself keep all their fields.
 */
export function claimFields(event: GivenEvent): GivenEvent {
  const { fields = {} } = event
  const spec = canonicalEvent(event.name)
  if (spec === undefined) return event
  const names = [
    ...COMMON,
    ...(spec.subject === 'tool' ? TOOL : []),
    ...(event.name.startsWith('UserPrompt') ? ['prompt'] : []),
  ]
  if (!names.some((name) => Object.hasOwn(fields, name))) return event
  const wire = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null),
  )
  const rest = Object.entries(fields).filter(([name]) => !names.includes(name))
  return {
    name: event.name,
    ...partsOf(wire),
    ...present(event),
    ...mergedParts(event, wire),
    fields: Object.fromEntries(rest),
  }
}

/** Returns the event with what it does not say itself taken from the defaults; the fields of both add up. */
export function overDefaults(event: GivenEvent, defaults: Fields): GivenEvent {
  const own = claimFields(event)
  const under = claimFields({ ...defaults, name: event.name })
  return { ...under, ...present(own), name: event.name, fields: { ...under.fields, ...own.fields } }
}

const COMMON = [
  'session_id',
  'transcript_path',
  'permission_mode',
  'cwd',
  'agent_id',
  'agent_type',
  'hook_event_name',
]
const TOOL = ['tool_name', 'tool_input', 'tool_use_id', 'tool_response', 'error']

function partsOf(wire: Fields): Fields {
  return present({
    sessionId: wire['session_id'],
    transcriptPath: wire['transcript_path'],
    permissionMode: wire['permission_mode'],
    cwd: wire['cwd'],
    prompt: wire['prompt'],
  })
}

/** Each half of an agent or a tool may have been given in either place. */
function mergedParts({ agent, tool }: GivenEvent, wire: Fields): Fields {
  const saidAgent = present({ id: wire['agent_id'], type: wire['agent_type'] })
  const saidTool = present({
    name: wire['tool_name'],
    input: wire['tool_input'],
    useId: wire['tool_use_id'],
    response: wire['tool_response'],
    error: wire['error'],
  })
  return {
    ...(Object.keys(saidAgent).length > 0 && { agent: over(saidAgent, agent, isSaid) }),
    ...(Object.keys(saidTool).length > 0 && { tool: over(saidTool, tool, isGiven) }),
  }
}

/** What is no object stays as it is, to be refused. */
function over(said: Fields, part: unknown, counts: (value: unknown) => boolean): unknown {
  if (part === undefined || part === null) return said
  return isObject(part) ? { ...said, ...only(part, counts) } : part
}

const isGiven = (value: unknown): boolean => value !== undefined
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function present(parts: Fields): Fields {
  return only(parts, isGiven)
}

function only(parts: Fields, counts: (value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => counts(value)))
}
