import type { Event, ToolCall } from './event.ts'

/** An event that its receiver may change without anybody noticing. Its known shape is copied as such, which is cheapest. */
export function ownEvent(event: Event): Event {
  const { tool, agent, payload } = event
  const copy: Changeable<Event> = { ...event, fields: ownCopy(event.fields) }
  if (tool !== undefined) copy.tool = ownTool(tool)
  if (agent !== undefined) copy.agent = ownCopy(agent)
  if (payload !== undefined) copy.payload = ownCopy(payload)
  if (event.messages !== undefined) copy.messages = ownCopy(event.messages)
  return copy
}

type Changeable<T> = { -readonly [Key in keyof T]: T[Key] }

function ownTool(tool: ToolCall): ToolCall {
  const input = ownCopy(tool.input)
  const nativeInput = tool.nativeInput === tool.input ? input : ownCopy(tool.nativeInput)
  const copy: Changeable<ToolCall> = { ...tool, input, nativeInput }
  if (tool.response !== undefined) copy.response = ownCopy(tool.response)
  return copy
}

/** Several times faster than structuredClone on small values. */
export function ownCopy<T>(value: T): T {
  return copyOf(value, undefined) as T
}

type Seen = Map<object, unknown>

/** `seen` makes a value that contains itself end, and exists only where objects are nested. */
function copyOf(value: unknown, seen: Seen | undefined): unknown {
  if (!isObject(value)) return value
  const known = seen?.get(value)
  if (known !== undefined) return known
  if (!isPlain(value)) return cloneOf(value)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  // Without a list of its keys: most have no object inside.
  for (const key in copy) {
    const inner = copy[key]
    if (isObject(inner) && Object.hasOwn(copy, key))
      copy[key] = copyOf(inner, (seen ??= new Map()).set(value, copy))
  }
  return copy
}

/** Dates, maps, bytes. What cannot be cloned belongs to the caller's program and is shared. */
function cloneOf(value: object): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
