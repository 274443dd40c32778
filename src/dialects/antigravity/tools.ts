import type { CallPart, ToolCall } from '../../core/event.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { createToolNames, type ArgumentNames, type NativeNames } from '../_families/tool-names.ts'

export const NATIVE_NAMES: NativeNames = {
  Bash: ['run_command'],
  Write: ['write_to_file'],
  Edit: ['replace_file_content', 'multi_replace_file_content'],
  Read: ['view_file'],
  LS: ['list_dir'],
  Glob: ['find_by_name'],
  Grep: ['grep_search'],
  WebSearch: ['search_web'],
  WebFetch: ['read_url_content'],
  Agent: ['invoke_subagent'],
}

const ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Bash: { CommandLine: 'command' },
  Write: { TargetFile: 'file_path', CodeContent: 'content' },
  Edit: { TargetFile: 'file_path', TargetContent: 'old_string', ReplacementContent: 'new_string' },
  Read: { AbsolutePath: 'file_path' },
  LS: { DirectoryPath: 'path' },
  Glob: { SearchDirectory: 'path', Pattern: 'pattern' },
  Grep: { SearchPath: 'path', Query: 'pattern' },
  WebFetch: { Url: 'url' },
}

const names = createToolNames({ native: { names: NATIVE_NAMES, arguments: ARGUMENTS } })

/** Returns the call in canonical terms. `spare` are keys that the tool does not read beside those it does. */
export function readCall(
  native: string,
  args: unknown,
): { readonly call: ToolCall; readonly spare: readonly string[] } {
  const given = isObject(args) ? args : args === undefined || args === null ? {} : { raw: args }
  const name = names.canonicalName(native)
  const { input, spare } = names.canonicalInput(name, given, 'native')
  const parts = chunksOf(input)
  const first = parts[0]?.input ?? {}
  const call: ToolCall = {
    name,
    nativeName: native,
    input: { ...input, ...first },
    nativeInput: args,
    ...(parts.length > 1 && { parts }),
  }
  return { call, spare }
}

/** Several replacements in one file: each is an edit to hooks that know one edit only. */
function chunksOf(input: JsonObject): readonly CallPart[] {
  const { ReplacementChunks: chunks, file_path } = input
  if (!Array.isArray(chunks)) return []
  return chunks.filter(isObject).map(({ TargetContent, ReplacementContent }) => ({
    name: 'Edit',
    input: { file_path, old_string: TargetContent, new_string: ReplacementContent },
  }))
}

/** Returns the name and the arguments that the host would have sent for a call of any host. */
export function writeCall(tool: ToolCall): { readonly name: string; readonly args: JsonObject } {
  return { name: names.nativeName('native', tool), args: names.nativeInput(tool.name, tool.input, 'native') }
}

/** The host merges what it gets into the arguments, key by key, so that no argument can be taken away. */
export function rewriteCall(tool: ToolCall, input: ToolCall['input']): ToolCall | string {
  if (Array.isArray(tool.input['ReplacementChunks']))
    return 'Antigravity has no place for a new input of a call that makes several replacements.'
  const native = names.nativeInput(tool.name, input, 'native')
  const before = isObject(tool.nativeInput) ? tool.nativeInput : {}
  const missing = Object.keys(before).filter((key) => !Object.hasOwn(native, key))
  if (missing.length > 0)
    return `Antigravity merges a new input into the old one and cannot take away ${missing.map((key) => `"${key}"`).join(', ')}.`
  return { ...readCall(tool.nativeName, native).call, ...(tool.useId !== undefined && { useId: tool.useId }) }
}

/** Returns the arguments that a rewrite changed, which is what the host is told. */
export function changedArguments(tool: ToolCall, rewritten: ToolCall): JsonObject {
  const before = isObject(tool.nativeInput) ? tool.nativeInput : {}
  const after = isObject(rewritten.nativeInput) ? rewritten.nativeInput : {}
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed)
}
