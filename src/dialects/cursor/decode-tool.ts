import type { CallPart, ToolCall } from '../../core/event.ts'
import { issue, warning, type Issue } from '../../core/issue.ts'
import { rawArguments } from '../_families/call-issues.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { MAX_PAYLOAD_DEPTH, wrongType } from '../_families/payload.ts'
import { canonicalInput, canonicalName, MCP_PREFIX, mcpName } from './tools.ts'

/** What a payload says of a tool; `rest` is everything else. */
export type DecodedCall = {
  readonly tool?: ToolCall
  readonly rest: JsonObject
  readonly issues: readonly Issue[]
}

/** Returns the tool call of an event; an issue when no hook could judge it. */
export function takeTool(native: string, wire: JsonObject): DecodedCall | Issue {
  const take = Object.hasOwn(TAKERS, native) ? TAKERS[native] : undefined
  return take === undefined ? { rest: wire, issues: [] } : take(wire)
}

type Taker = (wire: JsonObject) => DecodedCall | Issue

const TAKERS: Readonly<Record<string, Taker>> = {
  preToolUse: takeCall,
  postToolUse: takeCall,
  postToolUseFailure: takeCall,
  beforeShellExecution: takeShell,
  afterShellExecution: takeShell,
  beforeMCPExecution: takeMcp,
  afterMCPExecution: takeMcp,
  beforeReadFile: (wire) => takeFile(wire, { name: 'Read', nativeName: 'Read' }),
  beforeTabFileRead: (wire) => takeFile(wire, { name: 'Read', nativeName: 'TabRead' }),
  afterFileEdit: (wire) => takeFile(wire, { name: 'Edit', nativeName: 'Write' }),
  afterTabFileEdit: (wire) => takeFile(wire, { name: 'Edit', nativeName: 'TabWrite' }),
}

/** Any tool. The server of an MCP tool is not told here. */
function takeCall(wire: JsonObject): DecodedCall | Issue {
  const { tool_name: named, tool_input: given, tool_use_id: useId, ...others } = wire
  if (typeof named !== 'string' || named === '') return wrongType('tool_name', 'a string', named)
  const read = readArguments(given, named)
  if ('code' in read) return read
  const isMcp = named.startsWith(MCP_PREFIX)
  const name = isMcp
    ? mcpName(wire['mcp_server_name'], named.slice(MCP_PREFIX.length))
    : canonicalName(named, read.input)
  const { input, spare } = canonicalInput(name, read.input)
  const parts = spare.length === 0 ? undefined : partsOf(name, input, read.input)
  const { tool_output: output, error_message: error, ...rest } = others
  return {
    tool: {
      name,
      nativeName: named,
      // Edits are reported under the name of writing, in part with the whole new content.
      ...(named === 'Write' && name === 'Write' && { mayBe: 'Edit' }),
      // A deletion is an edit that leaves nothing, so that guards of files see it.
      input: named === 'Delete' ? { ...input, new_string: '' } : input,
      nativeInput: given,
      ...(parts !== undefined && { parts }),
      ...(typeof useId === 'string' && useId !== '' && { useId }),
      ...(output !== undefined && { response: readResponse(output, name) }),
      ...(typeof error === 'string' && { error }),
    },
    rest: withMilliseconds(
      typeof error === 'string' || error === undefined ? rest : { ...rest, error_message: error },
    ),
    issues: [...read.issues, ...spare.map((key) => spareKey(key, named))],
  }
}

/**
 * Builds differ in whether a path is `file_path` or `path`. Of a call with both, it is unknown which one the tool reads,
 * and an agent may have added the other to hide it: so guards see both.
 */
function partsOf(name: string, input: JsonObject, native: JsonObject): readonly CallPart[] | undefined {
  const { path } = native
  if (typeof path !== 'string' || path === input['file_path']) return undefined
  return [
    { name, input },
    { name, input: { ...input, file_path: path } },
  ]
}

function takeShell(wire: JsonObject): DecodedCall | Issue {
  const { command, output, ...rest } = wire
  if (typeof command !== 'string') return wrongType('command', 'a string', command)
  const tool: ToolCall = {
    name: 'Bash',
    nativeName: 'Shell',
    input: { command },
    nativeInput: { command },
    ...(output !== undefined && { response: readResponse(output, 'Bash') }),
  }
  return { tool, rest: withMilliseconds(rest), issues: [] }
}

/** `command` is how the server is started, which is not a command of the agent. */
function takeMcp(wire: JsonObject): DecodedCall | Issue {
  const { tool_name: named, tool_input: given, result_json: result, ...rest } = wire
  if (typeof named !== 'string' || named === '') return wrongType('tool_name', 'a string', named)
  const read = readArguments(given, named)
  if ('code' in read) return read
  const bare = named.startsWith(MCP_PREFIX) ? named.slice(MCP_PREFIX.length) : named
  const { mcp_server_name: server } = wire
  const isNamed = typeof server === 'string' && server !== ''
  const tool: ToolCall = {
    name: mcpName(server, bare),
    nativeName: `${MCP_PREFIX}${bare}`,
    input: read.input,
    nativeInput: given,
    ...(result !== undefined && { response: parseText(result) }),
  }
  return {
    tool,
    rest: withMilliseconds(rest),
    issues: isNamed ? read.issues : [...read.issues, unnamedServer(bare, tool.name)],
  }
}

/** A read, or edits that were made; several edits are one call with all their texts. */
function takeFile(wire: JsonObject, names: Pick<ToolCall, 'name' | 'nativeName'>): DecodedCall | Issue {
  const { file_path: path, ...rest } = wire
  if (typeof path !== 'string') return wrongType('file_path', 'a string', path)
  const { edits } = rest
  const texts = Array.isArray(edits) ? { ...joinedTexts(edits), ...(edits.length > 1 && { edits }) } : {}
  const input = { file_path: path, ...(names.name === 'Edit' && texts) }
  return { tool: { ...names, input, nativeInput: input }, rest, issues: [] }
}

function joinedTexts(edits: readonly unknown[]): JsonObject {
  const join = (key: string): string =>
    edits.flatMap((edit) => (isObject(edit) && typeof edit[key] === 'string' ? [edit[key]] : [])).join('\n')
  return { old_string: join('old_string'), new_string: join('new_string') }
}

type Arguments = { readonly input: JsonObject; readonly issues: readonly Issue[] }

/** An object, or the JSON text of one: the host writes both. */
function readArguments(args: unknown, tool: string): Arguments | Issue {
  if (args === undefined || args === null || args === '') return { input: {}, issues: [] }
  if (isObject(args)) return { input: args, issues: [] }
  if (typeof args === 'string' && isTooDeep(args, MAX_PAYLOAD_DEPTH))
    return issue('payload.depth', {}, `"tool_input" is nested deeper than ${MAX_PAYLOAD_DEPTH} levels.`)
  const value = parseText(args)
  return isObject(value)
    ? { input: value, issues: [] }
    : { input: { raw: args }, issues: [rawArguments(args, { tool, key: 'tool_input' })] }
}

/** Returns the value of a JSON text; whatever is not one stays as it is. */
function parseText(text: unknown): unknown {
  if (typeof text !== 'string' || isTooDeep(text, MAX_PAYLOAD_DEPTH)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The output of a command is under `stdout`, as hooks of other hosts expect it; some builds call it `output`. */
function readResponse(output: unknown, tool: string): unknown {
  const value = parseText(output)
  if (tool !== 'Bash') return value
  if (typeof value === 'string') return { stdout: value }
  if (!isObject(value) || value['stdout'] !== undefined || typeof value['output'] !== 'string') return value
  return { ...value, stdout: value['output'] }
}

/** The canonical name says the unit. */
function withMilliseconds({ duration, ...rest }: JsonObject): JsonObject {
  return duration === undefined ? rest : { ...rest, duration_ms: duration }
}

function spareKey(key: string, tool: string): Issue {
  const problem = `"${tool}" was called with "${key}" beside another key that means the same; hooks see both.`
  return warning('payload.spare-key', {}, problem)
}

/** A hook for one server does not run, and one that allows the tools of a server must not. */
function unnamedServer(tool: string, name: string): Issue {
  const problem = `The payload does not say which MCP server "${tool}" belongs to, so it is called "${name}" and matchers for one server do not fit.`
  return warning(
    'payload.mcp-server',
    {},
    problem,
    'Write a matcher for the tool of any server: "mcp__.*__TOOL".',
  )
}
