import type { Event, ToolCall } from '../../core/event.ts'
import { isObject } from '../_families/claude/shape.ts'
import { mcpParts, nativeInput, nativeName } from './tools.ts'

type Document = Readonly<Record<string, unknown>>
type Writer = (tool: ToolCall, event: Event) => Document

/** What the payload of a native event says of the tool call. */
export function toolWire(event: Event, native: string): Document {
  const write = Object.hasOwn(WRITERS, native) ? WRITERS[native] : undefined
  return event.tool === undefined || write === undefined ? {} : write(event.tool, event)
}

const WRITERS: Readonly<Record<string, Writer>> = {
  preToolUse: call,
  postToolUse: (tool, event) => ({
    ...call(tool, event),
    tool_output: asText(tool.response ?? null),
    duration: event.fields['duration_ms'],
  }),
  postToolUseFailure: (tool, event) => ({
    ...call(tool, event),
    error_message: tool.error ?? '',
    failure_type: event.fields['failure_type'] ?? 'error',
    duration: event.fields['duration_ms'],
    is_interrupt: event.fields['is_interrupt'] ?? false,
  }),
  beforeShellExecution: (tool, event) => ({ ...shell(tool, event), cwd: event.cwd }),
  afterShellExecution: (tool, event) => ({
    ...shell(tool, event),
    output: shellText(tool.response),
    duration: event.fields['duration_ms'],
  }),
  beforeMCPExecution: mcp,
  afterMCPExecution: (tool, event) => ({
    ...mcp(tool, event),
    result_json: asText(tool.response ?? null),
    duration: event.fields['duration_ms'],
  }),
  beforeReadFile: (tool, { fields }) => ({
    file_path: pathOf(tool),
    attachments: fields['attachments'] ?? [],
  }),
  beforeTabFileRead: (tool) => ({ file_path: pathOf(tool) }),
  afterFileEdit: (tool, { fields }) => ({ file_path: pathOf(tool), edits: fields['edits'] ?? editsOf(tool) }),
  afterTabFileEdit: (tool, { fields }) => ({
    file_path: pathOf(tool),
    edits: fields['edits'] ?? editsOf(tool),
  }),
}

function call(tool: ToolCall, { cwd }: Event): Document {
  return {
    tool_name: nativeName(tool),
    tool_input: ownInput(tool),
    tool_use_id: tool.useId ?? '',
    cwd,
  }
}

/** Arguments that were not an object are written as they were. */
function ownInput({ name, input, nativeName: native, nativeInput: was }: ToolCall): unknown {
  if (Object.hasOwn(input, 'raw') && Object.keys(input).length === 1) return input['raw']
  const { new_string: text, ...rest } = input
  return nativeInput(name, native === 'Delete' && text === '' ? rest : input, was)
}

function shell({ input }: ToolCall, { fields }: Event): Document {
  return { command: input['command'] ?? '', sandbox: fields['sandbox'] ?? false }
}

/** These two events have arguments and results as JSON texts. */
function mcp({ name, input }: ToolCall, { fields }: Event): Document {
  const { server, tool } = mcpParts(name) ?? { tool: name }
  return {
    tool_name: tool,
    tool_input: JSON.stringify(input),
    mcp_server_name: fields['mcp_server_name'] ?? server,
  }
}

function pathOf({ input }: ToolCall): unknown {
  return input['file_path'] ?? input['notebook_path'] ?? input['path'] ?? ''
}

/** A new file is an edit that replaces nothing. */
function editsOf({ input }: ToolCall): readonly unknown[] {
  if (Array.isArray(input['edits'])) return input['edits'].map(editOf)
  const { old_string, new_string, content, new_source } = input
  return [{ old_string: old_string ?? '', new_string: new_string ?? content ?? new_source ?? '' }]
}

function editOf(edit: unknown): Document {
  const { old_string = '', new_string = '' } = isObject(edit) ? edit : {}
  return { old_string, new_string }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Other hosts keep the two streams of a command apart. */
function shellText(response: unknown): string {
  if (!isObject(response) || typeof response['stdout'] !== 'string') return asText(response ?? '')
  const { stdout, stderr } = response
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n')
}
