import { posix, win32 } from 'node:path'
import type { Event, ToolCall } from '../../core/event.ts'
import { mcpParts, SHELL_TOOLS } from './tools.ts'

/**
 * Returns a text that the host's several events about one action share, such as `preToolUse` of `Shell` and
 * `beforeShellExecution`. Only some of them have an id, so that the text is made of what all of them tell: turn,
 * canonical event, tool, and the arguments that every payload holds. The same call twice in one turn has the same text.
 *
 * Events share a text only when hooks see the same in them. Otherwise an answer to the first would silence a guard that
 * only fits the second (docs/hosts/cursor.md#double-runs).
 */
export function actionOf(event: Event): string | undefined {
  const { sessionId, fields, name } = event
  const { generation_id: turn } = fields
  if (sessionId === undefined || typeof turn !== 'string' || turn === '') return undefined
  const what = event.tool === undefined ? identity(event) : identityOfCall(event, event.tool)
  return what === undefined ? undefined : JSON.stringify([sessionId, turn, name, ...what])
}

type Identity = readonly unknown[] | undefined

/** Events that happen once in a turn, or that name what they are about. */
function identity({ name, prompt, agent, fields }: Event): Identity {
  switch (name) {
    case 'UserPromptSubmit':
      return [prompt]
    case 'SessionStart':
    case 'SessionEnd':
      return []
    case 'SubagentStart':
      return agent?.id === undefined ? undefined : [agent.id]
    case 'Stop':
      return typeof fields['loop_count'] === 'number' ? [fields['loop_count']] : undefined
    default:
      return undefined
  }
}

function identityOfCall(event: Event, tool: ToolCall): Identity {
  const { name, input } = tool
  if (SHELL_TOOLS.includes(name)) return shellIdentity(event, input)
  const mcp = mcpParts(name)
  // A guard for one server does not fit a call whose server is not told.
  if (mcp !== undefined) return mcp.server === undefined ? undefined : [name, sorted(input)]
  const path = input['file_path']
  if (typeof path !== 'string' || tool.parts !== undefined) return undefined
  // Of a read, one event has the content and the other has not, and a guard may look at it.
  return name === 'Edit' || name === 'Write' ? editIdentity(tool, absolute(path, event.cwd)) : undefined
}

/** The directory counts where it is told for certain; an unlike one makes a second run, never a lost one. */
function shellIdentity({ cwd }: Event, { command, working_directory: dir }: ToolCall['input']): Identity {
  if (typeof command !== 'string') return undefined
  return ['shell', command, typeof dir === 'string' && dir !== '' ? absolute(dir, cwd) : cwd]
}

/** Two edits of one file differ in what they write. */
function editIdentity({ name, input }: ToolCall, file: string): Identity {
  const written = input['content'] ?? input['new_string']
  return typeof written === 'string' ? [name, file, written] : undefined
}

function absolute(path: string, cwd: string): string {
  const { resolve } = /^(?:[A-Za-z]:)?\\|^[A-Za-z]:\//.test(cwd) ? win32 : posix
  return resolve(cwd, path)
}

/** One event has the arguments as text, the other as an object whose keys may stand in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, each]) => [key, sorted(each)])
}
