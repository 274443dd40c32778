/** A tool call, as the CLI names tool and arguments. */
export type Call = {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly cwd: string
  /** After the call. */
  readonly result?: string
}

export type Shape = (call: Call) => object

/** How payloads with a camelCase event name are written: before about 1.0.7x, and since. */
export const CAMEL: Readonly<Record<string, Shape>> = {
  'toolArgs as a JSON string': (call) => camel(call, JSON.stringify(call.args)),
  'toolArgs as an object': (call) => camel(call, call.args),
}

/** Every shape in which one of these packages may be called. */
export const ALL: Readonly<Record<string, Shape>> = {
  ...CAMEL,
  'a PascalCase event': pascal,
  "VS Code's own payload": vscode,
}

function camel({ tool, cwd, result }: Call, toolArgs: unknown): object {
  return {
    sessionId: '3c607708-b72b-4418-8eba-ba6ae3cbc76e',
    timestamp: 1794731000967,
    cwd,
    toolName: tool,
    toolArgs,
    ...(result !== undefined && { toolResult: { resultType: result, textResultForLlm: 'text' } }),
  }
}

const CLAUDE_NAMES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  view: 'Read',
  edit: 'Edit',
  create: 'Write',
}

/** Names are Claude Code's, arguments stay Copilot's. */
function pascal({ tool, args, cwd, result }: Call): object {
  return {
    hook_event_name: result === undefined ? 'PreToolUse' : 'PostToolUse',
    session_id: '3c607708-b72b-4418-8eba-ba6ae3cbc76e',
    timestamp: '2026-11-15T08:23:20.967Z',
    cwd,
    tool_name: CLAUDE_NAMES[tool] ?? tool,
    tool_input: args,
    ...(result !== undefined && { tool_result: { result_type: result, text_result_for_llm: 'text' } }),
  }
}

const VSCODE_NAMES: Readonly<Record<string, string>> = {
  bash: 'run_in_terminal',
  view: 'read_file',
  edit: 'replace_string_in_file',
  create: 'create_file',
}

function vscode({ tool, args: { path, ...args }, cwd, result }: Call): object {
  return {
    hook_event_name: result === undefined ? 'PreToolUse' : 'PostToolUse',
    session_id: '3c607708-b72b-4418-8eba-ba6ae3cbc76e',
    timestamp: '2026-11-15T08:23:20.967Z',
    cwd,
    tool_name: VSCODE_NAMES[tool] ?? tool,
    tool_input: { ...args, ...(path !== undefined && { filePath: path }) },
    tool_use_id: 'call_1',
    ...(result !== undefined && { tool_response: 'text' }),
  }
}
