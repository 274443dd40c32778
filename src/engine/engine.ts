import { announce } from '../core/announce.ts'
import { decide, decideAgain } from '../core/aggregator.ts'
import { emptyVerdict, type Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { fit, refuseQuestions } from '../core/fit.ts'
import type { Hook } from '../core/hook.ts'
import { explain, indexHooks, needsConditions, plan, type HookIndex, type Policy } from '../core/planner.ts'
import type { Plan } from '../core/plan.ts'
import type { Dialect, EventSpec } from '../dialects/dialect.ts'
import type { Clock } from '../ports/clock.ts'
import { createDeadline } from './deadline.ts'
import { rewritten, runSteps, type RunContext, type RunnerParts, type StepResult } from './runner.ts'

export type EngineParts = RunnerParts & {
  readonly hooks: readonly Hook[]
  readonly refuse: Policy['refuse']
  /** A bash parser comes with it, so it is loaded for the first event that meets a condition. */
  readonly loadConditions: () => Promise<Policy['condition']>
  readonly clock: Clock
  /** The command that shows hooks waiting for approval. */
  readonly review: string
  /** The calling host; undefined for a program that reads the verdict itself and can honour all of it. */
  readonly host: (name: string) => Dialect | undefined
}

export type DispatchOptions = {
  readonly signal?: AbortSignal
  /** Bounds the whole run, on top of each hook's own timeout. */
  readonly deadlineMs?: number
  /** No person can answer: ask becomes deny. */
  readonly headless?: boolean
}

/** One execution of one plan. */
export type Run = {
  readonly plan: Plan
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly results: readonly StepResult[]
  readonly verdict: Verdict
  readonly ms: number
}

export type EngineCore = {
  has(event: string): boolean
  add(hook: Hook): () => void
  explain(event: Event): Promise<Plan>
  run(event: Event, options?: DispatchOptions): Promise<Run>
}

const NEVER = new AbortController().signal

function notLoaded(): never {
  throw new Error('conditions were not loaded')
}

/** plan -> run -> decide for one set of hooks. Only `run` has effects. */
export function createEngineCore(parts: EngineParts): EngineCore {
  const hooks = [...parts.hooks]
  let built: HookIndex | undefined
  const index = (): HookIndex => (built ??= indexHooks(hooks))
  let policy: Policy = { refuse: parts.refuse, condition: notLoaded }

  async function preparePolicy(event: Event): Promise<void> {
    const isMissing = policy.condition === notLoaded && needsConditions(event, index(), policy.refuse)
    if (isMissing) policy = { ...policy, condition: await parts.loadConditions() }
  }

  function add(hook: Hook): () => void {
    hooks.push(hook)
    built = undefined
    return () => {
      const place = hooks.indexOf(hook)
      if (place >= 0) hooks.splice(place, 1)
      built = undefined
    }
  }

  async function run(event: Event, options: DispatchOptions = {}): Promise<Run> {
    const start = parts.clock.elapsed()
    await preparePolicy(event)
    const planned = plan(event, index(), policy)
    if (planned.steps.length === 0) {
      return {
        plan: planned,
        results: [],
        verdict: forHost(planned, emptyVerdict, options),
        ms: parts.clock.elapsed() - start,
      }
    }
    const deadline =
      options.deadlineMs === undefined ? undefined : createDeadline(options.deadlineMs, parts.clock)
    const context = { event, parts, signal: options.signal ?? NEVER, deadline }
    const results = await runSteps(planned.steps, context)
    const first = decide(results, decideRules(event, parts))
    const heard = isRewritten(first) ? await lookAgain(first, results, context) : { verdict: first, results }
    const verdict = forHost(planned, heard.verdict, options)
    return { plan: planned, results: heard.results, verdict, ms: parts.clock.elapsed() - start }
  }

  /** Rules and guards see the input that will really be used. */
  async function lookAgain(
    first: Verdict,
    answered: readonly StepResult[],
    context: RunContext,
  ): Promise<Pick<Run, 'verdict' | 'results'>> {
    const event = rewritten(context.event, first)
    const guards = plan(event, index(), policy).steps.filter(
      ({ hook }) => hook.guard || hook.handler.type === 'rule',
    )
    const again = await runSteps(guards, { ...context, event })
    const verdict = decideAgain(first, decide(again, decideRules(event, parts)), {
      input: event.tool?.input ?? {},
      answered,
      rules: decideRules(context.event, parts),
    })
    return { verdict, results: [...answered, ...again.map((result) => ({ ...result, pass: 2 as const }))] }
  }

  function forHost(planned: Plan, verdict: Verdict, { headless = false }: DispatchOptions): Verdict {
    const { event } = planned
    const host = parts.host(event.host)
    if (host === undefined) return headless ? refuseQuestions(verdict) : verdict
    const spec = specOf(host.events, event.name)
    if (spec === undefined) return verdict
    return announce(fit(verdict, { ...spec, wire: host.wire }, { headless }), planned, {
      effects: spec.effects,
      review: parts.review,
    })
  }

  async function explainEvent(event: Event): Promise<Plan> {
    await preparePolicy(event)
    return explain(event, index(), policy)
  }

  return { has: (event) => (built ?? index()).has(event), add, explain: explainEvent, run }
}

function isRewritten({ decision, effects }: Verdict): boolean {
  return decision !== 'deny' && effects.some((effect) => effect.kind === 'rewrite-input')
}

function decideRules(event: Event, parts: EngineParts) {
  return {
    event,
    host: event.host,
    rewriteRule: (dialect: string) => parts.dialect(dialect).combination.rewrites,
  }
}

/** Events are few, so a scan by canonical name is cheaper than a second table. */
function specOf(events: Readonly<Record<string, EventSpec>>, canonical: string): EventSpec | undefined {
  const native = events[canonical]
  if (native?.event === canonical) return native
  return Object.values(events).find((spec) => spec.event === canonical)
}
