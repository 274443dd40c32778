import type { NativeTool, ToolCall } from '../../core/event.ts'
import {
  createToolNames,
  type ArgumentNames,
  type NativeNames,
  type ToolInput,
} from '../_families/tool-names.ts'

/** What the host calls its tools; the first name is the one of 0.61.0. */
const NAMES: NativeNames = {
  Bash: ['run_shell_command'],
  Read: ['read_file', 'read_many_files'],
  Write: ['write_file'],
  Edit: ['replace'],
  Glob: ['glob'],
  Grep: ['grep_search', 'search_file_content'],
  WebFetch: ['web_fetch'],
  WebSearch: ['google_web_search'],
  Agent: ['invoke_agent'],
  Skill: ['activate_skill'],
  TodoWrite: ['write_todos'],
  AskUserQuestion: ['ask_user'],
  EnterPlanMode: ['enter_plan_mode'],
  ExitPlanMode: ['exit_plan_mode'],
}

const ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Glob: { dir_path: 'path' },
  Grep: { dir_path: 'path', include_pattern: 'glob' },
  Agent: { agent_name: 'subagent_type' },
  Skill: { name: 'skill' },
}

/** Of releases before 0.61.0. */
const OLDER_ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Read: { absolute_path: 'file_path' },
  Grep: { include: 'glob' },
}

export type Style = 'current' | 'older'

const names = createToolNames<Style>({
  current: { names: NAMES, arguments: ARGUMENTS },
  older: { names: {}, arguments: OLDER_ARGUMENTS },
})

export const { canonicalInput, nativeInput } = names

/** Tools of MCP servers are called `mcp_SERVER_TOOL`. */
const MCP = { prefix: 'mcp_', between: '_' }

/** What matchers of the host's own files are tested against. */
export const NATIVE_TOOL: NativeTool = { tool: NAMES, mcp: MCP }

/** Returns the form of the arguments: that of an older release where a key of it stands for one of 0.61.0. */
export function styleOf(name: string, input: ToolInput): Style {
  const older = Object.entries(OLDER_ARGUMENTS[name] ?? {})
  const own = Object.entries(ARGUMENTS[name] ?? {})
  const current = (canonical: string): string => own.find(([, each]) => each === canonical)?.[0] ?? canonical
  const isOlder =
    older.some(
      ([key, canonical]) => Object.hasOwn(input, key) && !Object.hasOwn(input, current(canonical)),
    ) || own.some(([key, canonical]) => Object.hasOwn(input, canonical) && !Object.hasOwn(input, key))
  return isOlder ? 'older' : 'current'
}

/** What a payload says about the server of an MCP tool. */
export type McpContext = { readonly server_name: string; readonly tool_name: string }

export function isMcpContext(value: unknown): value is McpContext {
  if (typeof value !== 'object' || value === null) return false
  const { server_name: server, tool_name: tool } = value as Partial<Record<keyof McpContext, unknown>>
  return typeof server === 'string' && server !== '' && typeof tool === 'string' && tool !== ''
}

/**
 * Returns the canonical name of a tool. The name of an MCP tool alone does not tell where that of its server ends, so
 * the context of the payload counts; without one the server's name has no underscore.
 */
export function canonicalName(native: string, context: unknown): string {
  if (isMcpContext(context)) return `mcp__${plain(context.server_name)}__${plain(context.tool_name)}`
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(native) ?? []
  return server === undefined || tool === undefined ? names.canonicalName(native) : `mcp__${server}__${tool}`
}

/** Names of servers and tools as they stand in the name of a tool. */
function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_')
}

/** Returns what the host calls a tool, and for one of an MCP server also which server that is. */
export function nativeTool(tool: Pick<ToolCall, 'name' | 'nativeName'>): {
  readonly name: string
  readonly context?: McpContext
} {
  const [, server, own] = /^mcp__(.+?)__(.+)$/.exec(tool.name) ?? []
  if (server === undefined || own === undefined) return { name: names.nativeName('current', tool) }
  return {
    name: `${MCP.prefix}${server}${MCP.between}${own}`,
    context: { server_name: server, tool_name: own },
  }
}
