import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import type { SkipReason } from './plan.ts'

/** `fails`: the hook was to run and must not, so its failure policy speaks in its place. */
export type Refusal = {
  readonly because: SkipReason
  readonly why: string
  readonly fails?: boolean
  /** What is decided in its place, whatever its failure policy says. */
  readonly decides?: { readonly decision: 'ask' | 'deny'; readonly reason: string }
}

/** `whole`: every part of the call fits the rule, not only some part of it. */
export type ConditionResult = { readonly holds: boolean; readonly whole: boolean; readonly why: string }

/** What stands above the hooks. It may look at files, so it is asked before planning; see `Judgements`. */
export type Policy = {
  /** Trust, switches, scope: undefined lets the hook run. */
  readonly refuse: (hook: Hook, event: Event) => Refusal | undefined
  readonly condition: (rule: string, event: Event, hook: Hook) => ConditionResult
}

/** What the policy said about one event, as values: all that a plan needs besides the event and the hooks. */
export type Judgements = {
  /** The hooks that must not run, among those that may match. */
  readonly refusals: ReadonlyMap<Hook, Refusal>
  /** For every hook with a condition that matches and is not simply left out. */
  readonly conditions: ReadonlyMap<Hook, ConditionResult>
}
