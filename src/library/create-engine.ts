import { limits } from '../engine/limits.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'
import type { WorkspaceOptions } from '../workspace/options.ts'
import { hookName } from '../dialects/canonical.ts'
import type { Telemetry } from '../engine/telemetry.ts'
import { createTelemetry } from '../telemetry/index.ts'
import { addMethods } from './add-hooks.ts'
import { createAddedPlugins } from './added-plugins.ts'
import { checkEngineOptions, checkSessionDefaults, checkSessionId } from './check-options.ts'
import { checkPlugins } from './check-plugin.ts'
import { currentIssues } from './current-issues.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { envOptions } from './engine-env.ts'
import { beginLife, during, type EngineLife } from './engine-life.ts'
import { createSession } from './engine-session.ts'
import { createEngineTrust } from './engine-trust.ts'
import { statusLine, suggestFiles } from './lines.ts'
import { eventMethods } from './run-events.ts'
import { sourceTexts } from './sources.ts'
import { createWatcher, type Watcher } from './watching.ts'

/**
 * Makes an engine: reads the config files that `sources` names, and returns what runs their hooks and those of the
 * program. Two engines in one process share nothing. Rejects with a TypeError for an option that cannot be meant.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkEngineOptions(options)
  checkPlugins(options.plugins)
  const workspace = await openWorkspace(workspaceOptions(options))
  await workspace.trust.loadReader()
  const life = beginLife()
  const plugins = createAddedPlugins(workspace)
  const watcher = createWatcher(workspace, (event) => events.run(event), plugins.reread)
  const events = eventMethods({ workspace, life, heard: watcher.heard })
  const engine: Engine = {
    ...events,
    ...addMethods({ workspace, life, plugins, refresh: watcher.refresh }),
    ...lineMethods(workspace, life),
    session(sessionId, defaults = {}) {
      checkSessionId(sessionId)
      return createSession(engine, sessionId, defaults, checkSessionDefaults)
    },
    watch: (files = {}) => watcher.start(files),
    sessionEnv: (sessionId) => sessionEnv(workspace, sessionId),
    background: workspace.core.background,
    trust: createEngineTrust(workspace),
    get hooks() {
      return workspace.core.hooks()
    },
    get issues() {
      return currentIssues(workspace)
    },
    dispose: () => dispose(workspace, life, watcher),
  }
  return engine
}

/** Commands that print lines for a user interface. */
function lineMethods(workspace: Workspace, life: EngineLife): Pick<Engine, 'statusLine' | 'suggestFiles'> {
  return {
    statusLine: (status, line) => during(life, (end) => statusLine(workspace, status, { ...line, end })),
    suggestFiles: (query, line) => during(life, (end) => suggestFiles(workspace, query, { ...line, end })),
  }
}

async function sessionEnv(workspace: Workspace, sessionId: string): ReturnType<Engine['sessionEnv']> {
  const env = await workspace.sessionEnv()
  return { script: env.read(sessionId), variables: env.variables(sessionId) }
}

/** Hooks that move into the background while the runs end are there when the last has ended. */
async function dispose(workspace: Workspace, life: EngineLife, watcher: Watcher): Promise<void> {
  life.end()
  await watcher.close()
  await life.idle.reached()
  await workspace.core.background.cancel()
  await workspace.close()
}

function workspaceOptions({ sources = [], env, ...rest }: EngineOptions): WorkspaceOptions {
  const given = envOptions(env)
  return {
    defaultStopCap: limits.stopBlocks,
    ...rest,
    ...given,
    sources: sourceTexts(sources),
    isOpen: true,
    review: 'engine.trust.list()',
    nameOf: hookName,
    telemetry: telemetryOf,
  }
}

function telemetryOf(about: { managedOnly(): boolean }): Telemetry {
  return createTelemetry({ ...about, nameOf: hookName })
}
