import type { PluginSpec } from './config/plugins.ts'
import { findPlaces, refuseStateInside, stateDir } from './config/places.ts'
import type { Event } from './core/event.ts'
import type { Hook } from './core/hook.ts'
import type { Outcome } from './core/outcome.ts'
import type { Dialect, Places } from './dialects/dialect.ts'
import type { Progress } from './engine/progress.ts'
import type { Telemetry } from './engine/telemetry.ts'
import type { HeirOf } from './engine/watch.ts'
import type { AskUser } from './ports/ask-user.ts'
import { systemClock, type Clock } from './ports/clock.ts'
import { systemEnv, type Env } from './ports/env.ts'
import { systemFiles, type Files } from './ports/files.ts'
import type { McpServers } from './ports/mcp.ts'
import type { Model } from './ports/model.ts'
import { openState, type State } from './ports/state.ts'

export type WorkspaceOptions = {
  readonly env?: Env
  /** The variables hooks run with, by event. Absent: those of `env`. */
  readonly variables?: (event: Event) => Readonly<Record<string, string>>
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
  readonly trustProject?: boolean | string
  /** The call that shows hooks waiting for approval. Absent: the command `hookwright trust show`. */
  readonly review?: string
  /** Hears of every hook's start, output and end. */
  readonly onProgress?: (progress: Progress) => void
  /** What the host calls a hook in front of people. Absent: as its event. */
  readonly nameOf?: (event: Event, hook: Hook) => string
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
  /**
   * The most hooks that run as processes at once and are waited for, from 3 to 4096: a third each for gates, turn ends
   * and the rest. `SessionEnd` has half as many on top. Default 128.
   */
  readonly maxProcesses?: number
  /** The most hooks in the background at once, from 1 to 4096; 64 for one session. Default: 4 times `maxProcesses`. */
  readonly maxBackground?: number
  /** Starts background hooks in a process that outlives this one. Absent: they run in this one. */
  readonly delegate?: (hook: Hook, event: Event) => Outcome
  /** The process that goes on with a hook which declares itself async while it runs. Absent: this one does. */
  readonly heirOf?: HeirOf
  /**
   * The most milliseconds that a hook gets which declares itself async while it runs, whatever its `asyncTimeout` says;
   * from 1 to 600,000. Default: 600,000.
   */
  readonly maxAsyncTimeoutMs?: number
  /** Ids of the only hooks that may run. */
  readonly only?: readonly string[]
  /** The process is ours alone, so descriptors it inherited and would hand on to hooks may be closed. */
  readonly ownsProcess?: boolean
}

export type Dialects = ReadonlyMap<string, Dialect>

/** Where a call happens. */
export type Surroundings = {
  readonly env: Env
  readonly clock: Clock
  readonly files: Files
  readonly places: Places
  readonly state: State
  readonly dialects: Dialects
}

export function surroundings(dialects: Dialects, options: WorkspaceOptions): Surroundings {
  const env = options.env ?? systemEnv()
  const files = systemFiles
  const host = options.host === undefined ? undefined : dialects.get(options.host)
  const places = findPlaces(env, files, options.cwd ?? startVariable(host, env))
  const state = openState(stateDir(env), refuseStateInside(stateDir(env), places))
  return { env, clock: options.clock ?? systemClock, files, places, state, dialects }
}

/** A host's own word about where the session began beats the directory it happens to be in. */
function startVariable(host: Dialect | undefined, env: Env): string | undefined {
  const value = host?.projectVariable === undefined ? undefined : env.variables[host.projectVariable]
  return value === '' ? undefined : value
}
