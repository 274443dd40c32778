import type { ToolCall } from '../../core/event.ts'
import {
  createToolNames,
  type ArgumentNames,
  type NativeNames,
  type ToolInput,
} from '../_families/tool-names.ts'

/** Canonical names of the tools that the host's more special events are about. */
export const SHELL_TOOLS: readonly string[] = ['Bash', 'PowerShell']
export const READ_TOOLS: readonly string[] = ['Read', 'NotebookRead']
export const EDIT_TOOLS: readonly string[] = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit']
export const MCP_TOOLS: readonly string[] = ['mcp__*']

/** The host reports every edit as `Write`. `StrReplace` is known from reports only. */
export const NATIVE_NAMES: NativeNames = {
  Bash: ['Shell'],
  PowerShell: ['Shell'],
  Read: ['Read', 'TabRead'],
  NotebookRead: ['Read'],
  Write: ['Write', 'TabWrite'],
  Edit: ['Write', 'StrReplace', 'Delete', 'TabWrite'],
  MultiEdit: ['Write'],
  NotebookEdit: ['Write'],
  Agent: ['Task'],
}

const FILE: ArgumentNames = { path: 'file_path' }

/** Spellings that some builds were reported to use; the documented ones are canonical. */
const REPORTED: Readonly<Record<string, ArgumentNames>> = {
  Read: FILE,
  Write: { ...FILE, contents: 'content' },
  Edit: { ...FILE, contents: 'content' },
}

const names = createToolNames({
  documented: {
    names: NATIVE_NAMES,
    shared: { Write: editOrWrite, Shell: () => 'Bash', Read: () => 'Read' },
  },
  reported: { names: {}, arguments: REPORTED },
})

/** One name for two tools: a replacement has texts to replace, a new file has content. */
function editOrWrite(input: ToolInput): string {
  if (Object.hasOwn(input, 'content') || Object.hasOwn(input, 'contents')) return 'Write'
  return ['old_string', 'new_string', 'edits'].some((key) => Object.hasOwn(input, key)) ? 'Edit' : 'Write'
}

export const { canonicalName } = names

/** Returns the arguments under canonical names; `spare` are keys beside the documented ones that mean the same. */
export function canonicalInput(tool: string, input: ToolInput): ReturnType<typeof names.canonicalInput> {
  return names.canonicalInput(tool, input, 'documented')
}

/** Returns what the host calls the tool. */
export function nativeName(tool: Pick<ToolCall, 'name' | 'nativeName'>): string {
  const mcp = MCP.exec(tool.name)
  if (mcp !== null) return `${MCP_PREFIX}${mcp[2] ?? ''}`
  const known = Object.hasOwn(NATIVE_NAMES, tool.name) ? (NATIVE_NAMES[tool.name] ?? []) : []
  return known.includes(tool.nativeName) ? tool.nativeName : (known[0] ?? tool.name)
}

/** Returns canonical arguments under the names of the call they were made from; `was` are its native ones. */
export function nativeInput(tool: string, input: ToolInput, was: unknown = {}): ToolInput {
  const renamed = Object.hasOwn(REPORTED, tool) ? (REPORTED[tool] ?? {}) : {}
  const back = new Map(
    Object.entries(renamed)
      .filter(([native, canonical]) => has(was, native) && !has(was, canonical))
      .map(([native, canonical]) => [canonical, native]),
  )
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [back.get(key) ?? key, value]))
}

function has(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
}

export const MCP_PREFIX = 'MCP:'
const MCP = /^mcp__(.*?)__(.+)$/s

/** In place of the name of a server that the payload does not tell. No server has it, because it is not a name. */
const UNKNOWN_SERVER = '?'

/** Returns the canonical name of a tool of an MCP server. Characters that names do not have become underscores. */
export function mcpName(server: unknown, tool: string): string {
  const isNamed = typeof server === 'string' && server !== ''
  return `mcp__${isNamed ? server.replaceAll(/[^\w-]/g, '_') : UNKNOWN_SERVER}__${tool}`
}

/** Returns server and bare name of a canonical MCP tool; undefined for other tools. A server may be unknown. */
export function mcpParts(name: string): { readonly server?: string; readonly tool: string } | undefined {
  const [, server = '', tool = ''] = MCP.exec(name) ?? []
  if (tool === '') return undefined
  return server === UNKNOWN_SERVER ? { tool } : { server, tool }
}
