import type { Event } from '../core/event.ts'
import type { Plan } from '../core/plan.ts'
import { candidates, explain, plan, type HookIndex } from '../core/planner.ts'
import type { Policy } from '../core/policy.ts'
import { judge, needsConditions } from './judge.ts'
import type { PolicyParts } from './parts.ts'

/** Makes plans: asks the policy first, whose code loads when the first event needs it. */
export type Planning = {
  /** Undefined when nothing is left to load: a promise for that would cost two more turns of the microtask queue. */
  prepare(event: Event): Promise<void> | undefined
  /** Call after `prepare` for the same event. */
  plan(event: Event): Plan
  /** With a line for every hook that does not match. */
  explain(event: Event): Promise<Plan>
}

type PlanningParts = Pick<PolicyParts, 'refuse' | 'prepare' | 'loadConditions'>

export function createPlanning(parts: PlanningParts, index: () => HookIndex): Planning {
  let policy: Policy = { refuse: parts.refuse, condition: notLoaded }
  let loadTrust = parts.prepare

  function prepare(event: Event): Promise<void> | undefined {
    if (loadTrust !== undefined && candidates(event, index()).length > 0)
      return prepareTrust(event, loadTrust)
    return lacksConditions(event) ? loadConditions() : undefined
  }

  async function prepareTrust(event: Event, load: () => Promise<void>): Promise<void> {
    await load()
    loadTrust = undefined
    if (lacksConditions(event)) await loadConditions()
  }

  function lacksConditions(event: Event): boolean {
    return policy.condition === notLoaded && needsConditions(event, index(), policy.refuse)
  }

  async function loadConditions(): Promise<void> {
    policy = { ...policy, condition: await parts.loadConditions() }
  }

  return {
    prepare,
    plan: (event) => plan(event, index(), judge(event, index(), policy)),
    async explain(event) {
      // It tells of all hooks, also of those that do not match.
      await loadTrust?.()
      await prepare(event)
      return explain(event, index(), judge(event, index(), policy))
    },
  }
}

function notLoaded(): never {
  throw new Error('conditions were not loaded')
}
