import type { ToolCall } from '../../core/event.ts'
import type { Issue } from '../../core/issue.ts'
import { rawArguments, spareKey } from '../_families/call-issues.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { wrongType } from '../_families/payload.ts'
import { toCanonical } from './arguments.ts'
import { canonicalName } from './tools.ts'

/** What a payload says of a tool; `rest` is everything else. */
export type Call = { readonly tool?: ToolCall; readonly rest: JsonObject; readonly issues: readonly Issue[] }

export function takeTool(wire: JsonObject): Call | Issue {
  const { tool_name: named, tool_input: args, tool_response: response, ...rest } = wire
  if (named === undefined) return { rest: wire, issues: [] }
  if (typeof named !== 'string') return wrongType('tool_name', 'a string', named)
  const name = canonicalName(named, rest['mcp_context'])
  const read = readArguments(args, named)
  const { input, parts, spare } = toCanonical(name, named, read.input)
  const result = takeResult(response)
  return {
    tool: { name, nativeName: named, input, nativeInput: args, ...(parts && { parts }), ...result.facts },
    rest: { ...rest, ...result.fields },
    issues: [...read.issues, ...spare.map((key) => spareKey(key, named))],
  }
}

type Arguments = { readonly input: JsonObject; readonly issues: readonly Issue[] }

/** The host sends an object. A hook that looks for an argument in anything else does not find it. */
function readArguments(args: unknown, tool: string): Arguments {
  if (args === undefined || args === null) return { input: {}, issues: [] }
  if (isObject(args)) return { input: args, issues: [] }
  return { input: { raw: args }, issues: [rawArguments(args, { tool, key: 'tool_input' })] }
}

type Result = { readonly facts: Partial<ToolCall>; readonly fields: JsonObject }

/**
 * The text for the model is the response; what else the tool returned stays beside it. A tool that failed is told with
 * the same event, so that its kind of result says so.
 */
function takeResult(response: unknown): Result {
  if (response === undefined) return { facts: {}, fields: {} }
  if (!isObject(response) || typeof response['llmContent'] !== 'string')
    return { facts: { response }, fields: {} }
  const { llmContent, ...details } = response
  const isFailed = details['error'] !== undefined && details['error'] !== null
  return {
    facts: { response: llmContent },
    fields: { ...(isFailed && { result_type: 'failure' }), result_details: details },
  }
}
