import type { HookSubject, SubjectSpec, ToolCall } from '../../../core/event.ts'
import { currentName } from '../../../core/tools.ts'
import type { HookContract } from './profile.ts'

type Named = Pick<HookContract, 'tools' | 'calls'>

/** Returns the canonical name of a tool that the host calls `native`. */
export function canonicalTool(native: string, { tools }: Named): string {
  return listed(native, tools) ?? currentName(native)
}

/**
 * Returns the host's name of a tool. Of several, that which was said stays, and so does a former name: a hook may test
 * for it, and the host's own bytes have it as well.
 */
export function nativeTool({ name, nativeName }: ToolCall, { tools }: Named): string {
  if (listed(nativeName, tools) === name) return nativeName
  const found = Object.entries(tools ?? {}).find(([, canonical]) => canonical === name)
  return found?.[0] ?? (currentName(nativeName) === name ? nativeName : name)
}

function listed(native: string, tools: Named['tools']): string | undefined {
  return tools !== undefined && Object.hasOwn(tools, native) ? tools[native] : undefined
}

/** What a matcher of the host is tested against: its own names of tools, where they differ from the canonical ones. */
export function hookSubject(
  subject: SubjectSpec | undefined,
  { tools, calls }: Named,
): HookSubject | undefined {
  if (subject === 'tool' && calls !== undefined) return { tool: calls.names }
  if (subject !== 'tool' || tools === undefined) return subject
  const natives: Record<string, string[]> = {}
  for (const [native, canonical] of Object.entries(tools)) (natives[canonical] ??= []).push(native)
  return { tool: natives }
}
