import type { PluginSpec } from '../config/plugins.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { EngineParts } from '../engine/parts.ts'
import type { Progress } from '../engine/progress.ts'
import type { Telemetry } from '../engine/telemetry.ts'
import type { HeirOf } from '../engine/watch.ts'
import type { ModulePool } from '../handlers/module-pool.ts'
import type { AskUser } from '../ports/ask-user.ts'
import type { Clock } from '../ports/clock.ts'
import type { Env } from '../ports/env.ts'
import type { McpServers } from '../ports/mcp.ts'
import type { Model } from '../ports/model.ts'

export type WorkspaceOptions = {
  readonly env?: Env
  /** The variables hooks run with, by event. Absent: those of `env`. */
  readonly variables?: (event: Event) => Readonly<Record<string, string>>
  readonly clock?: Clock
  /** Where the session runs. Default: the process's directory. */
  readonly cwd?: string
  /** Dialects whose own files are read (names of the registry), or paths of single files. */
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
  readonly profile?: string
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
  /** Workers of modules that live longer than one workspace. Absent: they end with it. */
  readonly modules?: ModulePool
  /** Answers hooks that ask the user while they run. Absent: their stdin ends after the payload. */
  readonly askUser?: AskUser
  /** Which hooks may ask, besides those that say so themselves with `asks: true`. */
  readonly asks?: (hook: Hook) => boolean
  readonly telemetry?: (about: { managedOnly(): boolean }) => Telemetry
  /** How often in a row hooks may keep a turn going; 0: without end. Absent: see `defaultStopCap`. */
  readonly stopCap?: number
  /** The same where neither the program nor a variable of the environment names a number. Absent: the host counts. */
  readonly defaultStopCap?: number
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
  /** Carries what background hooks said since the last event of their session; for hosts that cannot hear it otherwise. */
  readonly carriesLate?: boolean
  /** See `EngineParts.once`. Absent: every call decides by itself. */
  readonly once?: EngineParts['once']
  /** Nothing is remembered of the session: the call is for an explanation or a measurement. */
  readonly isDry?: boolean
  /**
   * True: tool calls that would approve or disable hooks, or change hook settings, are asked about, as with
   * `hookwright run`. Default: false.
   */
  readonly selfGuard?: boolean
  /** Ids of the only hooks that may run. */
  readonly only?: readonly string[]
  /** Hooks may be added later, whatever dialect they are in, so every dialect is loaded at once. */
  readonly isOpen?: boolean
  /** The process is ours alone, so descriptors it inherited and would hand on to hooks may be closed. */
  readonly ownsProcess?: boolean
}
