import type { Event } from '../core/event.ts'
import type { CommonFields, EVENT_INPUT, EventFields, CanonicalEventName } from '../dialects/canonical.ts'
import type { Places } from '../dialects/dialect.ts'
import { checkSubject, isFromHost } from './check-event.ts'
import type { AnyEvent, EventName, OwnFields } from './event-names.ts'
import { claimFields, type GivenEvent } from './claim-fields.ts'
import { readAgent, readTool, type GivenTool } from './event-parts.ts'

/** Events about a call of a tool. */
export type ToolEventName = {
  [Name in CanonicalEventName]: (typeof EVENT_INPUT)[Name] extends { readonly tool_name: unknown }
    ? Name
    : never
}[CanonicalEventName]

/** The fields of an event by its name: a known event has its own and no others, so that a slip is seen. */
export type FieldsOf<Name extends AnyEvent> = Name extends keyof EventFields
  ? Partial<EventFields[Name]> & CommonFields
  : Name extends EventName
    ? Event['fields']
    : OwnFields<Name>

/** An event as a program says it; what it leaves out is filled in. Events about a tool need their `tool`. */
export type EventInput<Name extends AnyEvent = EventName> = Partial<
  Omit<Event, 'name' | 'tool' | 'fields' | 'payload'>
> & {
  /** Name of the event: one that a host has, such as `PreToolUse`, or one made by `defineEvent`. */
  readonly name: Name
} & (Name extends ToolEventName
    ? {
        /** The tool call that the event is about; its `name` is enough. */
        readonly tool: GivenTool
      }
    : {
        /** The tool call that the event is about. Default: none. */
        readonly tool?: GivenTool
      }) &
  (Name extends EventName
    ? {
        /** What else the event carries, under the names of docs/events.md. Default: nothing. */
        readonly fields?: FieldsOf<Name>
      }
    : OwnFieldsInput<OwnFields<Name>>)

/** What a program said its event always carries must be there. */
type OwnFieldsInput<Fields> =
  Partial<Fields> extends Fields
    ? {
        /** What the event carries, as its `defineEvent` says. Default: nothing. */
        readonly fields?: Fields
      }
    : {
        /** What the event carries, as its `defineEvent` says. */
        readonly fields: Fields
      }

/** Any event, whatever its name; types hold callers to more. */
export type LooseInput = Partial<Omit<Event, 'name' | 'tool' | 'fields'>> & {
  readonly name: string
  readonly tool?: GivenTool
  readonly fields?: object
}

/** Fills in what the program left out, and refuses an event whose hooks could not be chosen. */
export function completeEvent(input: LooseInput, { startDir, projectDir }: Places, at: number): Event {
  const isDecoded = isFromHost(input)
  const given = input.fields === undefined || isDecoded ? input : claimFields(input as GivenEvent)
  const event = {
    host: 'library',
    native: input.name,
    cwd: startDir,
    projectDir,
    at,
    fields: NO_FIELDS,
    ...given,
  } as Draft
  // In place: a second copy of every event would be a sixth of a dispatch's cost.
  if (event.host === undefined) event.host = 'library'
  if (event.native === undefined) event.native = event.name
  if (event.cwd === undefined) event.cwd = startDir
  if (event.projectDir === undefined) event.projectDir = projectDir
  if (event.at === undefined) event.at = at
  if (event.fields === undefined) event.fields = NO_FIELDS
  if (isDecoded) return event
  if (event.agent !== undefined) completeAgent(event)
  completeSubject(event)
  checkSubject(event)
  if (event.tool !== undefined) completeTool(event)
  return event
}

type Draft = { -readonly [Part in keyof Event]: Event[Part] }

const NO_FIELDS: Event['fields'] = Object.freeze({})

function completeAgent(event: Draft): void {
  const agent = readAgent(event.agent, event.name)
  if (agent === undefined) delete event.agent
  else event.agent = agent
}

function completeTool(event: Draft): void {
  const tool = readTool(event.tool, event.name)
  if (tool === undefined) delete event.tool
  else event.tool = tool
}

/** Matchers of these events look among the fields, for what may be said elsewhere or not at all. */
function completeSubject(event: Draft): void {
  switch (event.name) {
    case 'SubagentStart':
    case 'SubagentStop':
      if (event.agent?.type !== undefined) event.fields = { ...event.fields, agent_type: event.agent.type }
      return
    case 'StopFailure':
      // The word for a reason that nobody knows.
      event.fields = { ...event.fields, error: event.fields['error'] || 'unknown' }
  }
}
