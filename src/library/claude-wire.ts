import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { toWire as toWireOf } from '../dialects/_families/claude/encode-input.ts'
import { specOf } from '../dialects/_families/claude/event-table.ts'
import { hookName as nameOf } from '../dialects/_families/claude/hook-name.ts'
import { claudeContract } from '../dialects/claude-code/contract.ts'

/** What the host calls a firing: the event, and what its matchers were tested against; functions have no more to say. */
export function hookName(event: Event, hook: Pick<Hook, 'handler'>): string {
  return nameOf(event, hook, specOf(claudeContract.events, event))
}

/** Returns the event as a hook of Claude Code reads it; absent values are left out, never null. */
export function toWire(event: Event): Readonly<Record<string, unknown>> {
  return toWireOf(event, claudeContract)
}
