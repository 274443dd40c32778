import { join } from 'node:path'
import type { Policy } from '../core/planner.ts'
import type { Dialect, HookSide, Places } from '../dialects/dialect.ts'
import { loadDialects, type Dialects } from '../dialects/registry.ts'
import { createBackground, type Places as BackgroundPlaces } from '../engine/background.ts'
import type { EngineParts } from '../engine/engine.ts'
import { limits } from '../engine/limits.ts'
import { createProcessSlots } from '../engine/slots.ts'
import { createStopCap } from '../engine/stop-cap.ts'
import type { HandlerLoaders } from './handler-loaders.ts'
import { createHandlers } from '../handlers/index.ts'
import type { Env } from '../ports/env.ts'
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

export function runParts({
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
  const { askUser, asks, stopCap, delegate, heirOf, onProgress, nameOf } = options
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
    ...(stopCap !== undefined &&
      stopCap > 0 && { stopCap: createStopCap(stopCap, stopCapVariable(dialects)) }),
    ...(delegate && { delegate }),
    ...(heirOf && { heirOf }),
    maxAsyncTimeoutMs: Math.min(options.maxAsyncTimeoutMs ?? Infinity, limits.maxAsyncTimeoutMs),
    ...(onProgress && { onProgress }),
    ...(nameOf && { nameOf }),
  }
}

function stopCapVariable(dialects: Dialects): string | undefined {
  return [...dialects.values()].find((dialect) => dialect.stopCapVariable !== undefined)?.stopCapVariable
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
export function rememberSessionEnv(
  state: State,
  env: Env | undefined,
  variable = 'CLAUDE_ENV_FILE',
): () => Promise<SessionEnv> {
  let opened: Promise<SessionEnv> | undefined
  return () => (opened ??= openSessionEnvIn(state, env?.variables[variable]))
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
