import { standInHooks } from '../config/broken.ts'
import type { Loaded, LoadRequest } from '../config/gather.ts'
import { load } from '../config/load.ts'
import { realPath } from '../config/places.ts'
import { openSwitches, type Switches } from '../config/switches.ts'
import { openTrust, type Trust } from '../config/trust.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Policy, Refusal } from '../core/policy.ts'
import { eventTraits } from '../dialects/event-traits.ts'
import { dialectNames, loadDialects, OWN_DIALECT, type Dialects } from '../dialects/registry.ts'
import { createEngineCore, type EngineCore } from '../engine/engine.ts'
import { limits } from '../engine/limits.ts'
import { consentToProject, type Consent } from './consent.ts'
import { handlerLoaders } from './handler-loaders.ts'
import type { Files } from '../ports/files.ts'
import type { SessionEnv } from '../ports/session-env.ts'
import { rememberSessionEnv, runParts, type RunParts } from './run-parts.ts'
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

async function openWith(chosen: Dialects, options: WorkspaceOptions): Promise<Workspace> {
  const around = callContext(chosen, options)
  const { env, clock, files, places, state, dialects } = around
  const request = loadRequest(options, around)
  const loaded = await load(request)
  if (loaded.needs !== undefined)
    return openWith(await loadDialects([...chosen.keys(), ...loaded.needs], options.profile), options)
  const trust = openTrust(state, places, files)
  const asked = options.trustProject === false ? undefined : options.trustProject
  if (asked !== undefined) await trust.loadReader()
  const withSources = sourcesAdder(options)
  const review = options.review ?? withSources('hookwright trust show')
  const switches = openSwitches({
    state,
    project: { dir: realPath(places.projectDir, files), written: places.projectDir },
    now: clock.now,
    commands: {
      disable: (id) => withSources(`hookwright disable ${id}`),
      enable: (id) => withSources(`hookwright enable ${id}`),
    },
    hooks: () => [...inForce(current), ...core.hooks()],
  })
  // Whoever trusts the project for one call counts on its guards, also on those that cannot be read.
  const isKnown = (file: string): boolean => asked !== undefined || trust.knows(file)
  const standIns: Workspace['standIns'] = (broken) =>
    standInHooks(broken, dialects, { isKnown, check: withSources('hookwright check') })
  const inForce = ({ broken, hooks }: Loaded): readonly Hook[] => [...standIns(broken), ...hooks]
  let current = loaded
  const hooks = inForce(loaded)
  const approvable = [...hooks, ...Object.values(loaded.commands ?? {}).flat()]
  const consent = consentToProject(asked, { hooks: approvable, trust, env, clock, review })
  const refuse: Policy['refuse'] = (hook, event) =>
    switches.refuse(hook, event) ?? refuseCallback(hook, current) ?? consent.refuse(hook, event)
  const traits = eventTraits(dialects.values())
  const loaders = handlerLoaders({
    ...around,
    traits,
    ownsProcess: options.ownsProcess ?? false,
    model: options.model,
    mcp: options.mcp,
  })
  const sessionEnv = rememberSessionEnv(state, options.ownsProcess ? undefined : env)
  const run = runParts({ options, around, traits, loaders, sessionEnv })
  const safeEnvironments = createSafeEnvironments(places, files, trust.isGated)
  const core = createEngineCore({
    ...run,
    hooks: options.only === undefined ? hooks : hooks.filter(({ id }) => options.only?.includes(id)),
    refuse,
    prepare: trust.prepare,
    watch: trust.watch,
    ...safeEnvironments,
    ofProject: trust.isGated,
    review,
    ...(options.telemetry && {
      telemetry: options.telemetry({ managedOnly: () => current.managedOnly === true }),
    }),
  })
  // Asked for anew: the store may be mended or broken while an engine lives.
  const problems = (): readonly Issue[] =>
    [trust.problem, switches.problem, consent.problem, ...state.misplaced].filter(
      (problem) => problem !== undefined,
    )
  return {
    ...around,
    request,
    loaded: { ...loaded, hooks },
    standIns,
    trust,
    consent,
    switches,
    refuse,
    run,
    safeEnvironments,
    core,
    review,
    withSources,
    get problems() {
      return problems()
    },
    issues: () => [...current.issues, ...problems()],
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

/** Functions come from the program, and yet a policy that ends all hooks ends them too, whatever dialect they answer in. */
function refuseCallback({ handler }: Hook, { callbacksOff = {} }: Loaded): Refusal | undefined {
  const [why] = handler.type === 'function' ? Object.values(callbacksOff) : []
  return why === undefined ? undefined : { because: 'disabled', why }
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
