import type { ToolCall } from '../../core/event.ts'
import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { rawArguments, spareKey } from '../_families/call-issues.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { patchCall, type PatchCall } from '../_families/patch.ts'
import { MAX_PAYLOAD_DEPTH, wrongType } from '../_families/payload.ts'
import { toSnake } from './keys.ts'
import { canonicalInput, canonicalName, isVscodeTool, PATCH_TOOL, type Writing } from './tools.ts'

/** What a payload says of a tool; `rest` is everything else. */
export type Call = { readonly tool?: ToolCall; readonly rest: JsonObject; readonly issues: readonly Issue[] }

/** A payload under one spelling of its keys, and how it spelt them. */
export type Spelt = {
  readonly flat: JsonObject
  spelling(key: string): string
  /** Absolute path of the folder that relative paths of a patch are relative to. */
  readonly cwd: string
}

export function takeTool({ flat, spelling, cwd }: Spelt, event: string): Call | Issue {
  const { tool_name: named, tool_use_id: useId, ...rest } = flat
  if (named === undefined) return { rest: flat, issues: [] }
  if (typeof named !== 'string') return wrongType(spelling('tool_name'), 'a string', named)
  const { tool_args: args, tool_input: given, arguments: own, ...others } = rest
  const isMcp = event === 'PreMcpToolCall'
  const key = isMcp ? 'arguments' : (given ?? args) === given ? 'tool_input' : 'tool_args'
  const input = isMcp ? own : (given ?? args)
  const read = readArguments(input, { tool: named, key: spelling(key) })
  if (isIssue(read)) return read
  const result = takeResult(isMcp || own === undefined ? others : { ...others, arguments: own })
  const name = toolName(named, flat, event)
  const canonical = canonicalInput(name, read.input, writingOf(named, event))
  const { isReadable, ...edits } = editsOf(read, cwd)
  return {
    tool: {
      name,
      nativeName: named,
      input: canonical.input,
      ...edits,
      nativeInput: isMcp ? (given ?? args) : input,
      ...(typeof useId === 'string' && { useId }),
      ...result.facts,
    },
    rest: result.rest,
    issues: [
      ...read.issues,
      ...canonical.spare.map((each) => spareKey(each, named)),
      ...(isReadable === false ? [unreadPatch(named)] : []),
    ],
  }
}

/** A patch is one call to the host and an edit of each of its files to hooks of others. */
function editsOf({ patch }: Arguments, cwd: string): Partial<PatchCall> {
  return patch === undefined ? {} : patchCall(patch, cwd)
}

function unreadPatch(tool: string): Issue {
  const problem = `No file could be read from the patch of "${tool}"; hooks see its text as "patch".`
  return warning('payload.patch', {}, problem)
}

/** A request for permission comes in Claude Code's keys. */
function writingOf(tool: string, event: string): Writing {
  if (event === 'PermissionRequest') return 'canonical'
  return isVscodeTool(tool) ? 'vscode' : 'runtime'
}

function toolName(named: string, { server_name: server }: JsonObject, event: string): string {
  if (event === 'PreMcpToolCall' && typeof server === 'string') return `mcp__${server}__${named}`
  return canonicalName(named)
}

type Arguments = {
  readonly input: JsonObject
  readonly issues: readonly Issue[]
  /** The arguments are this text and nothing else. */
  readonly patch?: string
}
type Place = { readonly tool: string; readonly key: string }

/** An object, or the JSON text of one up to about 1.0.7x. A patch is raw text in every release. */
function readArguments(args: unknown, place: Place): Arguments | Issue {
  if (args === undefined || args === null) return { input: {}, issues: [] }
  if (isObject(args)) return { input: args, issues: [] }
  if (typeof args !== 'string') return { input: { raw: args }, issues: [rawArguments(args, place)] }
  const isWritten = args.trimStart().startsWith('{')
  if (isWritten && isTooDeep(args, MAX_PAYLOAD_DEPTH))
    return issue('payload.depth', {}, `"${place.key}" is nested deeper than ${MAX_PAYLOAD_DEPTH} levels.`)
  const value = isWritten ? parseText(args) : undefined
  if (isObject(value)) return { input: value, issues: [] }
  if (place.tool === PATCH_TOOL || PATCH.test(args))
    return { input: { patch: args }, patch: args, issues: [] }
  return { input: { raw: args }, issues: [rawArguments(args, place)] }
}

/** Under PascalCase events the tool has the name of every edit. */
const PATCH = /^[ \t]*\*\*\* Begin Patch/m

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Result = { readonly facts: Partial<ToolCall>; readonly rest: JsonObject }

/** The text is the answer; how it was meant stays beside it. */
function takeResult(wire: JsonObject): Result {
  const { tool_result: result, tool_response: response, error, ...rest } = wire
  const isText = typeof error === 'string'
  const facts = { ...(isText && { error }), ...(response !== undefined && { response }) }
  const kept = isText || error === undefined ? rest : { ...rest, error }
  if (result === undefined) return { facts, rest: kept }
  if (!isObject(result)) return { facts: { ...facts, response: result }, rest: kept }
  const flat = Object.fromEntries(Object.entries(result).map(([key, value]) => [toSnake(key), value]))
  const { text_result_for_llm: text, result_type: type, ...more } = flat
  return {
    facts: { ...facts, ...(text !== undefined && { response: text }) },
    rest: {
      ...kept,
      ...(type !== undefined && { result_type: type }),
      ...(Object.keys(more).length > 0 && { result_details: more }),
    },
  }
}
