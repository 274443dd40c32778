import { issue, type Issue, type Place } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import type { Check } from '../_families/claude/wire.ts'

type HandlerType = 'command' | 'mcp_tool' | 'prompt' | 'agent'

type Common = {
  readonly timeout?: number | null
  readonly statusMessage?: string | null
}

type Wires = {
  readonly command: Common & {
    readonly type: 'command'
    readonly command: string
    readonly commandWindows?: string | null
    readonly command_windows?: string | null
    readonly async?: boolean
    readonly additionalContextLimit?: number | null
  }
  readonly mcp_tool: Common & {
    readonly type: 'mcp_tool'
    readonly server: string
    readonly tool: string
    readonly input?: JsonObject
  }
  readonly prompt: { readonly type: 'prompt' }
  readonly agent: { readonly type: 'agent' }
}

/** A handler as files of Codex have it. */
export type HandlerWire<Type extends HandlerType = HandlerType> = Wires[Type]

const text: Check = { expected: 'a string', holds: (value) => typeof value === 'string' }
const flag: Check = { expected: 'true or false', holds: (value) => typeof value === 'boolean' }
const count: Check = {
  expected: 'a whole number that is not negative',
  holds: (value) => Number.isInteger(value) && (value as number) >= 0,
}
const input: Check = {
  expected: 'an object without null in it',
  holds: (value) => isObject(value) && !hasNull(value),
}

function hasNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(hasNull))
}

function optional({ expected, holds }: Check): Check {
  return { expected, holds: (value) => value === null || holds(value) }
}

const COMMON = { timeout: optional(count), statusMessage: optional(text) }

const FIELDS: Readonly<Record<HandlerType, Readonly<Record<string, Check>>>> = {
  command: {
    ...COMMON,
    command: text,
    commandWindows: optional(text),
    command_windows: optional(text),
    async: flag,
    additionalContextLimit: optional(count),
  },
  mcp_tool: { ...COMMON, server: text, tool: text, input },
  prompt: {},
  agent: {},
}

const REQUIRED: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['command'],
  mcp_tool: ['server', 'tool'],
  prompt: [],
  agent: [],
}

/** Keys of each type; Codex ignores others. Those of types that it skips are not looked at. */
export const HANDLER_KEYS: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['type', ...Object.keys(FIELDS.command)],
  mcp_tool: ['type', ...Object.keys(FIELDS.mcp_tool)],
  prompt: ['type', 'prompt', 'model', 'timeout', 'statusMessage'],
  agent: ['type', 'prompt', 'model', 'timeout', 'statusMessage'],
}

const TYPES = Object.keys(FIELDS) as readonly HandlerType[]

/** Checks what Codex checks when it reads the file: one handler of a wrong shape makes the whole file void. */
export function checkHandler(
  value: unknown,
  place: Place,
): { readonly wire: HandlerWire } | { readonly problem: Issue } {
  if (!isObject(value))
    return { problem: shapeIssue(place, { name: 'A handler', expected: 'an object', got: value }) }
  const type = TYPES.find((each) => each === value['type'])
  if (type === undefined) return { problem: wrongType(value['type'], place) }
  const problem = missing(value, type, place) ?? wrongField(value, type, place) ?? twice(value, place)
  return problem === undefined ? { wire: value as HandlerWire } : { problem }
}

function wrongType(got: unknown, place: Place): Issue {
  const problem = `The type of a handler must be one of ${TYPES.join(', ')}, not ${misspelt(got, TYPES)}.`
  return issue('hook.type', at(place, 'type'), problem)
}

function missing(value: JsonObject, type: HandlerType, place: Place): Issue | undefined {
  const field = REQUIRED[type].find((each) => value[each] === undefined)
  return field === undefined ? undefined : issue('hook.field', place, `A ${type} handler needs "${field}".`)
}

function wrongField(value: JsonObject, type: HandlerType, place: Place): Issue | undefined {
  const found = Object.entries(FIELDS[type]).find(
    ([field, { holds }]) => value[field] !== undefined && !holds(value[field]),
  )
  if (found === undefined) return undefined
  const [field, { expected }] = found
  return issue(
    'hook.field',
    at(place, field),
    `"${field}" must be ${expected}, not ${misfit(value[field], expected)}.`,
  )
}

function twice(value: JsonObject, place: Place): Issue | undefined {
  if (value['commandWindows'] === undefined || value['command_windows'] === undefined) return undefined
  const problem = '"commandWindows" and "command_windows" are the same key, which may be there only once.'
  return issue('hook.field', at(place, 'command_windows'), problem)
}
