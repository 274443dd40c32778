import { join } from 'node:path'
import { standInHooks } from './config/broken.ts'
import type { Loaded } from './config/gather.ts'
import { load } from './config/load.ts'
import type { PluginSpec } from './config/plugins.ts'
import { findPlaces, realPath, refuseStateInside, stateDir } from './config/places.ts'
import { openSwitches, type Switches } from './config/switches.ts'
import { openTrust, type Trust } from './config/trust.ts'
import type { Event } from './core/event.ts'
import type { Hook } from './core/hook.ts'
import { issue, type Issue } from './core/issue.ts'
import type { Outcome } from './core/outcome.ts'
import type { Policy } from './core/planner.ts'
import type { Dialect, EventSpec, HookSide, Places } from './dialects/dialect.ts'
import { dialects } from './dialects/index.ts'
import { createBackground } from './engine/background.ts'
import { createEngineCore, type EngineCore } from './engine/engine.ts'
import { limits } from './engine/limits.ts'
import type { Progress } from './engine/runner.ts'
import { createSlots } from './engine/slots.ts'
import type { Telemetry } from './engine/telemetry.ts'
import { handlerLoaders } from './handler-loaders.ts'
import { createHandlers } from './handlers/index.ts'
import type { AskUser } from './ports/ask-user.ts'
import { systemClock, type Clock } from './ports/clock.ts'
import { systemEnv, type Env } from './ports/env.ts'
import { systemFiles } from './ports/files.ts'
import type { McpServers } from './ports/mcp.ts'
import type { Model } from './ports/model.ts'
import type { SessionEnv } from './ports/session-env.ts'
import { openState, type State } from './ports/state.ts'

export type WorkspaceOptions = {
  readonly env?: Env
  readonly clock?: Clock
  readonly cwd?: string
  readonly sources?: readonly string[]
  /** Plugins whose hooks run; none is ever looked for. */
  readonly plugins?: readonly PluginSpec[]
  /** Settings for this session as a value, above the local files and below the managed ones. */
  readonly settings?: unknown
  /** Managed settings of the embedding program; they can only restrict. */
  readonly managedSettings?: unknown
  /** The calling host. */
  readonly host?: string
  /** Approves the project's hooks for this call; with a digest, only when it is theirs. */
  readonly trustProject?: true | string
  readonly onProgress?: (progress: Progress) => void
  /** Answers `prompt` and `agent` hooks. Absent: the endpoint the environment names, if any. */
  readonly model?: Model
  /** Servers `mcp_tool` hooks call. */
  readonly mcp?: McpServers
  readonly askUser?: AskUser
  readonly asks?: (hook: Hook) => boolean
  readonly telemetry?: Telemetry
  /** Starts background hooks in a process that outlives this one. Absent: they run in this one. */
  readonly delegate?: (hook: Hook, event: Event) => Outcome
  /** Ids of the only hooks that may run. */
  readonly only?: readonly string[]
  /** The process is ours alone, so descriptors it inherited and would hand on to hooks may be closed. */
  readonly ownsProcess?: boolean
}

/** Everything one call needs, wired together once. Nothing is spawned and nothing is written by opening it. */
export type Workspace = {
  readonly places: Places
  readonly state: State
  readonly clock: Clock
  readonly loaded: Loaded
  readonly trust: Trust
  readonly switches: Switches
  readonly core: EngineCore
  /** The command that shows hooks waiting for approval. */
  readonly review: string
  /** Problems with the surroundings that the user should hear about. */
  readonly problems: readonly Issue[]
  /** What hooks have set for sessions. */
  sessionEnv(): Promise<SessionEnv>
  /** Lets go of what handlers hold open between events. */
  close(): Promise<void>
}

export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const env = options.env ?? systemEnv()
  const clock = options.clock ?? systemClock
  const files = systemFiles
  const host = options.host === undefined ? undefined : dialects.get(options.host)
  const places = findPlaces(env, files, options.cwd ?? startVariable(host, env))
  const state = openState(stateDir(env), refuseStateInside(stateDir(env), places))
  const loaded = await load({
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
  })
  const trust = openTrust(state, places, files)
  const switches = openSwitches(state, realPath(places.projectDir, files), clock.now)
  const hooks = [...standInHooks(loaded.broken, dialects, trust.knows), ...loaded.hooks]
  const approvable = [...hooks, ...Object.values(loaded.commands ?? {}).flat()]
  const consent = consentToProject(options.trustProject, { hooks: approvable, trust, env })
  const plugins = (options.plugins ?? []).map(({ name, root }) =>
    name === undefined ? root : `${name}=${root}`,
  )
  const review = [['hookwright trust show', ...(options.sources ?? [])].join(' --source '), ...plugins].join(
    ' --plugin ',
  )
  const loaders = handlerLoaders({
    env,
    state,
    clock,
    ownsProcess: options.ownsProcess ?? false,
    model: options.model,
    mcp: options.mcp,
  })
  const sessionEnv = rememberSessionEnv(state, options.ownsProcess ? undefined : env)
  const core = createEngineCore({
    hooks: options.only === undefined ? hooks : hooks.filter(({ id }) => options.only?.includes(id)),
    refuse: (hook, event) => switches.refuse(hook) ?? consent.refuse(hook, event),
    loadConditions: () => loadConditions(places),
    clock,
    review,
    host: (name) => dialects.get(name),
    dialect: mustKnow,
    hookSide: rememberSides(),
    handlers: createHandlers({ clock, ...loaders }),
    variables: env.variables,
    slots: createSlots(limits.processSlots),
    background: createBackground({ now: clock.now, most: limits.backgroundSteps }),
    replacing: eventsThat((spec) => spec.replaces === true),
    envFileEvents: eventsThat((spec) => spec.envFile === true),
    sessionEnv,
    probe: (name) => ({
      name,
      host: '',
      cwd: places.startDir,
      projectDir: places.projectDir,
      at: 0,
      fields: {},
    }),
    ...(options.askUser && { askUser: options.askUser }),
    asks: (hook) => hook.asks === true || (options.asks?.(hook) ?? false),
    ...(options.telemetry && { telemetry: options.telemetry }),
    ...(options.delegate && { delegate: options.delegate }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  })
  const problems = [trust.problem, consent.problem].filter((problem) => problem !== undefined)
  return {
    places,
    state,
    clock,
    loaded: { ...loaded, hooks },
    trust,
    switches,
    core,
    review,
    problems,
    sessionEnv,
    close: loaders.close,
  }
}

function eventsThat(holds: (spec: EventSpec) => boolean): ReadonlySet<string> {
  const specs = [...dialects.values()].flatMap((dialect) => Object.values(dialect.events))
  return new Set(specs.filter(holds).map((spec) => spec.event))
}

/** A host's own word about where the session began beats the directory it happens to be in. */
function startVariable(host: Dialect | undefined, env: Env): string | undefined {
  const value = host?.projectVariable === undefined ? undefined : env.variables[host.projectVariable]
  return value === '' ? undefined : value
}

function mustKnow(name: string): Dialect {
  const dialect = dialects.get(name)
  if (dialect === undefined) throw new Error(`no dialect named "${name}"`)
  return dialect
}

/** Even a module that is already loaded costs a dynamic import tens of microseconds, twice for every step. */
function rememberSides(): (wire: string) => Promise<HookSide> {
  const sides = new Map<string, Promise<HookSide>>()
  return (wire) => {
    const side = sides.get(wire) ?? mustKnow(wire).hooks()
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

type Refuse = Policy['refuse']

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

function consentToProject(
  consent: true | string | undefined,
  { hooks, trust, env }: { hooks: readonly Hook[]; trust: Trust; env: Env },
): { refuse: Refuse; problem: Issue | undefined } {
  if (consent === undefined) return { refuse: trust.refuse, problem: undefined }
  const problem = checkConsent(consent, { hooks, trust, inCi: (env.variables['CI'] ?? '') !== '' })
  return problem ? { refuse: trust.refuse, problem } : { refuse: trust.refuseStrays, problem: undefined }
}

function checkConsent(
  consent: true | string,
  { hooks, trust, inCi }: { hooks: readonly Hook[]; trust: Trust; inCi: boolean },
): Issue | undefined {
  if (consent === true && !inCi) return undefined
  const digest = trust.projectDigest(hooks)
  if (consent === digest) return undefined
  const what = consent === true ? 'needs a digest when CI is set' : `got "${consent}", which is not theirs`
  return issue(
    'trust.digest',
    {},
    `The project's hooks were not trusted: --trust-project ${what}.`,
    `Review them with \`hookwright trust show\`; their digest is ${digest}.`,
  )
}
