import type { Event, ToolCall } from '../core/event.ts'
import type { CommonFields, EventFields } from '../dialects/_families/claude/event-fields.ts'
import type { Places } from '../dialects/dialect.ts'

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

export function completeEvent(input: EventInput, { startDir, projectDir }: Places, at: number): Event {
  const event = { host: 'library', cwd: startDir, projectDir, at, fields: NO_FIELDS, ...input }
  // In place: a second copy of every event would be a sixth of a dispatch's cost.
  if (input.tool !== undefined) event.tool = completeTool(input.tool)
  return event as Event
}

const NO_FIELDS: Event['fields'] = Object.freeze({})

function completeTool(tool: NonNullable<EventInput['tool']>): ToolCall {
  const input = tool.input ?? {}
  return { nativeName: tool.name, nativeInput: input, ...tool, input }
}
