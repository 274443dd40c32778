import { announce, approvalIssues } from '../core/announce.ts'
import { emptyVerdict, type Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { fit, fitProgram } from '../core/fit.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { explain, matchesSome, needsConditions, plan, type EventIndex, type Policy } from '../core/planner.ts'
import type { Plan } from '../core/plan.ts'
import { blocksOf, countAnswers, noCounts, type Block, type Counts } from '../core/tally.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { eventSpec } from '../dialects/event-spec.ts'
import type { Clock } from '../ports/clock.ts'
import type { Background } from './background.ts'
import type { EnvFileParts, EnvFiles } from './env-files.ts'
import type { Perform } from './perform.ts'
import { createRoster, type OnSuccess } from './roster.ts'
import type { Progress } from './progress.ts'
import { createRunIds } from './run-id.ts'
import type { RunnerParts, StepResult } from './runner.ts'
import { fitTexts } from './fit-texts.ts'
import { sharedBudget } from './shared-budget.ts'
import type { StopCap } from './stop-cap.ts'
import type { Telemetry } from './telemetry.ts'
import type { Warn } from './tell-all.ts'
import { watchSteps, type WatchScripts } from './watch.ts'

export type EngineParts = RunnerParts &
  EnvFileParts & {
    readonly hooks: readonly Hook[]
    /** What the hooks of an event run with. A throw ends the run before any of them starts. */
    readonly variables: (event: Event) => Variables
    readonly refuse: Policy['refuse']
    /** Follows the scripts of a hook that `refuse` just let run. Absent: nothing is followed. */
    readonly watch?: WatchScripts
    /** What the hooks that start processes should know about these variables. */
    readonly variableIssues?: (variables: Variables, hooks: readonly Hook[]) => readonly Issue[]
    /** Called once, before `refuse` is asked about the first hook that matches. Absent: `refuse` needs nothing. */
    readonly prepare?: () => Promise<void>
    /** Whether a hook comes from inside the project. */
    readonly ofProject: (hook: Hook) => boolean
    /** A bash parser comes with it, so it is loaded for the first event that meets a condition. */
    readonly loadConditions: () => Promise<Policy['condition']>
    readonly clock: Clock
    /** The command or call that shows hooks waiting for approval. */
    readonly review: string
    /** The calling host; undefined for a program that reads the verdict itself and can honour all of it. */
    readonly host: (name: string) => Dialect | undefined
    /** An event that has not happened, to ask the policy about. */
    readonly probe: (name: string, sessionId?: string) => Event
    readonly onProgress?: (progress: Progress) => void
    /** What the host calls a hook in front of people. Absent: as its event. */
    readonly nameOf?: (event: Event, hook: Hook) => string
    /** Hears of faults of the embedding program, which are no issue of a run. */
    readonly warn: Warn
    readonly telemetry?: Telemetry
    /** Absent: the host that calls has a cap of its own. */
    readonly stopCap?: StopCap
  }

type Variables = Readonly<Record<string, string>>

export type DispatchOptions = {
  /** Cancels the run. With the reason `'interrupt'` (a new prompt), hooks that may wake the model go on. */
  readonly signal?: AbortSignal
  /** Bounds the whole run, on top of each hook's own timeout. */
  readonly deadlineMs?: number
  /** No person can answer: ask becomes deny. */
  readonly headless?: boolean
  /** Every hook is waited for, also those that would run in the background. */
  readonly forceSync?: boolean
  readonly onProgress?: (progress: Progress) => void
}

/** One execution of one plan. */
export type Run = {
  /** Unlike that of every other run; the log and all progress have the same. */
  readonly id: string
  readonly plan: Plan
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly results: readonly StepResult[]
  readonly verdict: Verdict
  readonly counts: Counts
  /** Every no, with its hook. */
  readonly blocks: readonly Block[]
  readonly ms: number
}

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

function notLoaded(): never {
  throw new Error('conditions were not loaded')
}

/** plan -> run -> decide for one set of hooks. Only `run` has effects. */
export function createEngineCore(parts: EngineParts): EngineCore {
  const roster = createRoster(parts.hooks, (event) => parts.traits(event).replaces)
  const nextId = createRunIds(parts.clock.now)
  let performer: Perform | undefined
  let policy: Policy = { refuse: parts.refuse, condition: notLoaded }
  let prepare = parts.prepare

  /** Undefined when nothing is left to load: a promise for that would cost two more turns of the microtask queue. */
  function preparePolicy(event: Event): Promise<void> | undefined {
    if (prepare !== undefined && matchesSome(event, roster.index())) return prepareTrust(event, prepare)
    return needsLoading(event) ? loadConditions() : undefined
  }

  async function prepareTrust(event: Event, load: () => Promise<void>): Promise<void> {
    await load()
    prepare = undefined
    if (needsLoading(event)) await loadConditions()
  }

  function needsLoading(event: Event): boolean {
    return policy.condition === notLoaded && needsConditions(event, roster.index(), policy.refuse)
  }

  async function loadConditions(): Promise<void> {
    policy = { ...policy, condition: await parts.loadConditions() }
  }

  /** One look-up, but where a yes makes the host leave its own work to hooks: there only a hook that would run counts. */
  function has(event: string): boolean {
    const found = roster.index().get(event)
    if (found === undefined) return false
    return !found.isExact || wouldRun(event, found)
  }

  function wouldRun(event: string, { entries }: EventIndex): boolean {
    return entries.some(
      ({ hook }) => hook.condition === undefined && parts.refuse(hook, parts.probe(event)) === undefined,
    )
  }

  function run(event: Event, options: DispatchOptions = {}): Promise<Run> {
    return event.name === 'SessionEnd' ? endSession(event, options) : perform(event, options)
  }

  /** The hooks of a session end with it, also when the run does not get to its end. */
  async function endSession(event: Event, options: DispatchOptions): Promise<Run> {
    try {
      return await perform(event, options)
    } finally {
      roster.settle(event, NOBODY)
    }
  }

  async function perform(event: Event, options: DispatchOptions): Promise<Run> {
    const start = parts.clock.elapsed()
    const id = nextId()
    parts.stopCap?.hear(event)
    // Also when nothing is to be loaded: a hook that dispatches its own event would otherwise be called within its own call.
    await preparePolicy(event)
    const planned = plan(event, roster.index(), policy)
    if (planned.steps.length === 0)
      return nothingRan(id, planned, { options, ms: parts.clock.elapsed() - start })
    // Before anything is waited for: another event may let the same hook run with other scripts meanwhile.
    const watches = watchSteps(planned, parts.watch)
    const variables = parts.variables(event)
    const told =
      parts.variableIssues?.(
        variables,
        planned.steps.map(({ hook }) => hook),
      ) ?? NOBODY
    const watching = parts.telemetry?.begin(planned)
    const watched = watching instanceof Promise ? await watching : watching
    const untold: Issue[] = []
    const envFiles = parts.traits(event.name).envFile
      ? await openEnvFiles(event, variables, (problem) => untold.push(problem))
      : undefined
    performer ??= (await import('./perform.ts')).perform
    const heard = await performer(planned, {
      runId: id,
      parts,
      options,
      variables,
      envFiles,
      watches,
      watching: watched?.onProgress,
      again: (rewritten) => plan(rewritten, roster.index(), policy),
    })
    const issues = [...untold, ...roster.settle(event, heard.results)]
    const settled = withIssues(capped(event, heard.verdict), [
      ...issues,
      ...approvalIssues(planned.skipped, parts.review),
      ...told,
    ])
    const fitted = fitTexts(forHost(planned, settled, options), parts.host(event.host), parts.keepText)
    const done: Run = {
      id,
      plan: planned,
      results: heard.results,
      verdict: fitted instanceof Promise ? await fitted : fitted,
      counts: countAnswers(heard.results),
      blocks: blocksOf(heard.results),
      ms: parts.clock.elapsed() - start,
    }
    watched?.end(done)
    return done
  }

  function capped(event: Event, verdict: Verdict): Verdict {
    return parts.traits(event.name).endsTurn ? (parts.stopCap?.apply(event, verdict) ?? verdict) : verdict
  }

  async function openEnvFiles(
    event: Event,
    variables: Variables,
    tell: (problem: Issue) => void,
  ): Promise<EnvFiles> {
    const { prepareEnvFiles } = await import('./env-files.ts')
    const all = roster.index().get(event.name)?.entries ?? []
    return prepareEnvFiles(
      event,
      all.map(({ hook }) => hook),
      { sessionEnv: parts.sessionEnv, variables, tell },
    )
  }

  function nothingRan(
    id: string,
    planned: Plan,
    { options, ms }: { readonly options: DispatchOptions; readonly ms: number },
  ): Run {
    const untold = withIssues(emptyVerdict, approvalIssues(planned.skipped, parts.review))
    const verdict = forHost(planned, untold, options)
    return { id, plan: planned, results: NOBODY, verdict, counts: noCounts, blocks: NOBODY, ms }
  }

  function forHost(planned: Plan, verdict: Verdict, { headless = false }: DispatchOptions): Verdict {
    const { event } = planned
    const host = parts.host(event.host)
    if (host === undefined) return fitProgram(verdict, { headless })
    const spec = eventSpec(host, event)
    if (spec === undefined) return verdict
    return announce(fit(verdict, { ...spec, wire: host.wire }, { headless, event }), planned, {
      effects: spec.effects,
      review: parts.review,
    })
  }

  async function explainEvent(event: Event): Promise<Plan> {
    // It tells of all hooks, also of those that do not match.
    await prepare?.()
    await preparePolicy(event)
    return explain(event, roster.index(), policy)
  }

  function budgetMs(event: string, sessionId?: string): number | undefined {
    const entries = roster.index().get(event)?.entries ?? NOBODY
    const hooks = entries.flatMap(({ hook }) => (mayHear(hook, sessionId) ? hook : []))
    if (hooks.length === 0 || !parts.traits(event).budgeted) return undefined
    const variables = parts.variables(parts.probe(event, sessionId))
    return sharedBudget(hooks, { dialect: parts.dialect, variables })
  }

  return {
    has,
    budgetMs,
    hooks: roster.hooks,
    add: roster.add,
    replace: roster.replace,
    explain: explainEvent,
    run,
    background: parts.background,
  }
}

/** A hook of another session takes no part; without a session, every hook may. */
function mayHear({ audience }: Hook, sessionId: string | undefined): boolean {
  const only = audience?.sessionId
  return only === undefined || sessionId === undefined || only === sessionId
}

function withIssues(verdict: Verdict, issues: readonly Issue[]): Verdict {
  return issues.length === 0 ? verdict : { ...verdict, issues: [...verdict.issues, ...issues] }
}
