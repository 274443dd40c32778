import type { ToolCall } from '../../core/event.ts'
import { sameInput } from '../../core/rewrite.ts'
import { patchCall } from '../_families/patch.ts'
import { canonicalInput, isVscodeTool, nativeInput, PATCH_TOOL } from './tools.ts'

type Input = ToolCall['input']

/** Returns the call with another canonical input, or why Copilot has no arguments for it. */
export function rewriteCall(tool: ToolCall, input: Input, cwd = '/'): ToolCall | string {
  if (sameInput(tool.input, input)) return tool
  const { parts: _, ...call } = tool
  if (tool.nativeName !== PATCH_TOOL) {
    const style = isVscodeTool(tool.nativeName) ? 'vscode' : 'runtime'
    const native = nativeInput(tool.name, input, style)
    // What the tool will read must be what guards are shown.
    const { input: read } = canonicalInput(tool.name, native, style)
    return sameInput(read, input) ? { ...call, input, nativeInput: native } : unexpressed(tool)
  }
  const { patch } = input
  if (typeof patch !== 'string' || patch === tool.input['patch']) return ONLY_PATCH
  const { isReadable, ...edits } = patchCall(patch, cwd)
  return isReadable ? { ...call, ...edits, nativeInput: patch } : UNREADABLE
}

function unexpressed({ nativeName }: ToolCall): string {
  return `The arguments of Copilot's "${nativeName}" cannot express the input that a hook asks for.`
}

const ONLY_PATCH =
  'Copilot edits these files by a patch; a hook can change it only by writing a new text of the whole patch under "patch".'
const UNREADABLE = 'The new "patch" names no file, so that Copilot cannot apply it.'
