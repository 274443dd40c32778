import { join } from 'node:path'
import type { Event } from '../core/event.ts'
import type { Policy } from '../core/policy.ts'
import type { Dialect, HookSide, Places } from '../dialects/dialect.ts'
import { eventTraits } from '../dialects/event-traits.ts'
import { loadDialects, type Dialects } from '../dialects/registry.ts'
import { createBackground, type Places as BackgroundPlaces } from '../engine/background.ts'
import type { EngineParts } from '../engine/parts.ts'
import { limits } from '../engine/limits.ts'
import { createProcessSlots } from '../engine/slots.ts'
import { createStopCap } from '../engine/stop-cap.ts'
import { handlerLoaders, type HandlerLoaders } from './handler-loaders.ts'
import { takeLateAnswers } from '../late/store.ts'
import { createHandlers } from '../handlers/index.ts'
import type { Env } from '../ports/env.ts'
import { openStopCounts } from '../ports/stop-counts.ts'
import { keepText } from '../ports/kept-texts.ts'
import type { SessionEnv } from '../ports/session-env.ts'
import type { State } from '../ports/state.ts'
import { createWarn } from '../ports/warnings.ts'
import type { CallContext } from './call-context.ts'
import type { WorkspaceOptions } from './options.ts'

/** What steps run with. */
export type RunParts = Omit<
  EngineParts,
  'hooks' | 'refuse' | 'watch' | 'safeEnv' | 'variableIssues' | 'ofProject' | 'review'
>

export type OpenedParts = {
  readonly run: RunParts
  /** What hooks have set for sessions. */
  readonly sessionEnv: () => Promise<SessionEnv>
  /** Lets go of what handlers hold open between events. */
  readonly close: () => Promise<void>
}

export function openRunParts(options: WorkspaceOptions, context: CallContext): OpenedParts {
  const { state, env, dialects } = context
  const traits = eventTraits(dialects.values())
  const { ownsProcess = false, model, mcp, modules } = options
  const loaders = handlerLoaders({ ...context, traits, ownsProcess, model, mcp, modules })
  const script = firstOf(dialects, ({ envFileVariable }) => envFileVariable)
  const sessionEnv = rememberSessionEnv(state, ownsProcess ? undefined : env, script)
  const run = runParts({ options, around: context, traits, loaders, sessionEnv })
  return { run, sessionEnv, close: loaders.close }
}

function runParts({
  options,
  around: { clock, env, places, state, dialects },
  traits,
  loaders,
  sessionEnv,
}: {
  readonly options: WorkspaceOptions
  readonly around: CallContext
  readonly traits: EngineParts['traits']
  readonly loaders: HandlerLoaders
  readonly sessionEnv: () => Promise<SessionEnv>
}): RunParts {
  const { startDir: cwd, projectDir } = places
  const mustKnow = (name: string): Dialect => known(dialects, name)
  const warn = createWarn()
  const { askUser, asks, delegate, heirOf, onProgress, nameOf } = options
  return {
    loadConditions: () => loadConditions(places),
    clock,
    host: (name) => dialects.get(name),
    dialect: mustKnow,
    hookSide: rememberSides(
      async (wire) => dialects.get(wire) ?? known(await loadDialects([wire], options.profile), wire),
    ),
    handlers: createHandlers({ clock, ...loaders }),
    variables: options.variables ?? (() => env.variables),
    slots: createProcessSlots(processesOf(options)),
    background: createBackground({ now: clock.now, places: backgroundPlaces(options), warn }),
    traits,
    sessionEnv,
    probe: (name, sessionId) => ({
      name,
      native: name,
      host: '',
      cwd,
      projectDir,
      at: 0,
      fields: {},
      ...(sessionId !== undefined && { sessionId }),
    }),
    warn,
    keepText: (text) => keepText(state, text, clock.now()),
    asks: (hook) => hook.asks === true || (asks?.(hook) ?? false),
    ...(askUser && { askUser }),
    ...stopCapPart(options, { env, dialects, state, clock }),
    ...(options.carriesLate && { takeLate: (sessionId) => takeLateAnswers(state, sessionId) }),
    ...(options.once && { once: options.once }),
    ...(delegate && { delegate }),
    ...(heirOf && { heirOf }),
    maxAsyncTimeoutMs: Math.min(options.maxAsyncTimeoutMs ?? Infinity, limits.maxAsyncTimeoutMs),
    ...(onProgress && { onProgress }),
    ...(nameOf && { nameOf }),
  }
}

/** The program's own number, else what the environment says where it leaves that to it. */
function stopCapPart(
  { stopCap, defaultStopCap, ownsProcess, isDry }: WorkspaceOptions,
  { env, dialects, state, clock }: Pick<CallContext, 'env' | 'dialects' | 'state' | 'clock'>,
): Pick<EngineParts, 'stopCap'> {
  // Counts of a session outlive the process.
  if (isDry) return {}
  if (ownsProcess)
    return {
      stopCap: createStopCap(limits.stopBlocks, {
        counts: openStopCounts(state, clock.now),
        startedAt: clock.now() - clock.age(),
        isLeftToHost: (event) => countsItself(dialects.get(event.host), event),
      }),
    }
  const variable = firstOf(dialects, ({ stopCapVariable }) => stopCapVariable)
  const said = (variable === undefined ? undefined : env.variables[variable]) ?? ''
  const usual = defaultStopCap !== undefined && /^\d{1,9}$/.test(said) ? Number(said) : defaultStopCap
  const most = stopCap ?? usual ?? 0
  const remedy = variable === undefined ? 'raise `stopCap`' : `set ${variable}`
  return most > 0 ? { stopCap: createStopCap(most, { remedy }) } : {}
}

/** A number that the host lets people set covers all its turns; a fixed one those of the session only. */
function countsItself(host: Dialect | undefined, event: Event): boolean {
  if (host === undefined || host.stopCapVariable !== undefined) return true
  return host.stopCap !== undefined && event.name === 'Stop'
}

function firstOf<T>(dialects: Dialects, read: (dialect: Dialect) => T | undefined): T | undefined {
  return [...dialects.values()].map(read).find((value) => value !== undefined)
}

function processesOf({ maxProcesses = limits.maxProcesses.usual }: WorkspaceOptions): number {
  return maxProcesses
}

function backgroundPlaces(options: WorkspaceOptions): BackgroundPlaces {
  const { perProcess, most } = limits.maxBackground
  const total = options.maxBackground ?? Math.min(perProcess * processesOf(options), most)
  const kept = Math.min(limits.backgroundKept, Math.floor(total / 8))
  return { total, kept, perSession: limits.backgroundPerSession }
}

function known(dialects: Dialects, name: string): Dialect {
  const dialect = dialects.get(name)
  if (dialect === undefined) throw new Error(`no dialect named "${name}"`)
  return dialect
}

/** Even a module that is already loaded costs a dynamic import tens of microseconds, twice for every step. */
function rememberSides(find: (name: string) => Promise<Dialect>): (wire: string) => Promise<HookSide> {
  const sides = new Map<string, Promise<HookSide>>()
  return (wire) => {
    const side = sides.get(wire) ?? find(wire).then((dialect) => dialect.hooks())
    sides.set(wire, side)
    return side
  }
}

/**
 * A program that embeds the engine runs the session's commands itself, and with them a script of the user's own, which
 * `variable` names.
 */
function rememberSessionEnv(
  state: State,
  env: Env | undefined,
  variable: string | undefined,
): () => Promise<SessionEnv> {
  let opened: Promise<SessionEnv> | undefined
  return () => (opened ??= openSessionEnvIn(state, env?.variables[variable ?? '']))
}

async function openSessionEnvIn(state: State, ownScript: string | undefined): Promise<SessionEnv> {
  const [{ openSessionEnv }, { readExports }] = await Promise.all([
    import('../ports/session-env.ts'),
    import('../shells/exports.ts'),
  ])
  return openSessionEnv(join(state.dir, 'session-env'), { parse: readExports, ownScript })
}

async function loadConditions(places: Places): Promise<Policy['condition']> {
  const [{ createConditionEvaluator }, { realPathOf }] = await Promise.all([
    import('../conditions/index.ts'),
    import('../ports/real-path.ts'),
  ])
  const ignoreCase = places.platform === 'darwin' || places.platform === 'win32'
  const evaluate = createConditionEvaluator({
    home: places.home,
    settingsBase: places.projectDir,
    ignoreCase,
    realPath: realPathOf,
  })
  return (rule, event, { source }) =>
    evaluate(rule, event, source.scope === 'user' ? places.home : places.projectDir)
}
