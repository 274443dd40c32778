import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Event, ToolCall } from '../../core/event.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import { nativeToolName } from './encode-call.ts'
import { patchCall, readPatch } from '../_families/patch.ts'
import { canonicalCall, PATCH_TOOL, SHELL_TOOL } from './tools.ts'

/**
 * What new arguments of a call mean. Codex hands them to the tool whatever they are; a call that cannot run with them
 * fails, so that it does not run here either.
 */
export function readRewrite(updated: unknown, { tool, cwd }: Event): Answer {
  const native = tool === undefined ? '' : nativeToolName(tool)
  const needsCommand = native === SHELL_TOOL || native === PATCH_TOOL
  if (!isObject(updated) || (needsCommand && typeof updated['command'] !== 'string'))
    return fails(needsCommand ? 'an object with a "command" that is a text' : 'an object', updated)
  const input = newInput(updated, { native, tool, cwd })
  return typeof input === 'string'
    ? { ...noAnswer, decision: 'deny', reason: input }
    : { ...noAnswer, effects: [{ kind: 'rewrite-input', input }] }
}

function fails(expected: string, got: unknown): Answer {
  const reason = `The hook's "updatedInput" is ${quote(got)}, not ${expected}, so that the call fails.`
  return { ...noAnswer, decision: 'deny', reason }
}

type Call = { readonly native: string; readonly tool: ToolCall | undefined; readonly cwd: string }

/** Of a shell call only the command is replaced. */
function newInput(updated: JsonObject, { native, tool, cwd }: Call): JsonObject | string {
  if (native === SHELL_TOOL) return { ...tool?.input, command: updated['command'] }
  if (native === PATCH_TOOL) return newEdit(updated['command'] as string, tool, cwd)
  return canonicalCall(native, updated, cwd).input
}

/** Another host edits one file in one call; a patch that does something else has no form there. */
function newEdit(patch: string, tool: ToolCall | undefined, cwd: string): JsonObject | string {
  if (tool === undefined || tool.nativeName === PATCH_TOOL || Object.hasOwn(tool.input, 'patch'))
    return patchCall(patch, cwd).input
  const [part, another] = readPatch(patch, cwd) ?? []
  if (part === undefined || another !== undefined || part.name !== tool.name)
    return `The hook wrote a new patch, which is not one ${tool.name} of one file and so cannot be done by this call.`
  return { ...tool.input, ...part.input }
}
