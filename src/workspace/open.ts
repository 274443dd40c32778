import type { Loaded, LoadRequest } from '../config/gather.ts'
import { load } from '../config/load.ts'
import type { Switches } from '../config/switches.ts'
import { openTrust, type Trust } from '../config/trust.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Policy } from '../core/policy.ts'
import { eventSpec } from '../dialects/event-spec.ts'
import { dialectNames, loadDialects, OWN_DIALECT, type Dialects } from '../dialects/registry.ts'
import { createEngineCore, type EngineCore } from '../engine/engine.ts'
import { limits } from '../engine/limits.ts'
import type { Consent } from './consent.ts'
import { holdHooks } from './loaded-hooks.ts'
import { createLookAround } from './look-around.ts'
import type { Files } from '../ports/files.ts'
import type { SessionEnv } from '../ports/session-env.ts'
import { openPolicy } from './policy.ts'
import { guardSelf } from './self-guard.ts'
import { openRunParts, type RunParts } from './run-parts.ts'
import { createSafeEnvironments, type SafeEnvironments } from './safe-environments.ts'
import { callContext, type CallContext } from './call-context.ts'
import type { WorkspaceOptions } from './options.ts'

/** Everything one call needs, wired together once. Nothing is spawned and nothing is written by opening it. */
export type Workspace = CallContext & {
  /** How the sources were read. */
  readonly request: LoadRequest
  readonly loaded: Loaded
  /** Hooks that stand in for files which could not be loaded. */
  readonly standIns: (broken: Loaded['broken']) => readonly Hook[]
  readonly trust: Trust
  /** The caller's own word for the project's hooks, which is written nowhere. */
  readonly consent: Consent
  readonly switches: Switches
  /** Trust and switches in one. */
  readonly refuse: Policy['refuse']
  /** What steps run with. */
  readonly run: RunParts
  /** PATH as hooks get it. */
  readonly safeEnvironments: SafeEnvironments
  readonly core: EngineCore
  /** The command or call that shows hooks waiting for approval. */
  readonly review: string
  /** A command line of ours with the options that name the same sources. */
  readonly withSources: (command: string) => string
  /** Problems with the surroundings, as they are now, that the user should hear about. */
  readonly problems: readonly Issue[]
  /** Those, and what is wrong with the files as they were last read. */
  issues(): readonly Issue[]
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
  return openWith(await loadDialects(namesFor(options), options.profile), options)
}

/** Only the dialects can tell which of them reads plugins and settings. Files may need more: `loaded.needs`. */
function namesFor({
  host,
  sources = [],
  plugins,
  settings,
  managedSettings,
  isOpen,
}: WorkspaceOptions): readonly string[] {
  const isGiven = plugins !== undefined || settings !== undefined || managedSettings !== undefined
  return isGiven || isOpen ? dialectNames : [OWN_DIALECT, ...sources, ...(host === undefined ? [] : [host])]
}

async function openWith(dialects: Dialects, options: WorkspaceOptions): Promise<Workspace> {
  const context = callContext(dialects, options)
  const request = loadRequest(options, context)
  const loaded = await load(request)
  if (loaded.needs !== undefined)
    return openWith(await loadDialects([...dialects.keys(), ...loaded.needs], options.profile), options)
  const imported = new Set(loaded.files.flatMap((file) => (file.isImported ? file.path : [])))
  const trust = openTrust(context.state, context.places, context.files, undefined, imported)
  if (trustedBy(options) !== undefined) await trust.loadReader()
  return openLoaded(loaded, { options, context, request, trust })
}

type Opened = {
  readonly options: WorkspaceOptions
  readonly context: CallContext
  readonly request: LoadRequest
  readonly trust: Trust
}

function openLoaded(loaded: Loaded, { options, context, request, trust }: Opened): Workspace {
  const withSources = sourcesAdder(options)
  const review = options.review ?? withSources('hookwright trust show')
  const trustProject = trustedBy(options)
  const check = withSources('hookwright check')
  const hooks = holdHooks(loaded, { request, trust, isTrusted: trustProject !== undefined, check })
  const added = (): readonly Hook[] => core.hooks()
  const { run, close, sessionEnv } = openRunParts(options, context)
  const around = { dialects: context.dialects, traits: run.traits }
  const isGate = (event: Event): boolean => isGateEvent(event, around)
  const policy = openPolicy({ context, trust, hooks, added, trustProject, isGate, review, withSources })
  const approvals = createLookAround({
    ...context,
    trust,
    switches: policy.switches,
    sources: request.sources,
    others: (options.plugins ?? []).map(({ root }) => root),
    current: hooks.current,
    loaded: () => hooks.current().hooks,
    added,
    isGate,
    isTrusted: () => trustProject !== undefined && policy.consent.problem === undefined,
    livesOn: options.isOpen === true,
    isDry: options.isDry === true,
    review,
  })
  const safeEnvironments = createSafeEnvironments(context.places, context.files, trust.isGated)
  const core = createEngineCore({
    ...run,
    hooks: chosenHooks(hooks.inForce(), options),
    refuse: policy.refuse,
    prepare: trust.prepare,
    ...(options.only === undefined && approvals),
    watch: trust.watch,
    ...safeEnvironments,
    ofProject: trust.isGated,
    review,
    ...(options.telemetry && {
      telemetry: options.telemetry({ managedOnly: () => hooks.current().managedOnly === true }),
    }),
  })
  if (options.selfGuard && options.only === undefined)
    core.add(guardSelf(context, () => hooks.current().selfGuard))
  return {
    ...context,
    request,
    loaded: { ...loaded, hooks: hooks.inForce() },
    standIns: hooks.standIns,
    trust,
    consent: policy.consent,
    switches: policy.switches,
    refuse: policy.refuse,
    run,
    safeEnvironments,
    core,
    review,
    withSources,
    get problems() {
      return policy.problems()
    },
    issues: () => [...hooks.current().issues, ...policy.problems()],
    sessionEnv,
    commands: () => hooks.current().commands ?? {},
    reload: hooks.reload,
    close,
  }
}

/** As the calling host has the event; a program's event is what hosts know it as. */
function isGateEvent(
  event: Event,
  { dialects, traits }: Pick<CallContext, 'dialects'> & Pick<RunParts, 'traits'>,
): boolean {
  const host = dialects.get(event.host)
  return (host && eventSpec(host, event)?.gate) ?? traits(event.name).gate
}

function trustedBy({ trustProject }: WorkspaceOptions): true | string | undefined {
  return trustProject === false ? undefined : trustProject
}

function chosenHooks(hooks: readonly Hook[], { only }: WorkspaceOptions): readonly Hook[] {
  return only === undefined ? hooks : hooks.filter(({ id }) => only.includes(id))
}

function loadRequest(
  options: WorkspaceOptions,
  { places, files, state, dialects }: CallContext,
): LoadRequest {
  return {
    sources: options.sources ?? [OWN_DIALECT],
    ...(options.plugins && { plugins: options.plugins }),
    settings: options.settings,
    managedSettings: options.managedSettings,
    host: options.host,
    profile: options.profile,
    places,
    files,
    state,
    dialects,
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
  }
}

function sourcesAdder({
  sources = [],
  plugins = [],
  profile,
}: WorkspaceOptions): (command: string) => string {
  const named = plugins.map(({ name, root }) => (name === undefined ? root : `${name}=${root}`))
  return (command) => {
    const shown = [command, ...sources].join(' --source ')
    return [profile === undefined ? shown : `${shown} --profile ${profile}`, ...named].join(' --plugin ')
  }
}
