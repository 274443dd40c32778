import type { Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { applyFailurePolicy, heardAnswer, readOutcome } from '../core/failure.ts'
import type { Hook } from '../core/hook.ts'
import { issue, warning, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Step } from '../core/plan.ts'
import type { Combination, Dialect, HookSide } from '../dialects/dialect.ts'
import type { Handlers } from '../handlers/handler.ts'
import type { Deadline } from './deadline.ts'
import type { Slots } from './slots.ts'

export type StepResult = {
  readonly hook: Hook
  readonly outcome: Outcome
  readonly answer: Answer
  /** Set when the step looked again, at the input another hook had rewritten. */
  readonly pass?: 2
}

export type Progress =
  | { readonly kind: 'started'; readonly hook: Hook }
  | { readonly kind: 'finished'; readonly hook: Hook; readonly outcome: Outcome; readonly answer: Answer }

export type RunnerParts = {
  readonly handlers: Handlers
  readonly dialect: (name: string) => Dialect
  /** What hooks of a wire read and write; loaded once. */
  readonly hookSide: (wire: string) => Promise<HookSide>
  /** Environment every process starts from. */
  readonly variables: Readonly<Record<string, string>>
  readonly slots: Slots
  readonly onProgress?: (progress: Progress) => void
}

/** What every step of one run shares. */
export type RunContext = {
  readonly event: Event
  readonly parts: RunnerParts
  readonly signal: AbortSignal
  readonly deadline: Deadline | undefined
  /** Ends the steps under way, where a hook may do that. */
  readonly stop?: AbortController
}

/** Runs the steps of a plan, grouped by hook dialect, and returns results in configuration order. */
export async function runSteps(steps: readonly Step[], context: RunContext): Promise<readonly StepResult[]> {
  const [only, another] = steps
  if (only !== undefined && another === undefined) return [await runStep(only.hook, context)]
  const shared = steps.some(({ hook }) => hook.stopOnDeny) ? withStop(context) : context
  const dialects = [...new Set(steps.map((step) => step.hook.dialect))]
  const results = await Promise.all(
    dialects.map((name) => {
      const group = steps.filter((step) => step.hook.dialect === name)
      return runGroup(group, context.parts.dialect(name).combination, shared)
    }),
  )
  const byHook = new Map(results.flat().map((result) => [result.hook, result]))
  return steps.flatMap((step) => byHook.get(step.hook) ?? [])
}

/** A hook that may end the run ends it for every group. */
function withStop(context: RunContext): RunContext {
  const stop = new AbortController()
  return { ...context, stop, signal: AbortSignal.any([context.signal, stop.signal]) }
}

function runGroup(
  group: readonly Step[],
  combination: Combination,
  context: RunContext,
): Promise<readonly StepResult[]> {
  if (combination.order === 'serial') return runSerial(group, combination, context)
  return Promise.all(group.map(({ hook }) => runStep(hook, context)))
}

async function runSerial(
  group: readonly Step[],
  combination: Combination,
  context: RunContext,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  let { event } = context
  for (const { hook } of group) {
    const result = await runStep(hook, { ...context, event })
    results.push(result)
    if (combination.stopAt.includes(result.answer.decision)) break
    if (combination.rewrites === 'chain') event = rewritten(event, result.answer)
  }
  return results
}

/** Whatever breaks while one hook is asked is a failure of that hook, never of the run. */
async function runStep(hook: Hook, context: RunContext): Promise<StepResult> {
  tell({ kind: 'started', hook }, context)
  let outcome: Outcome
  let heard: Answer
  try {
    outcome = blame(await execute(hook, context), hook, context)
    heard = heardAnswer(outcome, hook) ?? (await readAnswer(hook, outcome, context))
  } catch (error) {
    outcome = broke(hook, error)
    heard = readOutcome(outcome, neverAsked, { hook, event: context.event })
  }
  const answer = applyFailurePolicy(heard, hook, context.parts.dialect(hook.dialect).failures)
  tell({ kind: 'finished', hook, outcome, answer }, context)
  if (hook.stopOnDeny && answer.decision === 'deny') context.stop?.abort('earlier-step')
  return { hook, outcome, answer }
}

/** A listener's mistake is not the hooks'. */
function tell(progress: Progress, { parts: { onProgress } }: RunContext): void {
  if (onProgress === undefined) return
  try {
    onProgress(progress)
  } catch {}
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

function execute(hook: Hook, context: RunContext): Promise<Outcome> | Outcome {
  const { deadline, signal } = context
  if (signal.aborted) return { kind: 'cancelled', by: cancelledBy(signal), ms: 0 }
  if (hook.mode !== 'wait') return { kind: 'not-started', issue: notInBackground(hook), ms: 0 }
  if (hook.handler.type === 'command') return executeInSlot(hook, context)
  const left = deadline?.remainingMs() ?? Number.POSITIVE_INFINITY
  if (left < SHORTEST_MS && hook.handler.type === 'function') return doesNotFit(hook, deadline)
  return context.parts.handlers[hook.handler.type]({
    hook,
    event: context.event,
    input: '',
    env: NO_VARIABLES,
    timeoutMs: Math.min(hook.timeoutMs, left),
    signal,
  })
}

/** A step that was given less than its own timeout was ended by the run's deadline. */
function blame(outcome: Outcome, hook: Hook, { deadline }: RunContext): Outcome {
  if (deadline === undefined || outcome.kind !== 'timed-out' || outcome.afterMs >= hook.timeoutMs)
    return outcome
  return { ...outcome, deadlineMs: deadline.totalMs }
}

/** Timers count whole milliseconds, so one that fires may leave a fraction. */
const SHORTEST_MS = 1

const NO_VARIABLES: Readonly<Record<string, string>> = Object.freeze({})

/** Waiting for a slot is not charged to the hook's own timeout, only to the run's deadline. */
async function executeInSlot(hook: Hook, context: RunContext): Promise<Outcome> {
  const { parts, event, signal, deadline } = context
  const side = await parts.hookSide(hook.speaks)
  const waiting =
    deadline === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(patience(deadline))])
  if (!(await parts.slots.acquire(waiting))) {
    return signal.aborted ? { kind: 'cancelled', by: cancelledBy(signal), ms: 0 } : doesNotFit(hook, deadline)
  }
  try {
    const left = deadline?.remainingMs() ?? Number.POSITIVE_INFINITY
    if (left < SHORTEST_MS) return doesNotFit(hook, deadline)
    return await parts.handlers[hook.handler.type]({
      hook,
      event,
      input: side.encodeInput(event, hook),
      env: environment(side, hook, context),
      timeoutMs: Math.min(hook.timeoutMs, left),
      signal,
    })
  } finally {
    parts.slots.release()
  }
}

/** Timers fire at once beyond 2^31-1. */
function patience(deadline: Deadline): number {
  return Math.min(Math.max(0, Math.ceil(deadline.remainingMs())), 2 ** 31 - 1)
}

/** To wait for a hook whose file says not to could hold up the host for minutes. */
function notInBackground(hook: Hook): Issue {
  const message = 'It is to run in the background, which this version does not do.'
  return warning(
    'hook.background',
    { hook: hook.id },
    message,
    'Remove `async` and `asyncRewake` to have it run and waited for.',
  )
}

function doesNotFit(hook: Hook, deadline: Deadline | undefined): Outcome {
  const total = (deadline?.totalMs ?? 0) / 1000
  const problem = issue(
    'run.deadline',
    { hook: hook.id },
    `It was not started: the run's deadline of ${total} s left no time for it.`,
    'Raise --deadline, or make the hooks before it faster.',
  )
  return { kind: 'not-started', issue: problem, ms: 0 }
}

function environment(side: HookSide, hook: Hook, { event, parts }: RunContext): Record<string, string> {
  const own = hook.handler.type === 'command' ? hook.handler.env : undefined
  const changes = side.environment(event, hook, parts.variables)
  const all = { ...parts.variables, ...changes, ...own }
  for (const name in changes) if (all[name] === undefined) delete all[name]
  return all as Record<string, string>
}

async function readAnswer(hook: Hook, outcome: Outcome, { event, parts }: RunContext): Promise<Answer> {
  const side = await parts.hookSide(hook.speaks)
  return readOutcome(outcome, side.decodeOutput, { hook, event })
}

function cancelledBy(signal: AbortSignal): 'host' | 'earlier-step' {
  return signal.reason === 'earlier-step' ? 'earlier-step' : 'host'
}

/** The event as it stands after a rewrite: no longer the bytes the host sent. */
export function rewritten(event: Event, answer: Pick<Answer, 'effects'>): Event {
  const rewrite = answer.effects.findLast((effect) => effect.kind === 'rewrite-input')
  if (rewrite === undefined || event.tool === undefined) return event
  const { wire: _, ...rest } = event
  return { ...rest, tool: { ...event.tool, input: rewrite.input, nativeInput: rewrite.input } }
}
