import { decide, decideAgain, type DecideRules } from '../core/aggregator.ts'
import { withoutPartialAllows } from '../core/part-answers.ts'
import type { Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Issue } from '../core/issue.ts'
import type { Plan } from '../core/plan.ts'
import { rewritten } from '../core/rewritten.ts'
import { createBudget, createDeadline, type Deadline } from './deadline.ts'
import type { EnvFiles } from './env-files.ts'
import type { DispatchOptions, EngineParts, Variables } from './parts.ts'
import type { Reporting } from './progress.ts'
import { sharedBudget } from './shared-budget.ts'
import type { Watched } from './telemetry.ts'
import { watchSteps, type Watches } from './watch.ts'
import { runSteps, type RunContext, type StepResult } from './runner.ts'

/** Runs a plan's steps and decides by what they answer. Loads with the first plan that has steps. */
export const runStage = { contextOf, run: runSteps, decide: decideResults, lookAgain }

export type RunStage = typeof runStage

/** A plan whose steps are about to begin. */
export type Prepared = {
  readonly planned: Plan
  readonly running: {
    readonly id: string
    readonly stages: { readonly parts: EngineParts }
    readonly options: DispatchOptions
    /** When the run began, on the engine's clock. */
    readonly start: number
  }
  readonly watches: Watches | undefined
  readonly variables: Variables
  /** Problems with the variables that steps run with. */
  readonly told: readonly Issue[]
}

/** What had to be waited for, for some plans. */
export type Opened = {
  readonly watched: Watched | undefined
  readonly envFiles: EnvFiles | undefined
  /** What env files have to tell comes while the steps run. */
  readonly issues: readonly Issue[]
}

/** What steps share, and the parts that decide about their answers. */
type StageContext = RunContext & { readonly parts: EngineParts }

const NEVER = new AbortController().signal
const NONE: readonly never[] = Object.freeze([])

function contextOf(prepared: Prepared, { watched, envFiles }: Opened): StageContext {
  const { planned, running, variables, watches } = prepared
  const { id, stages, options } = running
  return {
    runId: id,
    event: planned.event,
    parts: stages.parts,
    variables,
    signal: options.signal ?? NEVER,
    deadline: deadlineOf(prepared),
    forceSync: options.forceSync ?? false,
    reporting: reportingOf(running, watched),
    envFiles,
    watches,
  }
}

/** Mostly nobody listens, and then nothing is made. */
function reportingOf(
  { id, stages: { parts }, options }: Prepared['running'],
  watched: Watched | undefined,
): Reporting | undefined {
  const hearsOutput = parts.onProgress !== undefined || options.onProgress !== undefined
  if (!hearsOutput && watched === undefined) return undefined
  const listeners = [watched?.onProgress, parts.onProgress, options.onProgress].filter(
    (each) => each !== undefined,
  )
  return {
    runId: id,
    listeners,
    hearsOutput,
    nameOf: parts.nameOf ?? nameOfEvent,
    now: parts.clock.now,
    warn: parts.warn,
  }
}

function nameOfEvent({ name }: Event): string {
  return name
}

function deadlineOf({ planned: { steps }, running, variables }: Prepared): Deadline | undefined {
  const { parts } = running.stages
  const { deadlineMs } = running.options
  if (deadlineMs !== undefined)
    return createDeadline(deadlineMs, parts.clock, parts.clock.elapsed() - running.start)
  const [first] = steps
  if (first === undefined || !parts.traits(first.hook.event).budgeted) return undefined
  const budget = sharedBudget(
    steps.map(({ hook }) => hook),
    { dialect: parts.dialect, variables },
  )
  return budget === undefined ? undefined : createBudget(budget, parts.clock)
}

function decideResults(results: readonly StepResult[], { event, parts }: StageContext): Verdict {
  return decide(withoutPartialAllows(results, event), decideRules(event, parts))
}

type SecondLook = {
  readonly results: readonly StepResult[]
  readonly context: StageContext
  /** The plan for the event with another input. */
  readonly plan: (event: Event) => Plan
}

/** Rules and guards see the input that will really be used. */
async function lookAgain(
  first: Verdict,
  { results: answered, context, plan }: SecondLook,
): Promise<{ readonly verdict: Verdict; readonly results: readonly StepResult[] }> {
  const { parts } = context
  const event = rewritten(context.event, first, parts.host(context.event.host)?.rewriteCall)
  const planned = plan(event)
  const watches = watchSteps(planned, parts.watch)
  const guards = planned.steps.filter(({ hook }) => hook.guard || hook.handler.type === 'rule')
  const again = { ...context, event, watches, pass: 2 as const }
  const seen = await runSteps(guards, again)
  const verdict = decideAgain(first, decideResults(seen, again), {
    input: event.tool?.input ?? {},
    answered,
    rules: decideRules(context.event, parts),
  })
  return { verdict, results: [...answered, ...seen.map((result) => ({ ...result, pass: 2 as const }))] }
}

function decideRules(event: Event, parts: EngineParts): DecideRules {
  return {
    event,
    host: event.host,
    rewriteRule: (dialect) => parts.dialect(dialect).combination.rewrites,
    ofProject: parts.ofProject,
    lastOnly: (dialect) => parts.dialect(dialect).combination.lastOnly?.(event.name) ?? NONE,
  }
}
