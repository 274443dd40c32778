import { planCall, someSeen } from '../core/call-parts.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Plan } from '../core/plan.ts'
import { candidates, explain, indexHooks, plan, type HookIndex } from '../core/planner.ts'
import type { Policy } from '../core/policy.ts'
import { judge, needsConditions } from './judge.ts'
import type { PolicyParts } from './parts.ts'

/** Makes plans: asks the policy first, whose code loads when the first event needs it. */
export type Planning = {
  /** Whether there is a hook for the event, whatever it matches. */
  has(event: string): boolean
  /** Undefined when nothing is left to load: a promise for that would cost two more turns of the microtask queue. */
  prepare(event: Event): Promise<void> | undefined
  /** Call after `prepare` for the same event. */
  plan(event: Event): Plan
  /** With a line for every hook that does not match. */
  explain(event: Event): Promise<Plan>
  /** The same with these hooks of one event in front. */
  with(event: string, hooks: readonly Hook[]): Planning
}

type PlanningParts = Pick<PolicyParts, 'refuse' | 'prepare' | 'loadConditions'>

export function createPlanning(parts: PlanningParts, index: () => HookIndex): Planning {
  let policy: Policy = { refuse: parts.refuse, condition: notLoaded }
  let loadTrust = parts.prepare

  function prepare(event: Event): Promise<void> | undefined {
    if (loadTrust !== undefined && someSeen(event, isCandidate)) return prepareTrust(event, loadTrust)
    return lacksConditions(event) ? loadConditions() : undefined
  }

  async function prepareTrust(event: Event, load: () => Promise<void>): Promise<void> {
    await load()
    loadTrust = undefined
    if (lacksConditions(event)) await loadConditions()
  }

  // Made once: an event of a program must not cost closures.
  const isCandidate = (seen: Event): boolean => candidates(seen, index()).length > 0
  const hasCondition = (seen: Event): boolean => needsConditions(seen, index(), policy.refuse)
  const planOne = (seen: Event): Plan => plan(seen, index(), judge(seen, index(), policy))
  const explainOne = (seen: Event): Plan => explain(seen, index(), judge(seen, index(), policy))

  function lacksConditions(event: Event): boolean {
    return policy.condition === notLoaded && someSeen(event, hasCondition)
  }

  function hooksOf(event: string): readonly Hook[] {
    return (
      index()
        .get(event)
        ?.entries.map(({ hook }) => hook) ?? []
    )
  }

  async function loadConditions(): Promise<void> {
    policy = { ...policy, condition: await parts.loadConditions() }
  }

  return {
    has: (event) => index().has(event),
    prepare,
    plan: (event) => (index().has(event.name) ? planCall(event, planOne, hooksOf) : withoutSteps(event)),
    async explain(event) {
      // It tells of all hooks, also of those that do not match.
      await loadTrust?.()
      await prepare(event)
      return planCall(event, explainOne, hooksOf)
    },
    with: (event, hooks) => {
      const all = indexHooks([...hooks, ...hooksOf(event)])
      return createPlanning(parts, () => all)
    },
  }
}

function withoutSteps(event: Event): Plan {
  return { event, steps: NONE, skipped: NONE }
}

const NONE: readonly never[] = Object.freeze([])

function notLoaded(): never {
  throw new Error('conditions were not loaded')
}
