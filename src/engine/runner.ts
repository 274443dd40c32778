import { setMaxListeners } from 'node:events'
import { withoutEchoes } from '../core/part-answers.ts'
import type { Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { applyFailurePolicy } from '../core/failure-policy.ts'
import { heardAnswer, readOutcome, withWarnings } from '../core/failure.ts'
import type { Hook } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import { joinSignals } from '../core/join-signals.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Step } from '../core/plan.ts'
import { distrust } from '../core/swapped.ts'
import { tellSlips } from '../core/told-slips.ts'
import type { Combination, Dialect, DoneStep } from '../dialects/dialect.ts'
import { execute } from './execute.ts'
import type { ExecuteContext, ExecuteParts } from './execute-context.ts'
import { shortened } from './move-behind.ts'
import { createReport, type Reporting } from './progress.ts'

export type StepResult = DoneStep & {
  /** Set when the step looked again, at the input another hook had rewritten. */
  readonly pass?: 2
}

export type RunnerParts = ExecuteParts & { readonly dialect: (name: string) => Dialect }

/** What every step of one run shares. */
export type RunContext = ExecuteContext & {
  readonly parts: RunnerParts
  /** The listeners of this run. Undefined when there are none. */
  readonly reporting: Reporting | undefined
  /** The steps look again, at the input another hook has rewritten. */
  readonly pass?: 2
  /** Ends the steps under way, where a hook may do that. */
  readonly stop?: AbortController
}

/** Runs the steps of a plan, grouped by hook dialect, and returns results in configuration order. */
export function runSteps(steps: readonly Step[], context: RunContext): Promise<readonly StepResult[]> {
  const [only, another] = steps
  if (only !== undefined && another === undefined) return runStep(only, context, alone)
  // Every step listens to it, and Node takes more than ten for a leak.
  if (steps.length > 2) setMaxListeners(0, context.signal)
  if (steps.some(({ hook }) => hook.stopOnDeny)) return runWithStop(steps, context)
  return runGroups(steps, context)
}

function alone(result: StepResult): readonly StepResult[] {
  return [result]
}

function itself(result: StepResult): StepResult {
  return result
}

/** A hook that may end the run ends it for every group. */
async function runWithStop(steps: readonly Step[], context: RunContext): Promise<readonly StepResult[]> {
  const stop = new AbortController()
  const { signal, drop } = joinSignals(context.signal, stop.signal)
  setMaxListeners(0, signal)
  const results = await runGroups(steps, { ...context, stop, signal })
  // What went into the background may still follow the caller's signal.
  if (results.every(({ outcome }) => outcome.kind !== 'backgrounded')) drop()
  return results
}

async function runGroups(steps: readonly Step[], context: RunContext): Promise<readonly StepResult[]> {
  const dialects = [...new Set(steps.map((step) => step.hook.dialect))]
  const results = await Promise.all(
    dialects.map((name) => {
      const group = steps.filter((step) => step.hook.dialect === name)
      return runGroup(group, context.parts.dialect(name).combination, context)
    }),
  )
  const byStep = new Map(results.flat())
  return steps.flatMap((step) => byStep.get(step) ?? [])
}

type Ran = readonly (readonly [Step, StepResult])[]

function runGroup(group: readonly Step[], combination: Combination, context: RunContext): Promise<Ran> {
  if (combination.order(group) === 'serial') return runSerial(group, combination, context)
  return Promise.all(group.map(async (step) => [step, await runStep(step, context, itself)] as const))
}

async function runSerial(
  group: readonly Step[],
  combination: Combination,
  context: RunContext,
): Promise<Ran> {
  const results: [Step, StepResult][] = []
  /** What the steps before have made of the event, and of each part of its call. */
  const seen = new Map<Event, Event>()
  for (const step of group) {
    const first = step.event ?? context.event
    const event = seen.get(first) ?? first
    const result = await runStep(step, context, itself, event)
    results.push([step, result])
    if (endsGroup(result.answer, combination, event.name)) break
    seen.set(first, combination.next?.(event, result) ?? event)
  }
  return results
}

/** Whether a serial group ends here. */
export function endsGroup({ decision, effects }: Answer, { stopAt }: Combination, event: string): boolean {
  const ends = typeof stopAt === 'function' ? stopAt(event) : stopAt
  return ends.includes(decision) || (ends.includes('stop') && effects.some(({ kind }) => kind === 'stop'))
}

/**
 * Whatever breaks while one hook is asked is a failure of that hook, never of the run. `take`: what the caller makes of
 * the result, because a promise after this one would be another turn of the microtask queue.
 */
async function runStep<Taken>(
  step: Step,
  run: RunContext,
  take: (result: StepResult) => Taken,
  event = step.event,
): Promise<Taken> {
  const { hook } = step
  const context = event === undefined ? run : { ...run, event }
  const report = context.reporting && createReport(hook, context, context.reporting)
  report?.started()
  let outcome: Outcome
  let heard: Answer
  try {
    outcome = blame(await execute(hook, report ? { ...context, report } : context), hook, context)
    heard = heardAnswer(outcome, hook) ?? (await readAnswer(hook, outcome, context))
    // Most answers have no text, and to wait for nothing would still cost a turn of the microtask queue.
    if (heard.effects.length > 0) heard = await withinCaps(heard, hook, context)
  } catch (error) {
    outcome = broke(hook, error)
    heard = readOutcome(outcome, neverAsked, { hook, event: context.event })
  }
  const { failures } = context.parts.dialect(hook.dialect)
  const settled = outcome.swapped
    ? distrust(heard, outcome.swapped, {
        hook,
        failures,
        isGate: context.parts.traits(context.event.name).gate,
      })
    : applyFailurePolicy(heard, hook, failures)
  const warned = withWarnings(settled, outcome)
  const answer = step.event === undefined ? warned : withoutEchoes(warned, context.event)
  report?.finished(outcome, answer)
  if (hook.stopOnDeny && answer.decision === 'deny') context.stop?.abort('earlier-step')
  return take({ hook, outcome, answer })
}

function broke(hook: Hook, error: unknown): Outcome {
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const problem = issue('step.broke', { hook: hook.id }, `It could not be run: ${message}`)
  const detail = error instanceof Error ? error.stack : undefined
  return { kind: 'failed', issue: detail === undefined ? problem : { ...problem, detail }, ms: 0 }
}

function neverAsked(): never {
  throw new Error('a failed step has said nothing')
}

/** A step that was given less than its own timeout was ended by the run's deadline. */
function blame(outcome: Outcome, hook: Hook, { deadline }: RunContext): Outcome {
  if (deadline === undefined || outcome.kind !== 'timed-out') return outcome
  if (outcome.declared || outcome.afterMs >= hook.timeoutMs) return outcome
  return { ...outcome, deadlineMs: deadline.totalMs }
}

async function readAnswer(hook: Hook, outcome: Outcome, { event, parts }: RunContext): Promise<Answer> {
  const side = await parts.hookSide(hook.wire)
  const taken = parts.dialect(hook.dialect).readOutcome?.(outcome, hook, event) ?? outcome
  const answer = readOutcome(taken, side.decodeOutput, { hook, event })
  const { gate, endsTurn } = parts.traits(event.name)
  return tellSlips(answer, taken, { hook, gate: gate || endsTurn })
}

async function withinCaps(answer: Answer, hook: Hook, { parts }: RunContext): Promise<Answer> {
  return shortened(answer, hook, { side: await parts.hookSide(hook.wire), keep: parts.keepText })
}
