import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { toWire as toWireOf } from './_families/claude/encode-input.ts'
import type { ClaudeEventSpec } from './_families/claude/event-spec.ts'
import { specOf } from './_families/claude/event-table.ts'
import { hookName as nameOf } from './_families/claude/hook-name.ts'
import { hostTexts, type HostText } from './_families/claude/host-texts.ts'
import { claudeContract } from './claude-code/contract.ts'
import { claudeEvent, claudeEvents, eventSpec as claudeSpec } from './claude-code/events.ts'

/*
 * The contract whose names are the canonical ones: of events, of their fields, of tools. It is Claude Code's. Programs
 * that embed the engine use it without a host, so they get it from here.
 */

export { matcherRules } from './_families/claude/matcher.ts'
export { compactLines, sessionEndLines, worktreeFailure } from './_families/claude/side-report.ts'
export type { OutputWire } from './_families/claude/wire.ts'
export type {
  CommonFields,
  EventFields,
  EventName as CanonicalEventName,
} from './claude-code/event-fields.ts'
export type { EVENT_INPUT } from './claude-code/event-input.ts'
export type { SpecificOutput } from './claude-code/event-output.ts'
export type { HostText }

/** Its name as a wire, and as the dialect whose hooks fail and combine by its rules. */
export const CANONICAL = { wire: claudeContract.wire, dialect: claudeContract.name }

export const canonicalEvents = claudeEvents

/** Names of its tools; servers and plugins add others. */
export const canonicalTools: readonly string[] = claudeContract.toolNames ?? []

/** The values that a matcher of the event is tested against, where they are known; else none. */
export function canonicalValues(event: string): readonly string[] {
  const values: Readonly<Record<string, readonly string[]>> = claudeContract.subjectValues ?? {}
  return Object.hasOwn(values, event) ? (values[event] ?? []) : []
}

/** Undefined for an event that only other hosts have. */
export function canonicalEvent(name: string): ClaudeEventSpec | undefined {
  return claudeEvent(name)
}

/** The rules of an event; for one that only other hosts have, those of most events. */
export function canonicalSpec(name: string): ClaudeEventSpec {
  return claudeSpec(name)
}

/** What the host calls a firing: the event, and what its matchers were tested against; functions have no more to say. */
export function hookName(event: Event, hook: Pick<Hook, 'handler'>): string {
  return nameOf(event, hook, specOf(claudeContract.events, event))
}

/** Returns the event as a hook of this wire reads it; absent values are left out, never null. */
export function toWire(event: Event): Readonly<Record<string, unknown>> {
  return toWireOf(event, claudeContract)
}

/** The texts that the host shows after a run, each with who reads it. */
export function textsOfRun(run: Parameters<typeof hostTexts>[0]): readonly HostText[] {
  return hostTexts(run, claudeEvents)
}
