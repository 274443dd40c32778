import type { ToolCall } from '../../core/event.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { NATIVE_TOOLS, nativeInput, PATCH_TOOL } from './tools.ts'

/** Returns what Codex calls the tool of a call of any host. */
export function nativeToolName({ name, nativeName }: Pick<ToolCall, 'name' | 'nativeName'>): string {
  const known = Object.hasOwn(NATIVE_TOOLS, name) ? (NATIVE_TOOLS[name] ?? []) : []
  return known.includes(nativeName) ? nativeName : (known[0] ?? name)
}

/** Returns the arguments of a call of any host as hooks of Codex read them: an edit is a patch there. */
export function nativeArguments(tool: ToolCall): unknown {
  const { name, input } = tool
  if (nativeToolName(tool) !== PATCH_TOOL) return nativeInput(name, input)
  return { command: typeof input['patch'] === 'string' ? input['patch'] : writePatch(tool) }
}

function writePatch({ name, input, parts }: ToolCall): string {
  const files = (parts ?? [{ name, input }]).flatMap((part) => filePatch(part.name, part.input))
  return ['*** Begin Patch', ...files, '*** End Patch'].join('\n')
}

function filePatch(name: string, input: JsonObject): readonly string[] {
  const { file_path: path = '' } = input as { readonly file_path?: string }
  if (name === 'Write') return [`*** Add File: ${path}`, ...signed('+', input['content'])]
  if (name === 'Edit') return [`*** Update File: ${path}`, ...hunk(input)]
  const edits = Array.isArray(input['edits']) ? (input['edits'] as readonly unknown[]) : []
  return [`*** Update File: ${path}`, ...edits.flatMap((edit) => (isObject(edit) ? hunk(edit) : []))]
}

function hunk({ old_string: before, new_string: after }: JsonObject): readonly string[] {
  return ['@@', ...signed('-', before), ...signed('+', after)]
}

function signed(sign: '+' | '-', text: unknown): readonly string[] {
  return typeof text === 'string' && text !== '' ? text.split('\n').map((line) => `${sign}${line}`) : []
}
