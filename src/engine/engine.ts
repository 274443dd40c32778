import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { EventIndex } from '../core/planner.ts'
import type { Plan } from '../core/plan.ts'
import type { Background } from './background.ts'
import type { DispatchOptions, EngineParts } from './parts.ts'
import { handleEvent, withStandIns, type Stages } from './pipeline.ts'
import { createPlanning } from './planning.ts'
import { createRoster, type OnSuccess, type Roster } from './roster.ts'
import type { Run } from './run.ts'
import { createRunIds } from './run-id.ts'
import { sharedBudget } from './shared-budget.ts'

export type EngineCore = {
  has(event: string): boolean
  hooks(): readonly Hook[]
  add(hook: Hook, onSuccess?: OnSuccess): () => void
  /** New hooks of files; what was added stays. */
  replace(loaded: readonly Hook[]): void
  explain(event: Event): Promise<Plan>
  /** Milliseconds that all hooks of an event share; undefined where each has only its own timeout. */
  budgetMs(event: string, sessionId?: string): number | undefined
  run(event: Event, options?: DispatchOptions): Promise<Run>
  readonly background: Background
}

const NOBODY: readonly never[] = Object.freeze([])

/** One set of hooks, and the way of events through it: see pipeline.ts. */
export function createEngineCore(parts: EngineParts): EngineCore {
  const roster = createRoster(parts.hooks, (event) => parts.traits(event).replaces)
  const planning = createPlanning(parts, roster.index)
  const hooksOf = (event: string): readonly Hook[] =>
    roster
      .index()
      .get(event)
      ?.entries.map(({ hook }) => hook) ?? NOBODY
  const nextId = createRunIds(parts.clock.now)
  const stages: Stages = { parts, planning, hooksOf, settle: roster.settle, nextId }
  return {
    has: (event) => hasHook(roster.index().get(event), event, parts),
    budgetMs: (event, sessionId) => budgetOf(hooksOf(event), event, { parts, sessionId }),
    hooks: roster.hooks,
    add: roster.add,
    replace: roster.replace,
    async explain(event) {
      const look = await parts.lookAtApprovals?.(event, parts.clock.elapsed())
      return withStandIns({ planning }, event, look).planning.explain(event)
    },
    run: (event, options = {}) =>
      event.name === 'SessionEnd'
        ? endSession(event, { stages, options, roster })
        : handleEvent(event, stages, options),
    background: parts.background,
  }
}

/** One look-up, but where a yes makes the host leave its own work to hooks: there only a hook that would run counts. */
function hasHook(found: EventIndex | undefined, event: string, parts: EngineParts): boolean {
  if (found === undefined) return parts.mayStandIn?.(event) === true
  return !found.isExact || wouldRun(found, parts.probe(event), parts)
}

function wouldRun({ entries }: EventIndex, probe: Event, { refuse }: EngineParts): boolean {
  return entries.some(({ hook }) => hook.condition === undefined && refuse(hook, probe) === undefined)
}

/** The hooks of a session end with it, also when the run does not get to its end. */
async function endSession(
  event: Event,
  {
    stages,
    options,
    roster,
  }: { readonly stages: Stages; readonly options: DispatchOptions; readonly roster: Roster },
): Promise<Run> {
  try {
    return await handleEvent(event, stages, options)
  } finally {
    roster.settle(event, NOBODY)
  }
}

function budgetOf(
  all: readonly Hook[],
  event: string,
  { parts, sessionId }: { readonly parts: EngineParts; readonly sessionId: string | undefined },
): number | undefined {
  const hooks = all.filter((hook) => mayHear(hook, sessionId))
  if (hooks.length === 0 || !parts.traits(event).budgeted) return undefined
  const variables = parts.variables(parts.probe(event, sessionId))
  return sharedBudget(hooks, { dialect: parts.dialect, variables })
}

/** A hook of another session takes no part; without a session, every hook may. */
function mayHear({ audience }: Hook, sessionId: string | undefined): boolean {
  const only = audience?.sessionId
  return only === undefined || sessionId === undefined || only === sessionId
}
