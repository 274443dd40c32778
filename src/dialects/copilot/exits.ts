import type { Answer } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import type { Output } from '../../core/outcome.ts'
import { overflow, settleCut } from '../_families/cut-answer.ts'
import { crashed, failed, type Exit } from '../_families/exit-failure.ts'
import { honoursOn, rowOf } from './events.ts'
import type { Profile } from './surfaces.ts'
import { fitText } from './texts.ts'

export type { Exit } from '../_families/exit-failure.ts'

/** Whose output is read, for which event. */
export type Reading = { readonly hook: Hook; readonly event: Event; readonly profile: Profile }

const REASONS: Readonly<Record<string, (hook: Hook) => string>> = {
  PreToolUse: ({ source }) => `Denied by preToolUse hook from "${source.file}" (hook errored)`,
  PermissionRequest: () => 'Permission request hook failed',
}

/** What a failure becomes is the failure policy's; the host's words go with it. */
export function errored(exit: Exit, reading: Reading): Answer {
  const { hook, event } = reading
  return {
    ...crashed(exit, hook),
    ...(event.name in REASONS && { reason: REASONS[event.name]?.(hook) ?? '' }),
  }
}

/** Returns what the hook wrote to stderr, for the user or the model. */
export function textOf({ stderr }: Exit): string {
  return fitText(stderr.text.trim())
}

export function withIssues(answer: Answer, found: readonly Issue[]): Answer {
  return found.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...found] }
}

/** True when our limit left only a part of what may have been an answer. Progress lines before one begin alike. */
export function isCutAnswer({ text, droppedBytes }: Output): boolean {
  return droppedBytes > 0 && text.trimStart().startsWith('{')
}

/** The host keeps ten times as much of an answer as we do. Plain text says nothing to it, at any length. */
export function readCut({ stdout }: Exit, { hook, event, profile }: Reading): Answer {
  const failure = failed('overflow', overflow(stdout, hook))
  const row = rowOf(event.name)
  const honours = row && honoursOn(profile.surface, row)
  return isCutAnswer(stdout) ? settleCut(failure, hook, honours ?? {}) : failure
}
