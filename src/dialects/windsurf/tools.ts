import type { CallPart, ToolCall } from '../../core/event.ts'
import type { MatcherSpec } from '../../core/matcher.ts'
import type { Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { wrongType } from '../_families/payload.ts'
import type { ToolKind } from './events.ts'

/** Tools of every host that an event of one kind is about. */
export const TOOL_MATCHERS: Readonly<Record<ToolKind, MatcherSpec>> = {
  read_code: { kind: 'names', names: ['Read', 'NotebookRead'] },
  write_code: { kind: 'names', names: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'] },
  run_command: { kind: 'names', names: ['Bash', 'PowerShell'] },
  mcp_tool_use: { kind: 'regex', source: '^mcp__' },
}

/** Returns the call that `tool_info` is about. The host has no names of tools: the event says what happens. */
export function readTool(kind: ToolKind, info: JsonObject): ToolCall | Issue {
  switch (kind) {
    case 'read_code':
      return withText(info, 'file_path') ?? call(kind, 'Read', info)
    case 'write_code':
      return withText(info, 'file_path') ?? readEdits(kind, info)
    case 'run_command': {
      const { command_line: command, ...rest } = info
      return (
        withText(info, 'command_line') ?? { ...call(kind, 'Bash', { ...rest, command }), nativeInput: info }
      )
    }
    case 'mcp_tool_use':
      return withText(info, 'mcp_server_name') ?? withText(info, 'mcp_tool_name') ?? readMcp(kind, info)
  }
}

/** A guard cannot judge a call whose one argument it cannot read. */
function withText(info: JsonObject, key: string): Issue | undefined {
  return typeof info[key] === 'string' ? undefined : wrongType(`tool_info.${key}`, 'a string', info[key])
}

function call(kind: ToolKind, name: string, input: JsonObject): ToolCall {
  return { name, nativeName: kind, input, nativeInput: input }
}

/** Each edit is a call by itself to hooks that know one edit only. Before the call they may be missing. */
function readEdits(kind: ToolKind, info: JsonObject): ToolCall {
  const { edits, file_path } = info
  const known = Array.isArray(edits) ? edits.filter(isObject) : []
  const parts = known.map(({ old_string, new_string }): CallPart => ({
    name: 'Edit',
    input: { file_path, old_string, new_string },
  }))
  const first = parts[0]?.input ?? {}
  return {
    ...call(kind, 'Edit', { ...info, ...first }),
    // The event is the same for a new file.
    mayBe: 'Write',
    nativeInput: info,
    ...(parts.length > 1 && { parts }),
  }
}

function readMcp(kind: ToolKind, info: JsonObject): ToolCall {
  const { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: given, mcp_result: result } = info
  const input = isObject(given) ? given : given === undefined || given === null ? {} : { raw: given }
  return {
    ...call(kind, `mcp__${String(server)}__${String(tool)}`, input),
    nativeInput: info,
    ...(result !== undefined && { response: result }),
  }
}

/** Returns `tool_info` for a call of any host. */
export function writeTool(kind: ToolKind, { name, input, response }: ToolCall): JsonObject {
  switch (kind) {
    case 'read_code':
      return { file_path: fileOf(input) }
    case 'write_code':
      return { file_path: fileOf(input), edits: editsOf(input) }
    case 'run_command':
      return {
        command_line: input['command'],
        ...(typeof input['cwd'] === 'string' && { cwd: input['cwd'] }),
      }
    case 'mcp_tool_use': {
      const [, server = '', ...tool] = name.split('__')
      return {
        mcp_server_name: server,
        mcp_tool_name: tool.join('__'),
        mcp_tool_arguments: input,
        ...(response !== undefined && { mcp_result: response }),
      }
    }
  }
}

function fileOf({ file_path, notebook_path }: JsonObject): unknown {
  return file_path ?? notebook_path
}

function editsOf({ edits, old_string, new_string, content, new_source }: JsonObject): readonly unknown[] {
  if (Array.isArray(edits)) return edits
  return [{ old_string: old_string ?? '', new_string: new_string ?? content ?? new_source ?? '' }]
}

/** Returns the kind of event that a call of any host is; undefined for tools that no event of the host is about. */
export function kindOf({ name }: Pick<ToolCall, 'name'>): ToolKind | undefined {
  if (name.startsWith('mcp__')) return 'mcp_tool_use'
  return (['read_code', 'write_code', 'run_command'] as const).find((kind) => {
    const matcher = TOOL_MATCHERS[kind]
    return matcher.kind === 'names' && matcher.names.includes(name)
  })
}
