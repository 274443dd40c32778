import type { Event, ToolCall } from '../../core/event.ts'
import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { readPayload, wrongType, type PayloadForm } from '../_families/payload.ts'
import { eventsByFields, untoldEvent } from '../_families/told-event.ts'
import type { Payload } from '../dialect.ts'
import { antigravityEvents, EVENT_SHAPES, nativeEvent } from './events.ts'
import { NAME } from './name.ts'
import { readCall } from './tools.ts'

const FORM: PayloadForm = {
  expected: 'The host writes one JSON object to stdin.',
  // No payload of the host names its event; those that programs write for tests may.
  nameKey: 'hookEventName',
  canonicalName: (name) => nativeEvent(name) ?? name,
}

/** camelCase, without the name of the event: `--event` says it, or the fields do where only one event has them. */
export function decodeEvent(payload: Payload): Event | Issue {
  const wire = readPayload(payload, FORM)
  if (isIssue(wire)) return wire
  const native = eventName(wire, payload.event)
  if (isIssue(native)) return native
  const call = readTool(wire, native)
  if (isIssue(call)) return { ...call, event: native }
  return toEvent(wire, { native, call }, payload)
}

function eventName(wire: JsonObject, said: string | undefined): string | Issue {
  const may = eventsByFields(wire, EVENT_SHAPES)
  if (said === undefined || said === '')
    return may.length === 1 ? (may[0] ?? '') : untoldEvent(may, antigravityEvents)
  const native = nativeEvent(said)
  if (native === undefined || may.length === 0 || may.includes(native)) return native ?? said
  const gate = [...may, native].find((each) => antigravityEvents[each]?.gate)
  const problem = `--event says "${said}" but the payload is a "${may.join('" or "')}".`
  const found = issue(
    'payload.event',
    {},
    problem,
    `Write --event ${may[0] ?? ''} in the command of the hook.`,
  )
  return gate === undefined ? found : { ...found, event: gate }
}

type Read = { readonly tool?: ToolCall; readonly issues: readonly Issue[] }

function readTool({ toolCall }: JsonObject, native: string): Read | Issue {
  if (toolCall === undefined && native !== 'PreToolUse') return { issues: [] }
  if (!isObject(toolCall)) return wrongType('toolCall', 'an object', toolCall)
  const { name, args } = toolCall
  if (typeof name !== 'string') return wrongType('toolCall.name', 'a string', name)
  const { call, spare } = readCall(name, args)
  const issues = [
    ...spare.map((key) => spareKey(key, name)),
    ...(isObject(args) || args === undefined || args === null ? [] : [oddArguments(name)]),
  ]
  return { tool: call, issues }
}

function spareKey(key: string, tool: string): Issue {
  const problem = `"${key}" of "${tool}" is an argument that the tool does not read, beside one that it does.`
  return warning('payload.spare-key', {}, problem)
}

function oddArguments(tool: string): Issue {
  return warning(
    'payload.tool-args',
    {},
    `The arguments of "${tool}" are not an object; hooks see them as "raw".`,
  )
}

type Found = { readonly native: string; readonly call: Read }

function toEvent(wire: JsonObject, { native, call }: Found, payload: Payload): Event {
  const { conversationId: session, transcriptPath: transcript, toolCall: _, ...rest } = wire
  const root = Array.isArray(rest['workspacePaths']) ? (rest['workspacePaths'][0] as unknown) : undefined
  const { finalModelOutput: last } = rest
  return {
    name: antigravityEvents[native]?.event ?? native,
    native,
    host: NAME,
    // Not the `Cwd` of a command, which the agent chooses: hooks with relative paths would be started there.
    cwd: typeof root === 'string' && root !== '' ? root : payload.startDir,
    projectDir: payload.projectDir,
    at: payload.at,
    ...(typeof session === 'string' && { sessionId: session }),
    ...(typeof transcript === 'string' && { transcriptPath: transcript }),
    ...(call.tool && { tool: call.tool }),
    fields: { ...rest, ...(typeof last === 'string' && { last_assistant_message: last }) },
    ...(call.issues.length > 0 && { issues: call.issues }),
    payload: { wire: NAME, bytes: payload.bytes },
  }
}
