import { setMaxListeners } from 'node:events'
import { openWorkspace } from '../workspace/open.ts'
import type { WorkspaceOptions } from '../workspace/options.ts'
import type { PluginSpec } from '../config/plugins.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler } from '../core/hook.ts'
import type { Telemetry } from '../engine/telemetry.ts'
import { systemEnv, type Env } from '../ports/env.ts'
import { envOptions } from './engine-env.ts'
import type { DispatchOptions, Run } from '../engine/engine.ts'
import { joinSignals, type JoinedSignal } from '../core/join-signals.ts'
import { createEventCheck } from './check-event.ts'
import {
  checkCallbacks,
  checkEngineOptions,
  checkFrontmatter,
  checkFunctionHook,
  checkSessionCheck,
  checkSessionDefaults,
  checkSessionHooks,
  checkSessionId,
  remarkOnSettings,
} from './check-options.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { createSession, type EngineSession, type SessionDefaults } from './engine-session.ts'
import { createAddedPlugins } from './added-plugins.ts'
import { checkPlugin, checkPlugins } from './check-plugin.ts'
import { hookName, toWire } from './claude-wire.ts'
import { currentIssues } from './current-issues.ts'
import { completeEvent, type LooseInput } from './event-input.ts'
import {
  checkHook,
  functionHook,
  sdkHooks,
  type FunctionHookOptions,
  type SessionCheck,
  type SessionCheckOptions,
} from './function-hooks.ts'
import { createEngineTrust } from './engine-trust.ts'
import type { SdkHooks } from './hook-reply.ts'
import { createDepth } from './depth.ts'
import { createIdle } from './idle.ts'
import { statusLine, suggestFiles } from './lines.ts'
import {
  addAll,
  frontmatterAudience,
  readFrontmatter,
  readSettings,
  type AddedHooks,
  type FrontmatterOptions,
  type SessionHookOptions,
} from './session-hooks.ts'
import { sourceTexts } from './sources.ts'
import { stream } from './stream.ts'
import { createTurns } from './turns.ts'
import { createWatcher } from './watching.ts'
import { createTelemetry } from '../telemetry/index.ts'

/** One engine; two engines in one process share nothing. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkEngineOptions(options)
  checkPlugins(options.plugins)
  const workspace = await openWorkspace(workspaceOptions(options))
  await workspace.trust.loadReader()
  const { core, places, clock } = workspace
  const life = new AbortController()
  // Every step under way listens to it, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, life.signal)
  const idle = createIdle()
  const nextTurn = createTurns()
  const depth = createDepth()
  const checkEvent = createEventCheck()
  let count = 0
  const plugins = createAddedPlugins(workspace)
  const watcher = createWatcher(workspace, (event) => run(event), plugins.reread)
  const nextId = (kind: string, event: string): string => `${kind}:${event}:${(count += 1)}`

  function complete(input: LooseInput): Event {
    checkEvent(input)
    return completeEvent(input, places, clock.now())
  }

  /** The engine's own end cancels every run, on top of the caller's signal. */
  async function run(input: LooseInput, dispatch: DispatchOptions = {}, left?: AbortSignal): Promise<Run> {
    refuseWork()
    idle.enter()
    // Most dispatches have no signal of their own, and then there is nothing to join.
    const joined =
      dispatch.signal === undefined && left === undefined
        ? undefined
        : joinSignals(life.signal, dispatch.signal, left)
    try {
      const event = complete(input)
      const signal = joined === undefined ? life.signal : joined.signal
      const turn = nextTurn()
      // To wait for nothing would still cost a turn of the microtask queue.
      if (turn !== undefined) await turn
      const ran = depth.isFollowed(idle.active())
        ? depth.within(event.name, () => core.run(event, { ...dispatch, signal }))
        : core.run(event, { ...dispatch, signal })
      const done = await ran
      if (joined !== undefined) letGo(done, joined)
      // To wait for nothing would still cost a turn of the loop.
      const watched = watcher.heard(done)
      if (watched !== undefined) await watched
      return done
    } catch (error) {
      joined?.drop()
      throw error
    } finally {
      idle.leave()
      depth.left(idle.active())
    }
  }

  /** A hook in the background may still follow the caller's signal. */
  function letGo({ id, results }: Run, { drop }: JoinedSignal): void {
    if (results.some(({ outcome }) => outcome.kind === 'backgrounded'))
      void core.background.settled(id).then(drop)
    else drop()
  }

  function refuseWork(): void {
    if (life.signal.aborted) throw new Error('The engine was disposed.')
  }

  /** New hooks may name files to watch. */
  function added(remove: () => void): () => void {
    void watcher.refresh()
    return remove
  }

  function on(event: string, hook: FunctionHookOptions, handler: FunctionHandler): () => void {
    checkFunctionHook(event, hook, handler)
    const named = { ...hook, id: hook.id ?? nextId('function', event) }
    return added(core.add(functionHook(event, named, handler), hook.onSuccess))
  }

  function onCallbacks(hooks: SdkHooks): () => void {
    checkCallbacks(hooks)
    const removers = sdkHooks(hooks, (event) => nextId('callback', event), toWire).map((hook) =>
      core.add(hook),
    )
    return added(() => removers.forEach((remove) => remove()))
  }

  function onCheck(event: string, check: SessionCheckOptions, handler: SessionCheck): () => void {
    checkSessionCheck(event, check, handler)
    const named = { ...check, id: check.id ?? nextId('check', event) }
    return core.add(checkHook(event, named, handler), check.onSuccess)
  }

  async function addHooks(settings: unknown, session: SessionHookOptions = {}): Promise<AddedHooks> {
    checkSessionHooks(session)
    const read = remarkOnSettings(settings, await readSettings(settings, session, workspace.request))
    const all = addAll(core, read, { audience: session, onSuccess: session.onSuccess })
    await watcher.refresh()
    return all
  }

  async function addFrontmatter(file: string, session: FrontmatterOptions): Promise<AddedHooks> {
    checkFrontmatter(session)
    const read = await readFrontmatter(file, session, plugins.request())
    return addAll(core, read, { audience: frontmatterAudience(session), onSuccess: session.onSuccess })
  }

  async function addPlugin(spec: PluginSpec): Promise<AddedHooks> {
    refuseWork()
    checkPlugin(spec)
    const all = await plugins.add(spec)
    await watcher.refresh()
    return all
  }

  /** Counts what a program asked for besides events, and ends with the engine. */
  async function during<T>(work: (life: AbortSignal) => Promise<T>): Promise<T> {
    refuseWork()
    idle.enter()
    try {
      return await work(life.signal)
    } finally {
      idle.leave()
    }
  }

  /** Hooks that move into the background while the runs end are there when the last has ended. */
  async function dispose(): Promise<void> {
    life.abort()
    await watcher.close()
    await idle.reached()
    await core.background.cancel()
    await workspace.close()
  }

  function openSession(sessionId: string, defaults: SessionDefaults = {}): EngineSession {
    checkSessionId(sessionId)
    return createSession(engine, sessionId, defaults, checkSessionDefaults)
  }

  const engine: Engine = {
    has: core.has,
    budgetMs: core.budgetMs,
    run,
    dispatch: (input, dispatch) => run(input, dispatch).then(({ verdict }) => verdict),
    stream: (input, dispatch = {}) => stream((watched, left) => run(input, watched, left), dispatch),
    explain: async (input) => core.explain(complete(input)),
    on: on as Engine['on'],
    onCallbacks,
    onCheck,
    addHooks,
    addFrontmatter,
    session: openSession,
    addPlugin,
    watch: (files = {}) => watcher.start(files),
    statusLine: (status, line) => during((end) => statusLine(workspace, status, { ...line, end })),
    suggestFiles: (query, line) => during((end) => suggestFiles(workspace, query, { ...line, end })),
    sessionEnv: async (sessionId) => {
      const env = await workspace.sessionEnv()
      return { script: env.read(sessionId), variables: env.variables(sessionId) }
    },
    background: core.background,
    trust: createEngineTrust(workspace),
    get hooks() {
      return core.hooks()
    },
    get issues() {
      return currentIssues(workspace)
    },
    dispose,
  }
  return engine
}

function workspaceOptions({ sources = [], env, ...rest }: EngineOptions): WorkspaceOptions {
  const given = envOptions(env)
  return {
    stopCap: stopCapOf(given.env ?? systemEnv()),
    ...rest,
    ...given,
    sources: sourceTexts(sources),
    isOpen: true,
    review: 'engine.trust.list()',
    nameOf: hookName,
    telemetry: telemetryOf,
  }
}

/** As many as Claude Code allows (2.1.143). */
const STOP_CAP = 8

function stopCapOf({ variables }: Env): number {
  const said = variables['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] ?? ''
  return /^\d{1,9}$/.test(said) ? Number(said) : STOP_CAP
}

function telemetryOf(about: { managedOnly(): boolean }): Telemetry {
  return createTelemetry({ ...about, nameOf: hookName })
}
