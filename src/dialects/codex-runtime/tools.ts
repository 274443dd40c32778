import type { JsonObject } from '../_families/claude/shape.ts'
import { createToolNames } from '../_families/tool-names.ts'

const SHELL = 'Bash'

const names = createToolNames({ runtime: { names: {}, shared: { file_change: fileTool } } })

/**
 * The runtime names a command after its first word and every change of files the same; canonical names say which tool
 * it is. Its own requests for file changes bring no content, so they are edits.
 */
export function canonicalTool(native: string | null, input: JsonObject): string | undefined {
  if (typeof input['command'] === 'string' && native === firstWord(input['command'])) return SHELL
  return native === null ? undefined : names.canonicalName(native, input)
}

/** A name is only translated when it can be read back. */
export function nativeTool(name: string, input: JsonObject): string | null {
  if (name === SHELL && typeof input['command'] === 'string') return firstWord(input['command'])
  return names.nativeName('runtime', { name, nativeName: name, input })
}

function firstWord(command: string): string | null {
  return /\S+/.exec(command)?.[0] ?? null
}

function fileTool(input: JsonObject): string {
  if (Object.hasOwn(input, 'notebook_path')) return 'NotebookEdit'
  if (Object.hasOwn(input, 'edits')) return 'MultiEdit'
  return Object.hasOwn(input, 'content') ? 'Write' : 'Edit'
}
