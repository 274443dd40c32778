import type { Hook } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import { matchAll } from '../../core/matcher.ts'
import { at, isObject, shapeIssue } from '../_families/claude/shape.ts'
import type { ConfigFile } from '../dialect.ts'

/** Settings that hold a command of their own. */
export const COMMANDS = ['statusLine', 'fileSuggestion'] as const

const TIMEOUT_MS = 5_000

/** Shaped like a hook, so that trust, switches and the command runner need nothing of their own for it. */
export function readCommand(
  value: unknown,
  name: string,
  { file, scope, label }: ConfigFile & { readonly label: string },
): { hook?: Hook; issue?: Issue } {
  if (value === undefined || value === null) return {}
  const place = at({ file }, name)
  if (!isObject(value))
    return { issue: shapeIssue(place, { name: `"${name}"`, expected: 'an object', got: value }) }
  const { type, command } = value as { type?: unknown; command?: unknown }
  // The host ignores other types without a word; newer ones may mean something to it.
  if (type !== 'command') return {}
  if (typeof command !== 'string' || command === '')
    return { issue: issue('hook.field', place, `"${name}" needs "command".`) }
  const hook: Hook = {
    id: `claude-code:${label}:${name}`,
    event: `command:${name}`,
    matcher: matchAll,
    handler: { type: 'command', start: { kind: 'inline', form: 'sh-c', command } },
    dialect: 'claude-code',
    wire: 'claude-code',
    source: { file, pointer: [name], scope },
    timeoutMs: TIMEOUT_MS,
    onFailure: 'ignore',
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
  }
  return { hook }
}
