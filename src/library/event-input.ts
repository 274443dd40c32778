import type { Event, ToolCall } from '../core/event.ts'
import type { Places } from '../dialects/dialect.ts'

/** An event as a program says it; what it leaves out is filled in. */
export type EventInput = Pick<Event, 'name'> &
  Partial<Omit<Event, 'name' | 'tool' | 'wire'>> & {
    readonly tool?: Pick<ToolCall, 'name'> & Partial<ToolCall>
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
