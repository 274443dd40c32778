import { emptyVerdict, type Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Plan } from '../core/plan.ts'
import { blocksOf, countAnswers, noCounts } from '../core/tally.ts'
import type { ApprovalLook } from './approval-look.ts'
import { finish, type Finished } from './finish.ts'
import type { DispatchOptions, EngineParts } from './parts.ts'
import type { Planning } from './planning.ts'
import type { Roster } from './roster.ts'
import type { Run } from './run.ts'
import { beginPlan, ended, type Ran } from './run-plan.ts'
import type { StepResult } from './runner.ts'

/** What the way of an event is made of. */
export type Stages = {
  readonly parts: EngineParts
  readonly planning: Planning
  /** All hooks of an event, whichever of them match. */
  readonly hooksOf: (event: string) => readonly Hook[]
  /** What a run ends: hooks that run once, a session's hooks. */
  readonly settle: Roster['settle']
  readonly nextId: () => string
}

/**
 * Runs the hooks of one event: plan, run, decide, finish. The caller has loaded the hooks before, and encodes the
 * verdict for its host afterwards.
 */
export async function handleEvent(event: Event, given: Stages, options: DispatchOptions): Promise<Run> {
  const { parts } = given
  const start = parts.clock.elapsed()
  const id = given.nextId()
  parts.stopCap?.hear(event)
  const looking = parts.lookAtApprovals?.(event, start)
  const look = looking && (await looking)
  const stages = withStandIns(given, event, look)
  const { planning } = stages
  // Also when nothing is to be loaded: a hook that dispatches its own event would otherwise be called within its own call.
  if (planning.has(event.name)) await planning.prepare(event)
  const planned = planning.plan(event)
  const carrying = { id, start, stages, options, look }
  if (planned.steps.length === 0) return conclude(planned, undefined, carrying)
  if (parts.once !== undefined)
    return parts.once({ id, plan: planned }, async () => {
      const begun = await beginPlan(planned, carrying)
      return conclude(planned, ended(begun, await begun.results), carrying)
    })
  const beginning = beginPlan(planned, carrying)
  const begun = beginning instanceof Promise ? await beginning : beginning
  return conclude(planned, ended(begun, await begun.results), carrying)
}

/** Rules that speak for approved hooks which are changed or gone. */
export function withStandIns<Part extends Pick<Stages, 'planning'>>(
  stages: Part,
  { name }: Event,
  look: ApprovalLook | undefined,
): Part {
  if (look === undefined || look.standIns.length === 0) return stages
  return { ...stages, planning: stages.planning.with(name, look.standIns) }
}

type Carrying = {
  readonly look: ApprovalLook | undefined
  readonly id: string
  readonly start: number
  readonly stages: Stages
  readonly options: DispatchOptions
}

/** Decides and finishes. Not a promise unless something is waited for: each costs turns of the microtask queue. */
function conclude(planned: Plan, ran: Ran | undefined, carrying: Carrying): Run | Promise<Run> {
  const { stages, options, look } = carrying
  const decided = ran === undefined ? emptyVerdict : ran.stage.decide(ran.results, ran.context)
  const finished = finish(decided, { plan: planned, stages, options, ran, look })
  return finished instanceof Promise
    ? finished.then((one) => runOf(one, { planned, ran, carrying }))
    : runOf(finished, { planned, ran, carrying })
}

type Concluding = { readonly planned: Plan; readonly ran: Ran | undefined; readonly carrying: Carrying }

function runOf({ verdict, results }: Finished, { planned, ran, carrying }: Concluding): Run {
  const { id, start, stages } = carrying
  const ms = stages.parts.clock.elapsed() - start
  const { counts, blocks } = tally(results)
  const done = { id, plan: planned, results, verdict, counts, blocks, ms }
  ran?.watched?.end(done)
  return done
}

/** The run of a call whose verdict another call about the same action has reached: nothing ran. */
export function repeatedRun({ id, plan }: Pick<Run, 'id' | 'plan'>, verdict: Verdict): Run {
  return { id, plan: { ...plan, steps: [] }, results: [], verdict, ...NOTHING, ms: 0 }
}

function tally(results: readonly StepResult[]): Pick<Run, 'counts' | 'blocks'> {
  if (results.length === 0) return NOTHING
  return { counts: countAnswers(results), blocks: blocksOf(results) }
}

const NOTHING: Pick<Run, 'counts' | 'blocks'> = { counts: noCounts, blocks: Object.freeze([]) }
