import type { WorkspaceOptions } from '../workspace/options.ts'
import type { PluginSpec } from '../config/plugins.ts'
import type { Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { CommonFields } from '../dialects/canonical.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Plan } from '../core/plan.ts'
import type { Background } from '../engine/background.ts'
import type { Run } from '../engine/run.ts'
import type { DispatchOptions } from '../engine/parts.ts'
import type { EngineEnv } from './engine-env.ts'
import type { EngineTrust } from './engine-trust.ts'
import type { EventInput } from './event-input.ts'
import type { AnyEvent } from './event-names.ts'
import type { FunctionHookOptions, SessionCheck, SessionCheckOptions } from './function-hooks.ts'
import type { EventOf, HookContext, HookReturn, KnownCallbacks, KnownReturn, SdkHooks } from './hook-reply.ts'
import type { LineCommandOptions, SuggestionOptions } from './lines.ts'
import type { AddedHooks, FrontmatterOptions, SessionHookOptions } from './session-hooks.ts'
import type { ProfileName } from '../dialects/registry.ts'
import type { EngineSource } from './sources.ts'
import type { StreamItem } from './stream.ts'
import type { PackName, UseOptions } from './use-pack.ts'
import type { Watching, WatchOptions } from './watching.ts'

/** Options of `createEngine`. Every one has a default. */
export type EngineOptions = Pick<
  WorkspaceOptions,
  | 'cwd'
  | 'plugins'
  | 'settings'
  | 'managedSettings'
  | 'trustProject'
  | 'onProgress'
  | 'model'
  | 'mcp'
  | 'askUser'
  | 'asks'
  | 'selfGuard'
  | 'stopCap'
  | 'maxProcesses'
  | 'maxBackground'
  | 'maxAsyncTimeoutMs'
> & {
  /**
   * Names of hosts whose own config files are read, or paths of single files. Default: none, so that only hooks run
   * which the program adds.
   */
  readonly sources?: readonly EngineSource[]
  /** Which variant is meant of a host that has several: `cli`, `vscode`, `cloud` or `guide`. Default: `cli`. */
  readonly profile?: ProfileName
  /** The environment in place of `process.env`; a function gives it for each event. Default: `process.env`. */
  readonly env?: EngineEnv
}

/** Runs hooks for the events of a program. Made by `createEngine`; `dispose` ends it. */
export type Engine = {
  /**
   * Returns false when no hook can run for the event, which saves making it. True may also mean that no matcher
   * fits; it is exact on events where a hook does the work of the host, such as `WorktreeCreate`.
   */
  has(event: AnyEvent): boolean
  /**
   * Runs the hooks of an event and returns what they decided together. Rejects with a TypeError for an event that
   * cannot be meant; hooks that fail do not make it reject.
   */
  dispatch<Name extends AnyEvent>(event: EventInput<Name>, options?: DispatchOptions): Promise<Verdict>
  /**
   * Runs the hooks of an event like `dispatch`, and returns everything: plan, outcomes, answers, verdict, counts and
   * every no.
   */
  run<Name extends AnyEvent>(event: EventInput<Name>, options?: DispatchOptions): Promise<Run>
  /**
   * Runs the hooks of an event like `run`, and yields every start, output and end of a hook while it happens, then
   * the verdict. Leaving the loop early cancels the run.
   */
  stream<Name extends AnyEvent>(
    event: EventInput<Name>,
    options?: DispatchOptions,
  ): AsyncGenerator<StreamItem, void, undefined>
  /** Returns which hooks would run for the event and which would not, each with the reason. Runs nothing. */
  explain<Name extends AnyEvent>(event: EventInput<Name>): Promise<Plan>
  /**
   * Milliseconds that all hooks of an event share: for `SessionEnd`, how long a program that ends should wait. Undefined
   * where each hook has only its own timeout, or where there is no hook. `sessionId`: whose event it will be, for the
   * function `env` of createEngine and for hooks of one session.
   */
  budgetMs(event: AnyEvent, sessionId?: string): number | undefined
  /** Adds a function hook; the returned function removes it. Throws a TypeError for a misspelt event or a bad option. */
  on<Name extends AnyEvent, Returned extends HookReturn<Name>>(
    event: Name,
    options: FunctionHookOptions,
    run: ((event: EventOf<Name>, context: HookContext) => Returned) & KnownReturn<Returned, Name>,
  ): () => void
  /** Adds callbacks in the shape of Claude Code's agent SDK. */
  onCallbacks<const Hooks extends SdkHooks>(hooks: Hooks & KnownCallbacks<Hooks>): () => void
  /** Adds a check of one session's conversation, for `Stop` and `SubagentStop`. */
  onCheck(event: 'Stop' | 'SubagentStop', options: SessionCheckOptions, check: SessionCheck): () => void
  /**
   * Adds the hooks of a pack: `await engine.use('hookwright/dangerous-commands', { with: { level: 'deny' } })`. Rejects
   * with a TypeError for a pack or an option that does not exist.
   */
  use<Name extends PackName>(pack: Name, options?: UseOptions<Name>): Promise<AddedHooks>
  /** Adds hooks in the shape of a settings file; they end with their session. */
  addHooks(settings: unknown, options?: SessionHookOptions): Promise<AddedHooks>
  /** Adds the hooks of a skill or agent that is invoked, from its Markdown file. */
  addFrontmatter(file: string, options: FrontmatterOptions): Promise<AddedHooks>
  /** Returns a handle whose events carry a session's id and these defaults. Making one costs nothing and starts nothing. */
  session(sessionId: string, defaults?: SessionDefaults): EngineSession
  /** Adds the hooks of a plugin, as if it had been among `plugins` of createEngine. */
  addPlugin(plugin: PluginSpec): Promise<AddedHooks>
  /** Watches the files hooks come from, and those `FileChanged` hooks are about, until closed or disposed. */
  watch(options?: WatchOptions): Promise<Watching>
  /** The lines that Claude Code's `statusLine` command prints for this status, in the session of its `session_id`. */
  statusLine(status: unknown, options?: Omit<LineCommandOptions, 'end'>): Promise<readonly string[]>
  /** The paths that Claude Code's `fileSuggestion` command offers for what was typed. */
  suggestFiles(query: string, options?: Omit<SuggestionOptions, 'end'>): Promise<readonly string[]>
  /** Returns what hooks have set for a session, for the shell commands that the program runs in it. */
  sessionEnv(sessionId: string): Promise<{
    /** Shell script to run before each command of the session; empty when there is nothing to set. */
    readonly script: string
    /** Variables that the script certainly sets, by name. */
    readonly variables: Readonly<Record<string, string>>
  }>
  /** Hooks that go on after their event was answered. */
  readonly background: Background
  /** Approvals of the project's hooks, which act on this engine at once. */
  readonly trust: EngineTrust
  /** All hooks in force, of files and of the program, in configuration order. Each look asks anew. */
  readonly hooks: readonly Hook[]
  /** Problems of the files as they were last read, and hooks that wait for an approval now. Each look asks anew. */
  readonly issues: readonly Issue[]
  /** Stops what still runs, and settles when it has ended. Afterwards `dispatch` and `run` reject. */
  dispose(): Promise<void>
}

/** What every event of a session carries unless the event itself says otherwise. */
export type SessionDefaults = Partial<
  Pick<Event, 'cwd' | 'projectDir' | 'transcriptPath' | 'permissionMode' | 'agent'>
> & {
  /** Fields that every event may carry; those of an event are added to them. */
  readonly fields?: CommonFields
}

/** One session of an engine: its events carry its id and defaults, and hooks added here fire for it alone. */
export type EngineSession = Pick<
  Engine,
  'dispatch' | 'run' | 'stream' | 'explain' | 'on' | 'use' | 'addHooks' | 'addFrontmatter'
> & {
  /** Id of the session, which every event gets. */
  readonly sessionId: string
  /**
   * Returns the milliseconds that all hooks of an event of this session share; undefined where each has only its own
   * timeout.
   */
  budgetMs(event: AnyEvent): number | undefined
  /** Changes defaults for later events; those not named stay. */
  update(defaults: SessionDefaults): void
  /** Adds a check of this session's conversation, for `Stop` and `SubagentStop`; the returned function removes it. */
  onCheck(
    event: Parameters<Engine['onCheck']>[0],
    options: WithoutSession<SessionCheckOptions>,
    check: SessionCheck,
  ): () => void
}

/** Of each member of a union. */
type WithoutSession<Options> = Options extends unknown ? Omit<Options, 'sessionId'> : never
