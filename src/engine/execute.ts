import type { Hook } from '../core/hook.ts'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import type { HookSide } from '../dialects/dialect.ts'
import type { StepInput } from '../handlers/handler.ts'
import type { Deadline } from './deadline.ts'
import type { ExecuteContext } from './execute-context.ts'
import { createLeash, type Leash } from './leash.ts'
import { doesNotFit, tooMany } from './not-started.ts'
import { withSafeServer } from './safe-server.ts'
import type { Slots } from './slots.ts'
import { adopt } from './move-behind.ts'
import { createTalk } from './talk.ts'
import { compared, unsettled } from './watch.ts'

/** Runs one hook by its handler. */
export function execute(hook: Hook, context: ExecuteContext): Promise<Outcome> | Outcome {
  if (context.signal.aborted) return cancelled(context.signal)
  switch (hook.handler.type) {
    case 'rule':
    case 'function':
    case 'unsupported':
      return executeHere(hook, context)
    case 'http':
    case 'mcp_tool':
    case 'model':
      return executeThere(hook, context)
    case 'module':
      return executeModule(hook, context)
    case 'pack':
      return executePack(hook, context)
    case 'command':
      return executeCommand(hook, context)
  }
}

/** Nothing is encoded for what runs in this process. */
function executeHere(
  hook: Hook,
  { deadline, event, signal, parts }: ExecuteContext,
): Promise<Outcome> | Outcome {
  const left = timeLeft(deadline)
  if (left < SHORTEST_MS && hook.handler.type === 'function') return doesNotFit(hook, deadline)
  return parts.handlers[hook.handler.type]({
    hook,
    event,
    input: '',
    env: NO_VARIABLES,
    timeoutMs: Math.min(hook.timeoutMs, left),
    signal,
  })
}

async function executeThere(hook: Hook, context: ExecuteContext): Promise<Outcome> {
  const { deadline, signal, parts } = context
  const side = await parts.hookSide(hook.wire)
  const left = timeLeft(deadline)
  if (left < SHORTEST_MS) return doesNotFit(hook, deadline)
  const written = encoded(hook, side, context)
  if (isIssue(written)) return unprepared(written)
  const timeoutMs = Math.min(hook.timeoutMs, left)
  // A server that is a program is started with them.
  const { safeEnv } = parts
  if (hook.handler.type !== 'mcp_tool' || safeEnv === undefined)
    return parts.handlers[hook.handler.type]({ ...written, timeoutMs, signal })
  const variables = safeEnv({ ...context.variables }, hook)
  const safe = withSafeServer(hook, safeEnv)
  return parts.handlers.mcp_tool({ ...written, hook: safe, variables, timeoutMs, signal })
}

async function executeCommand(hook: Hook, context: ExecuteContext): Promise<Outcome> {
  const { parts, event, forceSync } = context
  const side = await parts.hookSide(hook.wire)
  if (hook.mode === 'wait' || forceSync) return await executeInSlot(hook, side, context)
  if (parts.delegate) return parts.delegate(hook, event)
  return executeBehind(hook, side, context)
}

/** A worker takes a slot as a process does: each has a heap. */
async function executeModule(hook: Hook, context: ExecuteContext): Promise<Outcome> {
  const side = await context.parts.hookSide(hook.wire)
  return executeInSlot(hook, side, context, startModule)
}

/** Most packs only look at the event, and wait for nobody. */
async function executePack(hook: Hook, context: ExecuteContext): Promise<Outcome> {
  const { handler } = hook
  if (handler.type === 'pack' && handler.programs !== undefined) {
    const side = await context.parts.hookSide(hook.wire)
    return executeInSlot(hook, side, context, startPack)
  }
  if (timeLeft(context.deadline) < SHORTEST_MS) return doesNotFit(hook, context.deadline)
  return startPack(hook, undefined, context)
}

/** The event itself is what it gets, so nothing is encoded. */
function startPack(hook: Hook, _side: unknown, context: ExecuteContext): Promise<Outcome> {
  const { parts, event, signal, variables, deadline } = context
  return parts.handlers.pack({
    hook,
    event,
    input: '',
    env: variables,
    timeoutMs: Math.min(hook.timeoutMs, timeLeft(deadline)),
    signal,
  })
}

/** The event itself goes to the worker, so nothing is encoded. */
async function startModule(hook: Hook, side: HookSide, context: ExecuteContext): Promise<Outcome> {
  const { parts, event, signal, variables } = context
  const watch = context.watches?.get(hook)
  if (watch?.settle && !(await watch.settle())) return unsettled(hook)
  const outcome = await parts.handlers.module({
    hook,
    event,
    input: '',
    env: environment(side, hook, context),
    variables,
    ...(watch && { version: watch.digest }),
    timeoutMs: Math.min(hook.timeoutMs, timeLeft(context.deadline)),
    signal,
  })
  return compared(outcome, hook, watch)
}

/** The run's deadline and its slots are for what the host waits for. */
async function executeBehind(hook: Hook, side: HookSide, context: ExecuteContext): Promise<Outcome> {
  const { background } = context.parts
  const free = background.reserve(context.event.sessionId)
  if (typeof free !== 'function') return tooMany(hook, free)
  let isBehind = false
  try {
    const outcome = await start(hook, side, { ...context, deadline: undefined, place: free })
    isBehind = outcome.kind === 'backgrounded'
    return outcome
  } finally {
    if (!isBehind) free()
  }
}

/** Waiting for a slot is not charged to the hook's own timeout, only to the run's deadline. */
async function executeInSlot(
  hook: Hook,
  side: HookSide,
  context: ExecuteContext,
  begin = start,
): Promise<Outcome> {
  const { event, signal, deadline } = context
  const release = await slotsFor(hook, context).acquire({
    signal,
    session: event.sessionId,
    patienceMs: deadline && patience(deadline),
  })
  if (release === undefined) return signal.aborted ? cancelled(signal) : doesNotFit(hook, deadline)
  try {
    return timeLeft(deadline) < SHORTEST_MS ? doesNotFit(hook, deadline) : await begin(hook, side, context)
  } finally {
    release()
  }
}

/** A guard of a turn's end may take as long as the other hooks there, so gates must not wait for it either. */
function slotsFor({ guard }: Hook, { event: { name }, parts }: ExecuteContext): Slots {
  const { slots, traits } = parts
  const { budgeted, endsTurn, gate } = traits(name)
  if (budgeted) return slots.budgeted
  if (endsTurn) return slots.turnEnds
  return guard || gate ? slots.gates : slots.observing
}

/** Settles when the process has ended, or when it goes on in the background. */
async function start(hook: Hook, side: HookSide, context: ExecuteContext): Promise<Outcome> {
  const { parts, event, forceSync } = context
  const watch = context.watches?.get(hook)
  if (watch?.settle && !(await watch.settle())) return unsettled(hook)
  const written = encoded(hook, side, context)
  if (isIssue(written)) return unprepared(written)
  const leash = createLeash(context.signal, hook.mode === 'rewake' && !forceSync ? 'not-interrupts' : 'all')
  const step: StepInput = {
    ...written,
    timeoutMs: Math.min(hook.timeoutMs, timeLeft(context.deadline)),
    signal: context.signal,
    leash: leash.signal,
    ...(side.inlineForms && { inlineForms: side.inlineForms }),
    ...(side.endsAt && { endsAt: side.endsAt }),
    ...(side.finalCodes && { finalCodes: side.finalCodes }),
    ...(context.report?.output && { onOutput: context.report.output }),
  }
  const { asides } = side
  const compare = (outcome: Outcome): Outcome => compared(outcome, hook, watch)
  if (asides === undefined) return await settled(parts.handlers.command(step), compare, leash)
  const { talk, behind, moved, stay, end } = createTalk({
    hook,
    event,
    asides,
    behind: forceSync
      ? 'ignore'
      : ((hook.mode === 'wait' ? parts.heirOf?.(hook, event, watch) : undefined) ?? 'move'),
    isGate: hook.guard || parts.traits(event.name).gate,
    maxAsyncTimeoutMs: parts.maxAsyncTimeoutMs,
    askUser: parts.asks(hook) ? parts.askUser : undefined,
  })
  const done = settled(parts.handlers.command({ ...step, talk }), (outcome) => compare(end(outcome)), leash)
  const goesOn = behind.then((mode) => {
    const free = context.place ?? parts.background.reserve(event.sessionId)
    if (typeof free !== 'function') {
      stay()
      return done
    }
    leash.hold(mode === 'rewake' ? 'not-interrupts' : 'nothing')
    return adopt(mode, { hook, side, context, done, leash, free, issues: moved() })
  })
  return Promise.race([done, goesOn])
}

/** One function for what `then` and `finally` would do: every turn of a promise is a delay of the reply. */
async function settled(
  running: Promise<Outcome>,
  read: (outcome: Outcome) => Outcome,
  leash: Leash,
): Promise<Outcome> {
  try {
    return read(await running)
  } finally {
    leash.drop()
  }
}

function encoded(
  hook: Hook,
  side: HookSide,
  context: ExecuteContext,
): Pick<StepInput, 'hook' | 'event' | 'input' | 'env' | 'variables'> | Issue {
  const { event, variables } = context
  try {
    const input = side.encodeInput(event, hook)
    return { hook, event, input, env: environment(side, hook, context), variables }
  } catch (error) {
    // A program's event may hold what JSON cannot: a BigInt, a cycle.
    const message = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    return issue('input.unprepared', { hook: hook.id }, `Failed to prepare hook input: ${message}`)
  }
}

function unprepared(problem: Issue): Outcome {
  return { kind: 'failed', failure: 'unprepared', issue: problem, ms: 0 }
}

function environment(side: HookSide, hook: Hook, context: ExecuteContext): Record<string, string> {
  const { event, variables, envFiles } = context
  const { handler } = hook
  const own = handler.type === 'command' || handler.type === 'module' ? handler.env : undefined
  const changes = side.environment(event, hook, variables, { envFile: envFiles?.(hook, side) })
  // A copy and single assignments: a second spread into an object of this size takes ten times as long.
  const all: Record<string, string> = { ...variables }
  for (const name in changes) {
    const value = changes[name]
    if (value === undefined) delete all[name]
    else all[name] = value
  }
  for (const name in own) all[name] = own[name] ?? ''
  return context.parts.safeEnv?.(all, hook) ?? all
}

/** Timers count whole milliseconds on a clock of their own, so one that fires may leave a little. */
const SHORTEST_MS = 2

const NO_VARIABLES: Readonly<Record<string, string>> = Object.freeze({})

function timeLeft(deadline: Deadline | undefined): number {
  return deadline?.remainingMs() ?? Number.POSITIVE_INFINITY
}

/** Timers fire at once beyond 2^31-1. */
function patience(deadline: Deadline): number {
  return Math.min(Math.max(0, Math.ceil(deadline.remainingMs())), 2 ** 31 - 1)
}

function cancelled(signal: AbortSignal): Outcome {
  return { kind: 'cancelled', by: signal.reason === 'earlier-step' ? 'earlier-step' : 'host', ms: 0 }
}
