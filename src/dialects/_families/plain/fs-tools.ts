import type { ToolInput } from '../tool-names.ts'
import type { CallTable } from './profile.ts'

/**
 * Tools of a lineage whose file tools have a `command` that says what to do with the file. It is not a shell line, so
 * that its canonical name is another.
 */
export const FS_TOOLS: CallTable = {
  names: {
    Bash: ['execute_bash', 'shell', 'execute_cmd'],
    Read: ['fs_read', 'read'],
    Write: ['fs_write', 'write'],
    Edit: ['fs_write', 'write', 'str_replace'],
    Grep: ['grep'],
    Glob: ['glob'],
    WebFetch: ['web_fetch'],
    WebSearch: ['web_search'],
  },
  shared: { fs_write: writeOrEdit, write: writeOrEdit },
  arguments: {
    Read: { path: 'file_path' },
    Write: { command: 'operation', path: 'file_path', file_text: 'content' },
    Edit: { command: 'operation', path: 'file_path', old_str: 'old_string', new_str: 'new_string' },
  },
  fixed: { Read: { mode: 'Line' }, Write: { command: 'create' }, Edit: { command: 'str_replace' } },
  lists: { Read: 'operations' },
  mcp: ['@', '/'],
}

/** By native arguments, and by canonical ones for calls of other hosts. */
function writeOrEdit(input: ToolInput): string {
  const command = input['command'] ?? input['operation']
  const isWhole = Object.hasOwn(input, 'file_text') || Object.hasOwn(input, 'content')
  return command === 'create' || (command === undefined && isWhole) ? 'Write' : 'Edit'
}
