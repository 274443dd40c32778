import type { Event, ToolCall } from '../core/event.ts'
import type { CommonFields, EventFields } from '../dialects/_families/claude/event-fields.ts'
import type { Places } from '../dialects/dialect.ts'
import { checkSubject } from './check-event.ts'
import { claimFields, type GivenEvent } from './claim-fields.ts'

/** An event as a program says it; what it leaves out is filled in. With a name its fields have their types. */
export type EventInput<Name extends string = string> = Partial<
  Omit<Event, 'name' | 'tool' | 'fields' | 'wire'>
> & {
  readonly name: Name
  readonly tool?: Pick<ToolCall, 'name'> & Partial<ToolCall>
  /** A known event has its own fields and no others, so that a slip is seen; a program's own has any. */
  readonly fields?: Name extends keyof EventFields
    ? Partial<EventFields[Name]> & CommonFields
    : Event['fields']
}

/** Fills in what the program left out, and refuses an event whose hooks could not be chosen. */
export function completeEvent(input: EventInput, { startDir, projectDir }: Places, at: number): Event {
  const given = input.fields === undefined ? input : claimFields(input as GivenEvent)
  const event = { host: 'library', cwd: startDir, projectDir, at, fields: NO_FIELDS, ...given } as Draft
  // In place: a second copy of every event would be a sixth of a dispatch's cost.
  if (event.cwd === undefined) event.cwd = startDir
  if (event.fields === undefined) event.fields = NO_FIELDS
  completeSubject(event)
  checkSubject(event)
  if (event.tool !== undefined) event.tool = completeTool(event.tool)
  return event
}

type Draft = { -readonly [Part in keyof Event]: Event[Part] }

const NO_FIELDS: Event['fields'] = Object.freeze({})

function completeTool(tool: NonNullable<EventInput['tool']>): ToolCall {
  const input = tool.input ?? {}
  return { nativeName: tool.name, nativeInput: input, ...tool, input }
}

/** Matchers of these events look among the fields, for what may be said elsewhere or not at all. */
function completeSubject(event: Draft): void {
  switch (event.name) {
    case 'SubagentStart':
    case 'SubagentStop':
      if (event.agent?.type !== undefined) event.fields = { ...event.fields, agent_type: event.agent.type }
      return
    case 'StopFailure':
      // Claude Code says so too where it does not know.
      event.fields = { ...event.fields, error: event.fields['error'] || 'unknown' }
  }
}
