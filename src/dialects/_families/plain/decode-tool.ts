import type { ToolCall } from '../../../core/event.ts'
import { isIssue, warning, type Issue } from '../../../core/issue.ts'
import { spareKey } from '../call-issues.ts'
import { isObject, type JsonObject } from '../claude/shape.ts'
import { wrongType } from '../payload.ts'
import type { Calls } from './calls.ts'
import type { PayloadKeys, PlainEventSpec } from './profile.ts'

type Around = {
  readonly spec: PlainEventSpec
  readonly keys: PayloadKeys
  readonly calls: Calls
  readonly startDir: string
}

export type DecodedTool = { readonly tool?: ToolCall; readonly issues: readonly Issue[] }

/** Reads the call of a payload. Without a name and arguments of the right type no hook can judge it. */
export function decodeTool(flat: JsonObject, around: Around): DecodedTool | Issue {
  const named = flat['tool_name'] ?? undefined
  if (named !== undefined) return readCall(flat, around)
  return severalCalls(flat, around) ?? impliedCall(flat, around)
}

function readCall(flat: JsonObject, { spec, keys, calls, startDir }: Around): DecodedTool | Issue {
  const { tool_name: named, tool_input: given } = flat
  if (typeof named !== 'string') return wrongType('tool_name', 'a string', named)
  const input = given ?? {}
  if (!isObject(input)) return wrongType('tool_input', 'an object', input)
  const cwd = keys.cwd === undefined ? undefined : flat[keys.cwd]
  const { call, spare, isPatchRead } = calls.decode(named, input, typeof cwd === 'string' ? cwd : startDir)
  const useId = keys.useId === undefined ? undefined : flat[keys.useId]
  const tool = {
    ...call,
    ...(typeof useId === 'string' && { useId }),
    ...resultOf(flat, spec, keys),
  }
  const unread = isPatchRead ? [] : [unreadPatch(named)]
  return { tool, issues: [...unread, ...spare.map((key) => spareKey(key, named))] }
}

function resultOf(
  flat: JsonObject,
  { event }: PlainEventSpec,
  { response: key = '', otherResponse: other = '' }: PayloadKeys,
): Partial<ToolCall> {
  const response = flat[key] ?? flat[other] ?? undefined
  if (response === undefined) return {}
  return event === 'PostToolUseFailure' && typeof response === 'string' ? { error: response } : { response }
}

/** A payload about all calls of a turn: one call of several parts. */
function severalCalls(flat: JsonObject, around: Around): DecodedTool | Issue | undefined {
  const list = around.keys.calls === undefined ? undefined : flat[around.keys.calls]
  if (!Array.isArray(list) || list.length === 0) return undefined
  const read = list.map((each) =>
    isObject(each) ? readCall(each, around) : wrongType('hook_events', 'a list of objects', each),
  )
  const wrong = read.find(isIssue)
  if (wrong !== undefined) return wrong
  const found = read.filter((each): each is DecodedTool => !isIssue(each))
  const [first] = found
  if (first?.tool === undefined) return undefined
  const parts = found
    .flatMap(({ tool }) => tool?.parts ?? tool ?? [])
    .map(({ name, input }) => ({ name, input }))
  const tool = parts.length > 1 ? { ...first.tool, parts } : first.tool
  return { tool, issues: found.flatMap(({ issues }) => issues) }
}

/** An event about one kind of tool may name only the file or the command. */
function impliedCall(flat: JsonObject, { spec, keys, calls }: Around): DecodedTool {
  const about = keys.about === undefined ? undefined : flat[keys.about]
  const [tool] = spec.implied?.tools ?? []
  if (spec.implied === undefined || tool === undefined || typeof about !== 'string') return { issues: [] }
  const input = { [spec.implied.argument]: about }
  const call = { name: tool, nativeName: tool, input, nativeInput: input }
  const native = calls.encode(call)
  return { tool: { ...call, nativeName: native.name, nativeInput: native.input }, issues: [] }
}

function unreadPatch(tool: string): Issue {
  return warning(
    'payload.patch',
    {},
    `The patch of "${tool}" names no file, so hooks cannot see which files it changes.`,
  )
}
