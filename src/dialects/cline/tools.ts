import type { CallPart, ToolCall } from '../../core/event.ts'
import { sameInput } from '../../core/rewrite.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { patchCall } from '../_families/patch.ts'
import { MAX_PAYLOAD_DEPTH } from '../_families/payload.ts'
import { createToolNames, type ArgumentNames, type NativeNames } from '../_families/tool-names.ts'
import { listOf, scriptOf } from './lists.ts'

const EXTENSION_NAMES: NativeNames = {
  Bash: ['execute_command'],
  Write: ['write_to_file'],
  Edit: ['replace_in_file'],
  Read: ['read_file'],
  Grep: ['search_files'],
  LS: ['list_files'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
}

const SDK_NAMES: NativeNames = {
  Bash: ['run_commands'],
  Read: ['read_files'],
  Grep: ['search_codebase'],
  WebFetch: ['fetch_web_content'],
}

const FILE: ArgumentNames = { path: 'file_path' }
const EXTENSION_ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Read: FILE,
  Write: FILE,
  Edit: FILE,
  Grep: { regex: 'pattern' },
}
const SDK_ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Write: { ...FILE, new_text: 'content' },
  Edit: { ...FILE, old_text: 'old_string', new_text: 'new_string' },
}

type Style = 'extension' | 'sdk'

const names = createToolNames<Style>({
  extension: { names: EXTENSION_NAMES, arguments: EXTENSION_ARGUMENTS },
  sdk: {
    names: SDK_NAMES,
    arguments: SDK_ARGUMENTS,
    // Without a text to look for, it writes the whole file.
    shared: {
      editor: ({ old_text: old, old_string: canonical }) =>
        old === undefined && canonical === undefined ? 'Write' : 'Edit',
    },
  },
})

/** Returns the call in canonical terms. */
export function readCall(
  native: string,
  args: unknown,
  cwd: string,
): Pick<ToolCall, 'name' | 'input' | 'parts'> {
  const given = isObject(args) ? args : args === undefined || args === null ? {} : { raw: args }
  const special = Object.hasOwn(SPECIAL, native) ? SPECIAL[native]?.(given, cwd) : undefined
  if (special !== undefined) return special
  const name = names.canonicalName(native, given)
  return { name, input: names.canonicalInput(name, given, styleOf(native)).input }
}

function styleOf(native: string): Style {
  return names.isNative('sdk', native) ? 'sdk' : 'extension'
}

type Reader = (given: JsonObject, cwd: string) => Pick<ToolCall, 'name' | 'input' | 'parts'> | undefined

/** Tools whose arguments are lists or texts that hold several calls. */
const SPECIAL: Readonly<Record<string, Reader>> = {
  run_commands: (given) => {
    const command = scriptOf(given)
    return { name: 'Bash', input: command === undefined ? given : { ...given, command } }
  },
  read_files: (given) =>
    several(given, 'Read', listOf(given, ['files', 'file_paths', 'paths'], 'path'), 'file_path'),
  fetch_web_content: (given) => several(given, 'WebFetch', listOf(given, ['requests', 'urls'], 'url'), 'url'),
  apply_patch: ({ input, ...given }, cwd) => {
    const { isReadable: _, ...call } = patchCall(
      typeof input === 'string' ? input : JSON.stringify(input ?? given),
      cwd,
    )
    return { ...call, input: { ...given, ...call.input } }
  },
  use_mcp_tool: ({ server_name: server, tool_name: tool, arguments: own }) =>
    typeof server === 'string' && typeof tool === 'string'
      ? { name: `mcp__${server}__${tool}`, input: mcpInput(own) }
      : undefined,
}

function several(
  given: JsonObject,
  name: string,
  values: readonly string[],
  key: string,
): Pick<ToolCall, 'name' | 'input' | 'parts'> {
  const parts = values.map((value): CallPart => ({ name, input: { [key]: value } }))
  return { name, input: { ...given, ...parts[0]?.input }, ...(parts.length > 1 && { parts }) }
}

/** The extension has the arguments as JSON text. */
function mcpInput(own: unknown): JsonObject {
  if (isObject(own)) return own
  // What is nested too deep stays a text, which can be written out again.
  const text = typeof own === 'string' && !isTooDeep(own, MAX_PAYLOAD_DEPTH) ? own : undefined
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text)
    return isObject(value) ? value : own === undefined ? {} : { raw: own }
  } catch {
    return { raw: own }
  }
}

/** Returns the name and arguments in the form of the extension or of the SDK, for a call of any host. */
export function writeCall(
  tool: ToolCall,
  style: Style,
): { readonly name: string; readonly input: JsonObject } {
  const { name, input } = tool
  const mcp = /^mcp__(.*?)__(.*)$/s.exec(name)
  if (mcp !== null)
    return { name: 'use_mcp_tool', input: { server_name: mcp[1], tool_name: mcp[2], arguments: input } }
  if (style === 'sdk' && name === 'Bash')
    return { name: 'run_commands', input: { commands: [input['command']] } }
  if (style === 'sdk' && name === 'Read')
    return { name: 'read_files', input: { files: [{ path: input['file_path'] }] } }
  return { name: names.nativeName(style, tool), input: names.nativeInput(name, input, style) }
}

/** Only the SDK takes other arguments. */
export function rewriteCall(tool: ToolCall, input: ToolCall['input']): ToolCall | string {
  const { nativeName, nativeInput } = tool
  if (nativeName === 'run_commands') {
    const { command, commands: _, cmd: __, ...rest } = input
    if (typeof command !== 'string') return 'The new input has no "command".'
    return {
      ...tool,
      input: { ...rest, command, commands: [command] },
      nativeInput: { ...rest, commands: [command] },
    }
  }
  if (Object.hasOwn(SPECIAL, nativeName)) return `Cline's "${nativeName}" has no place for a new input.`
  if (!isObject(nativeInput)) return `Cline's "${nativeName}" has arguments that are not an object.`
  const native = names.nativeInput(tool.name, input, styleOf(nativeName))
  // What the tool will read must be what guards are shown.
  const { name, input: read } = readCall(nativeName, native, '/')
  return name === tool.name && sameInput(read, input)
    ? { ...tool, input, nativeInput: native }
    : `The arguments of Cline's "${nativeName}" cannot express the input that a hook asks for.`
}
