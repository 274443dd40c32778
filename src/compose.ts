import { join } from 'node:path'
import { standInHooks } from './config/broken.ts'
import type { Loaded, LoadRequest } from './config/gather.ts'
import { load } from './config/load.ts'
import type { PluginSpec } from './config/plugins.ts'
import { findPlaces, realPath, refuseStateInside, stateDir } from './config/places.ts'
import { openSwitches, type Switches } from './config/switches.ts'
import { openTrust, type Trust } from './config/trust.ts'
import type { Event } from './core/event.ts'
import type { Hook } from './core/hook.ts'
import type { Issue } from './core/issue.ts'
import type { Outcome } from './core/outcome.ts'
import type { Policy, Refusal } from './core/planner.ts'
import type { Dialect, EventSpec, HookSide, Places } from './dialects/dialect.ts'
import { allDialects, dialectsFor } from './dialects/near.ts'
import { createBackground } from './engine/background.ts'
import { createEngineCore, type EngineCore, type EngineParts } from './engine/engine.ts'
import { limits } from './engine/limits.ts'
import type { Progress } from './engine/runner.ts'
import { createSlots } from './engine/slots.ts'
import { createStopCap } from './engine/stop-cap.ts'
import type { Telemetry } from './engine/telemetry.ts'
import { consentToProject } from './consent.ts'
import { handlerLoaders, type HandlerLoaders } from './handler-loaders.ts'
import { createHandlers } from './handlers/index.ts'
import type { AskUser } from './ports/ask-user.ts'
import { systemClock, type Clock } from './ports/clock.ts'
import { systemEnv, type Env } from './ports/env.ts'
import { systemFiles, type Files } from './ports/files.ts'
import type { McpServers } from './ports/mcp.ts'
import type { Model } from './ports/model.ts'
import type { SessionEnv } from './ports/session-env.ts'
import { openState, type State } from './ports/state.ts'

export type WorkspaceOptions = {
  readonly env?: Env
  readonly clock?: Clock
  /** Where the session runs. Default: the process's directory. */
  readonly cwd?: string
  /** Dialects whose own files are read (`hookwright`, `claude-code` …), or paths of single files. */
  readonly sources?: readonly string[]
  /** Plugins whose hooks run; none is ever looked for. */
  readonly plugins?: readonly PluginSpec[]
  /** Settings for this session as a value, above the local files and below the managed ones. */
  readonly settings?: unknown
  /** Managed settings of the embedding program; they can only restrict. */
  readonly managedSettings?: unknown
  /** The calling host. */
  readonly host?: string
  /** Which of the hosts that share a dialect calls, or is meant. */
  readonly surface?: string
  /** Approves the project's hooks for this call; with a digest, only when it is theirs. */
  readonly trustProject?: true | string
  /** Hears of every hook's start and end. */
  readonly onProgress?: (progress: Progress) => void
  /** Answers `prompt` and `agent` hooks. Absent: the endpoint the environment names, if any. */
  readonly model?: Model
  /** Servers `mcp_tool` hooks call, by name. */
  readonly mcp?: McpServers
  /** Answers hooks that ask the user while they run. Absent: their stdin ends after the payload. */
  readonly askUser?: AskUser
  /** Which hooks may ask, besides those that say so themselves with `asks: true`. */
  readonly asks?: (hook: Hook) => boolean
  readonly telemetry?: (about: { managedOnly(): boolean }) => Telemetry
  /** How often in a row hooks may keep a turn going; 0: without end. Absent: the host counts. */
  readonly stopCap?: number
  /** Starts background hooks in a process that outlives this one. Absent: they run in this one. */
  readonly delegate?: (hook: Hook, event: Event) => Outcome
  /** Ids of the only hooks that may run. */
  readonly only?: readonly string[]
  /** The process is ours alone, so descriptors it inherited and would hand on to hooks may be closed. */
  readonly ownsProcess?: boolean
}

/** Everything one call needs, wired together once. Nothing is spawned and nothing is written by opening it. */
export type Workspace = Surroundings & {
  /** How the sources were read. */
  readonly request: LoadRequest
  readonly loaded: Loaded
  readonly trust: Trust
  readonly switches: Switches
  /** Trust and switches in one. */
  readonly refuse: Policy['refuse']
  /** What steps run with. */
  readonly run: RunParts
  readonly core: EngineCore
  /** The command that shows hooks waiting for approval. */
  readonly review: string
  /** Problems with the surroundings that the user should hear about. */
  readonly problems: readonly Issue[]
  /** What hooks have set for sessions. */
  sessionEnv(): Promise<SessionEnv>
  /** Commands of settings that are no hooks, by name, the strongest first. */
  commands(): NonNullable<Loaded['commands']>
  /** The hooks in force by what the sources hold now, seen through these files. */
  reload(files: Files): Promise<Loaded>
  /** Lets go of what handlers hold open between events. */
  close(): Promise<void>
}

export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const names = [...(options.sources ?? []), ...(options.host === undefined ? [] : [options.host])]
  return openWith(await dialectsFor(names, options.surface), options)
}

async function openWith(chosen: Dialects, options: WorkspaceOptions): Promise<Workspace> {
  const around = surroundings(chosen, options)
  const { env, clock, files, places, state, dialects } = around
  const request = loadRequest(options, around)
  const loaded = await load(request)
  if (loaded.needs !== undefined) return openWith(await allDialects(options.surface), options)
  const trust = openTrust(state, places, files)
  const switches = openSwitches(state, realPath(places.projectDir, files), clock.now)
  const inForce = ({ broken, hooks }: Loaded): readonly Hook[] => [
    ...standInHooks(broken, dialects, trust.knows),
    ...hooks,
  ]
  let current = loaded
  const hooks = inForce(loaded)
  const approvable = [...hooks, ...Object.values(loaded.commands ?? {}).flat()]
  const consent = consentToProject(options.trustProject, { hooks: approvable, trust, env })
  const refuse: Policy['refuse'] = (hook, event) =>
    switches.refuse(hook) ?? refuseCallback(hook, current) ?? consent.refuse(hook, event)
  const loaders = handlerLoaders({
    ...around,
    ownsProcess: options.ownsProcess ?? false,
    model: options.model,
    mcp: options.mcp,
  })
  const sessionEnv = rememberSessionEnv(state, options.ownsProcess ? undefined : env)
  const review = reviewCommand(options)
  const run = runParts({ options, around, loaders, sessionEnv })
  const core = createEngineCore({
    ...run,
    hooks: options.only === undefined ? hooks : hooks.filter(({ id }) => options.only?.includes(id)),
    refuse,
    ofProject: trust.isGated,
    review,
    ...(options.telemetry && {
      telemetry: options.telemetry({ managedOnly: () => current.managedOnly === true }),
    }),
  })
  return {
    ...around,
    request,
    loaded: { ...loaded, hooks },
    trust,
    switches,
    refuse,
    run,
    core,
    review,
    problems: [trust.problem, consent.problem].filter((problem) => problem !== undefined),
    sessionEnv,
    commands: () => current.commands ?? {},
    async reload(through) {
      const again = await load({ ...request, files: through })
      current = again
      return { ...again, hooks: inForce(again) }
    },
    close: loaders.close,
  }
}

/** Callbacks come from the program, and yet a policy of their dialect may end them. */
function refuseCallback({ handler, dialect }: Hook, { callbacksOff }: Loaded): Refusal | undefined {
  const why = handler.type === 'function' ? callbacksOff?.[dialect] : undefined
  return why === undefined ? undefined : { because: 'disabled', why }
}

type Dialects = ReadonlyMap<string, Dialect>

type Surroundings = {
  readonly env: Env
  readonly clock: Clock
  readonly files: Files
  readonly places: Places
  readonly state: State
  readonly dialects: Dialects
}

function surroundings(dialects: Dialects, options: WorkspaceOptions): Surroundings {
  const env = options.env ?? systemEnv()
  const files = systemFiles
  const host = options.host === undefined ? undefined : dialects.get(options.host)
  const places = findPlaces(env, files, options.cwd ?? startVariable(host, env))
  const state = openState(stateDir(env), refuseStateInside(stateDir(env), places))
  return { env, clock: options.clock ?? systemClock, files, places, state, dialects }
}

function loadRequest(
  options: WorkspaceOptions,
  { places, files, state, dialects }: Surroundings,
): LoadRequest {
  return {
    sources: options.sources ?? ['hookwright'],
    ...(options.plugins && { plugins: options.plugins }),
    settings: options.settings,
    managedSettings: options.managedSettings,
    host: options.host,
    places,
    files,
    state,
    dialects,
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
  }
}

function reviewCommand({ sources = [], plugins = [], surface }: WorkspaceOptions): string {
  const named = plugins.map(({ name, root }) => (name === undefined ? root : `${name}=${root}`))
  const shown = ['hookwright trust show', ...sources].join(' --source ')
  return [surface === undefined ? shown : `${shown} --surface ${surface}`, ...named].join(' --plugin ')
}

type RunParts = Omit<EngineParts, 'hooks' | 'refuse' | 'ofProject' | 'review'>

function runParts({
  options,
  around: { clock, env, places, dialects },
  loaders,
  sessionEnv,
}: {
  readonly options: WorkspaceOptions
  readonly around: Surroundings
  readonly loaders: HandlerLoaders
  readonly sessionEnv: () => Promise<SessionEnv>
}): RunParts {
  const { startDir: cwd, projectDir } = places
  const mustKnow = (name: string): Dialect => known(dialects, name)
  const { askUser, asks, stopCap, delegate, onProgress } = options
  return {
    loadConditions: () => loadConditions(places),
    clock,
    host: (name) => dialects.get(name),
    dialect: mustKnow,
    hookSide: rememberSides(
      async (wire) => dialects.get(wire) ?? known(await allDialects(options.surface), wire),
    ),
    handlers: createHandlers({ clock, ...loaders }),
    variables: env.variables,
    slots: createSlots(limits.processSlots),
    background: createBackground({ now: clock.now, most: limits.backgroundSteps }),
    replacing: eventsThat(dialects, (spec) => spec.replaces === true),
    envFileEvents: eventsThat(dialects, (spec) => spec.envFile === true),
    turnEnds: eventsThat(dialects, (spec) => spec.endsTurn === true),
    sessionEnv,
    probe: (name) => ({ name, host: '', cwd, projectDir, at: 0, fields: {} }),
    asks: (hook) => hook.asks === true || (asks?.(hook) ?? false),
    ...(askUser && { askUser }),
    ...(stopCap !== undefined && stopCap > 0 && { stopCap: createStopCap(stopCap) }),
    ...(delegate && { delegate }),
    ...(onProgress && { onProgress }),
  }
}

function eventsThat(dialects: Dialects, holds: (spec: EventSpec) => boolean): ReadonlySet<string> {
  const specs = [...dialects.values()].flatMap((dialect) => Object.values(dialect.events))
  return new Set(specs.filter(holds).map((spec) => spec.event))
}

/** A host's own word about where the session began beats the directory it happens to be in. */
function startVariable(host: Dialect | undefined, env: Env): string | undefined {
  const value = host?.projectVariable === undefined ? undefined : env.variables[host.projectVariable]
  return value === '' ? undefined : value
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

/** A program that embeds the engine runs the session's commands itself, and with them a script of the user's own. */
function rememberSessionEnv(state: State, env: Env | undefined): () => Promise<SessionEnv> {
  let opened: Promise<SessionEnv> | undefined
  return () => (opened ??= openSessionEnvIn(state, env?.variables['CLAUDE_ENV_FILE']))
}

async function openSessionEnvIn(state: State, ownScript: string | undefined): Promise<SessionEnv> {
  const [{ openSessionEnv }, { readExports }] = await Promise.all([
    import('./ports/session-env.ts'),
    import('./shells/exports.ts'),
  ])
  return openSessionEnv(join(state.dir, 'session-env'), { parse: readExports, ownScript })
}

async function loadConditions(places: Places): Promise<Policy['condition']> {
  const { createConditionEvaluator } = await import('./conditions/index.ts')
  const ignoreCase = places.platform === 'darwin' || places.platform === 'win32'
  const evaluate = createConditionEvaluator({
    home: places.home,
    settingsBase: places.projectDir,
    ignoreCase,
  })
  return (rule, event, { source }) =>
    evaluate(rule, event, source.scope === 'user' ? places.home : places.projectDir)
}
