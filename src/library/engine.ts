import type { Verdict } from '../core/decision.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Plan } from '../core/plan.ts'
import type { Background } from '../engine/background.ts'
import type { DispatchOptions, Run } from '../engine/engine.ts'
import type { Progress } from '../engine/runner.ts'
import type { AskUser } from '../ports/ask-user.ts'
import type { McpServers } from '../ports/mcp.ts'
import type { Model } from '../ports/model.ts'
import type { EventInput } from './event-input.ts'
import type { FunctionHookOptions, SdkHooks, SessionCheck, SessionCheckOptions } from './function-hooks.ts'
import type { AddedHooks, SessionHookOptions } from './session-hooks.ts'
import type { StreamItem } from './stream.ts'

export type EngineOptions = {
  /** Where the session runs. Default: the process's directory. */
  readonly cwd?: string
  /** Dialects whose own files are read (`hookwright`, `claude-code`), or paths of single files. Default: none. */
  readonly sources?: readonly string[]
  /** The program embedding the engine has the user's word that this project's hooks may run. */
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
}

export type Engine = {
  /** One look-up: may say yes too often, never no wrongly. Exact where a yes replaces the host's own work. */
  has(event: string): boolean
  dispatch(event: EventInput, options?: DispatchOptions): Promise<Verdict>
  /** The whole story of one dispatch: plan, outcomes, answers, verdict, counts, every no. */
  run(event: EventInput, options?: DispatchOptions): Promise<Run>
  /** The same, told while it happens. Leaving the loop early cancels the run. */
  stream(event: EventInput, options?: DispatchOptions): AsyncGenerator<StreamItem, void, undefined>
  /** The plan for an event; nothing runs. */
  explain(event: EventInput): Promise<Plan>
  /** Adds a function hook; the returned function removes it. Throws a TypeError for a misspelt event or a bad option. */
  on(event: string, options: FunctionHookOptions, run: FunctionHandler): () => void
  /** Adds callbacks in the shape of Claude Code's agent SDK. */
  onCallbacks(hooks: SdkHooks): () => void
  /** Adds a check of one session's conversation, for `Stop` and `SubagentStop`. */
  onCheck(event: string, options: SessionCheckOptions, check: SessionCheck): () => void
  /** Adds hooks in the shape of a settings file; they end with their session. */
  addHooks(settings: unknown, options?: SessionHookOptions): Promise<AddedHooks>
  /** What hooks have set for a session: a script to run before its shell commands, and what it sets for certain. */
  sessionEnv(
    sessionId: string,
  ): Promise<{ readonly script: string; readonly variables: Readonly<Record<string, string>> }>
  /** Hooks that go on after their event was answered. */
  readonly background: Background
  readonly hooks: readonly Hook[]
  /** Problems found while loading. */
  readonly issues: readonly Issue[]
  /** Stops what still runs, and settles when it has ended. Afterwards `dispatch` and `run` reject. */
  dispose(): Promise<void>
}
