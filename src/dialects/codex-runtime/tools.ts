import { currentName } from '../../core/tools.ts'
import type { JsonObject } from '../_families/claude/shape.ts'

const SHELL = 'Bash'
const FILE_CHANGE = 'file_change'

/**
 * The runtime names a command after its first word and every change of files the same; canonical names say which tool
 * it is. Its own requests for file changes bring no content, so they are edits.
 */
export function canonicalTool(native: string | null, input: JsonObject): string | undefined {
  if (typeof input['command'] === 'string' && native === firstWord(input['command'])) return SHELL
  if (native === FILE_CHANGE) return fileTool(input)
  return native === null ? undefined : currentName(native)
}

/** A name is only translated when it can be read back. */
export function nativeTool(name: string, input: JsonObject): string | null {
  if (name === SHELL && typeof input['command'] === 'string') return firstWord(input['command'])
  return fileTool(input) === name ? FILE_CHANGE : name
}

function firstWord(command: string): string | null {
  return /\S+/.exec(command)?.[0] ?? null
}

function fileTool(input: JsonObject): string {
  if (Object.hasOwn(input, 'notebook_path')) return 'NotebookEdit'
  if (Object.hasOwn(input, 'edits')) return 'MultiEdit'
  return Object.hasOwn(input, 'content') ? 'Write' : 'Edit'
}
