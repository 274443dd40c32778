import type { JsonObject } from '../_families/claude/shape.ts'
import { rowOf } from './events.ts'
import type { Surface } from './surfaces.ts'
import { isVscodeTool } from './tools.ts'

/** The form a payload is written in, for hooks that read the same one. */
export type Shape = 'camelCase' | 'PascalCase' | 'vscode'

export function wireOf(shape: Shape): string {
  return `copilot:${shape}`
}

type Caller = { readonly surface: Surface; readonly said: string | undefined }

/** One hook file serves several hosts, so who is calling can only be told by what they write. */
export function shapeOf(wire: JsonObject, { surface, said }: Caller): Shape {
  if (surface === 'vscode') return 'vscode'
  const isCamel = 'sessionId' in wire || 'toolName' in wire || !('hook_event_name' in wire)
  // One event of the PascalCase form has the keys of both.
  if (isCamel) return 'agent_id' in wire ? 'PascalCase' : 'camelCase'
  return surface === 'cli' && isFromVscode(wire, said) ? 'vscode' : 'PascalCase'
}

/** Under a camelCase name the CLI never writes snake_case; VS Code always does. */
function isFromVscode(wire: JsonObject, said: string | undefined): boolean {
  const row = rowOf(String(wire['hook_event_name']))
  if (row?.vscode === undefined) return false
  if (said === row.camelCase) return true
  const { tool_name: tool } = wire
  return (
    MARKS.some((key) => key in wire) ||
    (typeof tool === 'string' && isVscodeTool(tool)) ||
    (ALWAYS[row.event] ?? []).some((key) => !(key in wire)) ||
    (NEVER[row.event] ?? []).some((key) => key in wire)
  )
}

const MARKS = ['tool_use_id', 'tool_response', 'model'] as const

/** What the CLI always writes with these events. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  PostToolUse: ['tool_result'],
  Stop: ['stop_reason'],
  SubagentStop: ['stop_reason'],
  SubagentStart: ['sessionId'],
}

/**
 * True when the keys come in the order of the CLI, which writes the event's name and the session first (1.0.102).
 * VS Code begins with `timestamp`. Any other order tells nothing.
 */
export function isInCliOrder(bytes: Uint8Array): boolean {
  return CLI_START.test(new TextDecoder().decode(bytes.subarray(0, START_BYTES)))
}

const CLI_START = /^\s*\{\s*"hook_event_name"\s*:\s*"\w*"\s*,\s*"session_id"\s*:/
const START_BYTES = 256

/** What it never writes with these. */
const NEVER: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'].map((event) => [
    event,
    ['transcript_path'],
  ]),
)
