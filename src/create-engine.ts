import { openWorkspace, type WorkspaceOptions } from './compose.ts'
import type { Verdict } from './core/decision.ts'
import type { Event, ToolCall } from './core/event.ts'
import type { FunctionHandler, Hook } from './core/hook.ts'
import { isIssue, type Issue } from './core/issue.ts'
import { parseMatcher } from './core/matcher.ts'
import type { Plan } from './core/plan.ts'
import { didYouMean } from './core/suggest.ts'
import { claudeEvents } from './dialects/_families/claude/events.ts'
import { matcherRules } from './dialects/_families/claude/matcher.ts'
import type { Places } from './dialects/dialect.ts'
import type { DispatchOptions, Run } from './engine/engine.ts'
import { limits } from './engine/limits.ts'
import type { Progress } from './engine/runner.ts'

export type EngineOptions = {
  /** Where the session runs. Default: the process's directory. */
  readonly cwd?: string
  /** Dialects whose own files are read (`hookwright`, `claude-code`), or paths of single files. Default: none. */
  readonly sources?: readonly string[]
  /** The program embedding the engine has the user's word that this project's hooks may run. */
  readonly trustProject?: true | string
  readonly onProgress?: (progress: Progress) => void
}

export type EventInput = Pick<Event, 'name'> &
  Partial<Omit<Event, 'name' | 'tool' | 'wire'>> & {
    readonly tool?: Pick<ToolCall, 'name'> & Partial<ToolCall>
  }

export type FunctionHookOptions = {
  readonly matcher?: string
  readonly id?: string
  /** Milliseconds, above 0 and at most 86,400,000 (a day). Default 60,000. */
  readonly timeoutMs?: number
  /** What a throw or a timeout becomes. Default: ignore. */
  readonly onFailure?: 'ignore' | 'ask' | 'deny'
}

export type Engine = {
  /** One map look-up: may say yes too often, never no wrongly. */
  has(event: string): boolean
  dispatch(event: EventInput, options?: DispatchOptions): Promise<Verdict>
  /** The whole story of one dispatch: plan, outcomes, answers, verdict. */
  run(event: EventInput, options?: DispatchOptions): Promise<Run>
  /** The plan for an event; nothing runs. */
  explain(event: EventInput): Promise<Plan>
  /** Adds a function hook; the returned function removes it. Throws a TypeError for a misspelt event or a bad option. */
  on(event: string, options: FunctionHookOptions, run: FunctionHandler): () => void
  readonly hooks: readonly Hook[]
  /** Problems found while loading. */
  readonly issues: readonly Issue[]
  /** Stops what still runs, and settles when it has ended. Afterwards `dispatch` and `run` reject. */
  dispose(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 60_000

/** One engine; two engines in one process share nothing. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { core, places, loaded, problems, clock } = await openWorkspace(workspaceOptions(options))
  const life = new AbortController()
  const idle = createIdle()
  let added = 0

  function complete(input: EventInput): Event {
    return completeEvent(input, places, clock.now())
  }

  async function run(input: EventInput, dispatch: DispatchOptions = {}): Promise<Run> {
    if (life.signal.aborted) throw new Error('The engine was disposed.')
    idle.enter()
    try {
      return await core.run(complete(input), withLife(dispatch, life.signal))
    } finally {
      idle.leave()
    }
  }

  function on(event: string, hook: FunctionHookOptions, handler: FunctionHandler): () => void {
    added += 1
    return core.add(functionHook(event, { ...hook, id: hook.id ?? `function:${event}:${added}` }, handler))
  }

  return {
    has: core.has,
    run,
    dispatch: async (input, dispatch) => (await run(input, dispatch)).verdict,
    explain: (input) => core.explain(complete(input)),
    on,
    hooks: loaded.hooks,
    issues: [...loaded.issues, ...problems],
    dispose: async () => {
      life.abort()
      await idle.reached()
    },
  }
}

function workspaceOptions({ sources = [], ...rest }: EngineOptions): WorkspaceOptions {
  return { ...rest, sources }
}

/** The engine's own end cancels every run, on top of the caller's signal. */
function withLife(options: DispatchOptions, life: AbortSignal): DispatchOptions {
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, life]) : life }
}

/** Counts what is under way, so that dispose() can wait for it. */
function createIdle(): { enter(): void; leave(): void; reached(): Promise<void> } {
  let active = 0
  let waiting: (() => void)[] = []
  return {
    enter: () => void (active += 1),
    leave() {
      active -= 1
      if (active > 0) return
      waiting.forEach((tell) => tell())
      waiting = []
    },
    reached: () => (active === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

function completeEvent(input: EventInput, { startDir, projectDir }: Places, at: number): Event {
  const event = { host: 'library', cwd: startDir, projectDir, at, fields: NO_FIELDS, ...input }
  // In place: a second copy of every event would be a sixth of a dispatch's cost.
  if (input.tool !== undefined) event.tool = completeTool(input.tool)
  return event as Event
}

const NO_FIELDS: Event['fields'] = Object.freeze({})

function completeTool(tool: NonNullable<EventInput['tool']>): ToolCall {
  const input = tool.input ?? {}
  return { nativeName: tool.name, nativeInput: input, ...tool, input }
}

/** A wrong option is a mistake in the calling program, so it throws. */
function functionHook(event: string, hook: FunctionHookOptions & { id: string }, run: FunctionHandler): Hook {
  refuseMisspelt(event)
  const timeoutMs = checkTimeout(hook)
  const matcher = parseMatcher(hook.matcher, matcherRules(event), {})
  if (isIssue(matcher)) throw new TypeError(matcher.message)
  const subject = claudeEvents[event]?.subject
  return {
    id: hook.id,
    event,
    matcher,
    ...(subject !== undefined && { subject }),
    handler: { type: 'function', run },
    dialect: 'hookwright',
    speaks: 'claude-code',
    source: { file: '', pointer: [], scope: 'session' },
    timeoutMs,
    onFailure: hook.onFailure ?? 'ignore',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}

/** A program may have events of its own; one that is nearly ours would never fire. */
function refuseMisspelt(event: string): void {
  if (Object.hasOwn(claudeEvents, event)) return
  const hint = didYouMean(event, Object.keys(claudeEvents))
  if (hint !== undefined) throw new TypeError(`"${event}" is no known event. ${hint}`)
}

function checkTimeout({ id, timeoutMs = DEFAULT_TIMEOUT_MS }: FunctionHookOptions & { id: string }): number {
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= limits.maxTimeoutMs) return timeoutMs
  throw new TypeError(
    `The timeoutMs of hook "${id}" is ${String(timeoutMs)}; accepted: a number above 0, at most ${limits.maxTimeoutMs} (a day).`,
  )
}
