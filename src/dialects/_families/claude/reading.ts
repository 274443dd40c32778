import type { Event } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import type { Issue } from '../../../core/issue.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import type { SpecificOutputWire } from './wire.ts'

/** Whose output is read, for which event. */
export type Reading = { readonly hook: Hook; readonly spec: ClaudeEventSpec; readonly event?: Event }

/** Makes a text of the hook fit for people and models. */
export type Tidying = {
  readonly tidy: (value: string, limit?: number) => string
  readonly issues: Issue[]
}

/** The event's own part of an output, without the name of the event. */
export type Specific = Omit<SpecificOutputWire, 'hookEventName'>

/** One thing wrong with an output: where, and what. */
export type Problem = { readonly path: string; readonly problem: string }
