import { openWorkspace, type WorkspaceOptions } from '../compose.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler } from '../core/hook.ts'
import { toWire } from '../dialects/_families/claude/encode-input.ts'
import type { DispatchOptions, Run } from '../engine/engine.ts'
import type { Session } from '../session/session.ts'
import {
  checkCallbacks,
  checkEngineOptions,
  checkFunctionHook,
  checkSessionCheck,
  createEventCheck,
  remarkOnSettings,
} from './check-options.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { completeEvent, type EventInput } from './event-input.ts'
import {
  checkHook,
  functionHook,
  sdkHooks,
  type FunctionHookOptions,
  type SdkHooks,
  type SessionCheck,
  type SessionCheckOptions,
} from './function-hooks.ts'
import { createIdle } from './idle.ts'
import { statusLine, suggestFiles } from './lines.ts'
import {
  addAll,
  readFrontmatter,
  readSettings,
  type AddedHooks,
  type FrontmatterOptions,
  type SessionHookOptions,
} from './session-hooks.ts'
import { stream } from './stream.ts'
import { startWatching, type Watching, type WatchOptions } from './watching.ts'
import { createTelemetry } from '../telemetry/index.ts'

/** One engine; two engines in one process share nothing. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkEngineOptions(options)
  const workspace = await openWorkspace(workspaceOptions(options))
  const { core, places, loaded, problems, clock } = workspace
  const life = new AbortController()
  const idle = createIdle()
  const checkEvent = createEventCheck()
  let count = 0
  let watching: Session | undefined
  const nextId = (kind: string, event: string): string => `${kind}:${event}:${(count += 1)}`

  function complete(input: EventInput): Event {
    checkEvent(input)
    return completeEvent(input, places, clock.now())
  }

  async function run(input: EventInput, dispatch: DispatchOptions = {}): Promise<Run> {
    if (life.signal.aborted) throw new Error('The engine was disposed.')
    idle.enter()
    try {
      const done = await core.run(complete(input), withLife(dispatch, life.signal))
      await watching?.heard(done)
      return done
    } finally {
      idle.leave()
    }
  }

  /** New hooks may name files to watch. */
  function added(remove: () => void): () => void {
    void watching?.refresh()
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
    const read = remarkOnSettings(settings, await readSettings(settings, session, workspace.request))
    const all = addAll(core, read, session)
    await watching?.refresh()
    return all
  }

  async function addFrontmatter(file: string, session: FrontmatterOptions): Promise<AddedHooks> {
    return addAll(core, await readFrontmatter(file, session, workspace.request), session)
  }

  async function watch(files: WatchOptions = {}): Promise<Watching> {
    if (watching !== undefined) throw new Error('The engine watches already.')
    const session = await startWatching(workspace, run, files)
    watching = session
    const close = async (): Promise<void> => {
      if (watching === session) watching = undefined
      await session.close()
    }
    return { moved: session.moved, close }
  }

  async function dispose(): Promise<void> {
    life.abort()
    await watching?.close()
    await Promise.all([idle.reached(), core.background.cancel()])
    await workspace.close()
  }

  return {
    has: core.has,
    run,
    dispatch: async (input, dispatch) => (await run(input, dispatch)).verdict,
    stream: (input, dispatch = {}) => stream((watched) => run(input, watched), dispatch),
    explain: (input) => core.explain(complete(input)),
    on,
    onCallbacks,
    onCheck,
    addHooks,
    addFrontmatter,
    watch,
    statusLine: (status, line) => statusLine(workspace, status, line),
    suggestFiles: (query, line) => suggestFiles(workspace, query, line),
    sessionEnv: async (sessionId) => {
      const env = await workspace.sessionEnv()
      return { script: env.read(sessionId), variables: env.variables(sessionId) }
    },
    background: core.background,
    get hooks() {
      return core.hooks()
    },
    issues: [...loaded.issues, ...problems],
    dispose,
  }
}

function workspaceOptions({ sources = [], ...rest }: EngineOptions): WorkspaceOptions {
  return { ...rest, sources, telemetry: createTelemetry() }
}

/** The engine's own end cancels every run, on top of the caller's signal. */
function withLife(options: DispatchOptions, life: AbortSignal): DispatchOptions {
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, life]) : life }
}
