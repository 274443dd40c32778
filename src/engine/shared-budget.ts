import type { Hook } from '../core/hook.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { eventSpec } from '../dialects/event-spec.ts'

type BudgetParts = {
  readonly dialect: (name: string) => Dialect
  /** What the event's hooks run with. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Returns the milliseconds that hooks of one event share: some events end with their hosts, so all of their hooks
 * together have the time of the longest. Undefined where each hook has only its own timeout.
 */
export function sharedBudget(hooks: readonly Hook[], parts: BudgetParts): number | undefined {
  const budgets = hooks.flatMap((hook) => budgetOf(hook, parts))
  return budgets.length === 0 ? undefined : Math.max(...budgets)
}

/** A program's own functions do not lengthen it. */
function budgetOf(
  { dialect: name, event, handler, timeoutMs }: Hook,
  { dialect, variables }: BudgetParts,
): readonly number[] {
  const base = eventSpec(dialect(name), { name: event })?.budgetMs?.((variable) => variables[variable])
  if (base === undefined) return []
  return [handler.type === 'function' ? base : Math.max(base, timeoutMs)]
}
