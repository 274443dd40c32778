import type { Event, ToolCall } from '../core/event.ts'
import { currentName } from '../core/tools.ts'
import { isObject, refuseNoText, shown, unknownKey } from '../core/argument.ts'

export type GivenTool = Pick<ToolCall, 'name'> & Partial<ToolCall>

type Agent = NonNullable<Event['agent']>

/**
 * Returns who the agent of an event is. An id or a type that is null or empty is absent: an id alone makes a subagent.
 * Throws a TypeError for what is not an agent. `of`: the event, or what else has the agent.
 */
export function readAgent(agent: unknown, of: string): Agent | undefined {
  if (agent === undefined || agent === null) return undefined
  if (!isObject(agent))
    throw new TypeError(
      `The \`agent\` of ${of} must be an object with an \`id\` or a \`type\`, not ${shown(agent)}.`,
    )
  refuseUnknownKeys(agent, AGENT, { part: 'agent', of })
  const id = readText(agent['id'], 'id', of)
  const type = readText(agent['type'], 'type', of)
  if (id === undefined && type === undefined) return undefined
  return { ...(id !== undefined && { id }), ...(type !== undefined && { type }) }
}

/**
 * Returns the whole tool of an event, which may be null for absent. Matchers and rules know a tool by its current name,
 * so the event has that too; the given one is the native name. Throws a TypeError for what is not a tool.
 */
export function readTool(tool: unknown, of: string): ToolCall | undefined {
  if (tool === undefined || tool === null) return undefined
  if (!isObject(tool))
    throw new TypeError(`The \`tool\` of ${of} must be an object with a \`name\`, not ${shown(tool)}.`)
  refuseUnknownKeys(tool, TOOL, { part: 'tool', of })
  const { name, input = {} } = tool
  refuseNoText(`The \`tool.name\` of ${of}`, name)
  if (!isObject(input))
    throw new TypeError(`The \`tool.input\` of ${of} must be an object, not ${shown(input)}.`)
  refuseBadParts(tool['parts'], of)
  return { nativeName: name, nativeInput: input, ...tool, name: currentName(name), input }
}

/** Hooks see the parts in place of the call, so that one that cannot be read would hide what happens. */
function refuseBadParts(parts: unknown, of: string): void {
  if (parts === undefined) return
  const isReadable = (part: unknown) =>
    isObject(part) && typeof part['name'] === 'string' && isObject(part['input'])
  if (Array.isArray(parts) && parts.length > 0 && parts.every(isReadable)) return
  throw new TypeError(
    `The \`tool.parts\` of ${of} must be a list of objects with a \`name\` and an \`input\`.`,
  )
}

const AGENT: Readonly<Record<keyof Agent, true>> = { id: true, type: true }

const TOOL: Readonly<Record<keyof ToolCall, true>> = {
  name: true,
  nativeName: true,
  mayBe: true,
  input: true,
  nativeInput: true,
  parts: true,
  useId: true,
  response: true,
  error: true,
}

function readText(value: unknown, key: string, of: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  refuseNoText(`The \`agent.${key}\` of ${of}`, value)
  return value
}

/** A key that nothing reads would leave hooks without what the program meant to say. */
function refuseUnknownKeys(
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, true>>,
  { part, of }: { readonly part: string; readonly of: string },
): void {
  const unknown = unknownKey(given, known)
  if (unknown === undefined) return
  throw new TypeError(`"${unknown.key}" is not a key of the \`${part}\` of ${of}; ${unknown.accepted}`)
}
