import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { candidates, select, type HookIndex } from '../core/planner.ts'
import type { ConditionResult, Judgements, Policy, Refusal } from '../core/policy.ts'

/** Asks the policy about the hooks that may match an event. Planning then only reads these values. */
export function judge(event: Event, index: HookIndex, policy: Policy): Judgements {
  const refusals = refusalsFor(event, index, policy.refuse)
  if (index.get(event.name)?.hasCondition !== true)
    return refusals === NO_REFUSALS ? ALL_PASS : { refusals, conditions: NO_CONDITIONS }
  const conditions = new Map<Hook, ConditionResult>()
  for (const { hook } of select(event, index, refusals))
    if (hook.condition !== undefined && isAsked(hook, refusals))
      conditions.set(hook, policy.condition(hook.condition, event, hook))
  return { refusals, conditions }
}

/** Whether judging the event would ask for conditions; evaluating them is code worth loading late. */
export function needsConditions(event: Event, index: HookIndex, refuse: Policy['refuse']): boolean {
  if (index.get(event.name)?.hasCondition !== true) return false
  const refusals = refusalsFor(event, index, refuse)
  return select(event, index, refusals).some(
    ({ hook }) => hook.condition !== undefined && isAsked(hook, refusals),
  )
}

const NO_REFUSALS: Judgements['refusals'] = new Map()
const NO_CONDITIONS: Judgements['conditions'] = new Map()
const ALL_PASS: Judgements = { refusals: NO_REFUSALS, conditions: NO_CONDITIONS }

/** Mostly nothing is refused, and then nothing is made. */
function refusalsFor(event: Event, index: HookIndex, refuse: Policy['refuse']): Judgements['refusals'] {
  let refusals: Map<Hook, Refusal> | undefined
  for (const { hook } of candidates(event, index)) {
    const refusal = refuse(hook, event)
    if (refusal !== undefined) (refusals ??= new Map()).set(hook, refusal)
  }
  return refusals ?? NO_REFUSALS
}

/** A hook that is simply left out needs no look at its condition; one that fails in its place does. */
function isAsked(hook: Hook, refusals: Judgements['refusals']): boolean {
  const refusal = refusals.get(hook)
  return refusal === undefined || refusal.fails === true
}
