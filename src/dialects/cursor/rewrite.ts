import type { ToolCall } from '../../core/event.ts'
import { isObject } from '../_families/claude/shape.ts'
import { canonicalInput, canonicalName, mcpParts, nativeInput } from './tools.ts'

/** Returns the call with another input, in the spelling of the arguments that the host had used for it. */
export function rewriteCall(tool: ToolCall, input: ToolCall['input']): ToolCall | string {
  const problem = problemOf(tool, input)
  if (problem !== undefined) return problem
  const { parts: _, ...rest } = tool
  const { nativeInput: was } = tool
  const own = tool.nativeName === 'Delete' ? withoutText(input) : input
  const native = nativeInput(tool.name, own, isObject(was) ? was : undefined)
  if (mcpParts(tool.name) === undefined && canonicalName(tool.nativeName, native) !== tool.name)
    return `A hook changed "${tool.nativeName}" into another kind of call, which guards of this one do not see.`
  return { ...rest, input, nativeInput: native }
}

function problemOf({ name, nativeName, parts }: ToolCall, input: ToolCall['input']): string | undefined {
  if (nativeName === 'Delete' && (input['new_string'] ?? '') !== '')
    return 'A hook changed the deletion of a file into an edit, which the arguments of "Delete" cannot say.'
  if (parts !== undefined)
    return `"${nativeName}" was called with two paths, and it is not known which of them a rewrite has to change.`
  if (canonicalInput(name, input).spare.length > 0)
    return `A hook set two names of one argument of "${nativeName}", and it is not known which of them the tool reads.`
  if (Object.hasOwn(input, 'raw'))
    return `The arguments of "${nativeName}" are not an object, so a rewrite of them cannot be sent.`
  return undefined
}

function withoutText(input: ToolCall['input']): ToolCall['input'] {
  const { new_string: _, ...rest } = input
  return rest
}
