import type { Hook } from '../../core/hook.ts'
import type { Places } from '../dialect.ts'
import { eventSpec, sessionEndBudget } from './events.ts'
import { HOST_VARIABLES } from './variables.ts'

const MAX_BUDGET_MS = 60_000

/**
 * One budget for all hooks of SessionEnd, which is also the default of each: the largest timeout found in settings
 * (those of plugins and skills do not count), or the variable.
 */
export function budgetSessionEnd(hooks: readonly Hook[], places: Places): readonly Hook[] {
  const ending = hooks.filter((hook) => hook.event === 'SessionEnd')
  if (ending.length === 0) return hooks
  const { timeoutMs: base } = eventSpec('SessionEnd')
  const counting = ending.filter(({ source }) => source.owner === undefined)
  const largest = Math.max(base, ...counting.map((hook) => hook.timeoutMs))
  const budget = fromVariable(places) ?? Math.min(largest, MAX_BUDGET_MS)
  return hooks.map((hook) => {
    if (hook.event !== 'SessionEnd') return hook
    const timeoutMs = hook.timeoutMs === base ? budget : Math.min(hook.timeoutMs, budget)
    return timeoutMs === hook.timeoutMs ? hook : { ...hook, timeoutMs }
  })
}

function fromVariable({ env }: Places): number | undefined {
  const said = env(HOST_VARIABLES.sessionEndMs)
  return said === undefined || said === '' ? undefined : sessionEndBudget(env)
}
