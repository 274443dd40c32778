import type { Effect } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Policy } from '../core/policy.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Clock } from '../ports/clock.ts'
import type { LookAtApprovals } from './approval-look.ts'
import type { EnvFileParts } from './env-files.ts'
import type { Progress } from './progress.ts'
import type { Run } from './run.ts'
import type { RunnerParts } from './runner.ts'
import type { StopCap } from './stop-cap.ts'
import type { Telemetry } from './telemetry.ts'
import type { Warn } from './tell-all.ts'
import type { WatchScripts } from './watch.ts'

/** What an engine is made of. */
export type EngineParts = RunnerParts & EnvFileParts & PolicyParts & HostParts & ListenerParts

export type Variables = Readonly<Record<string, string>>

/** The hooks, and what decides whether they may run. */
export type PolicyParts = {
  readonly hooks: readonly Hook[]
  readonly refuse: Policy['refuse']
  /** Called once, before `refuse` is asked about the first hook that matches. Absent: `refuse` needs nothing. */
  readonly prepare?: () => Promise<void>
  /** Asked before an event is planned. Absent: no hook needs an approval. */
  readonly lookAtApprovals?: LookAtApprovals
  /** Whether a hook of this event was approved once, so that something may speak in its place. */
  readonly mayStandIn?: (event: string) => boolean
  /** A bash parser comes with it, so it is loaded for the first event that meets a condition. */
  readonly loadConditions: () => Promise<Policy['condition']>
  /** Whether a hook comes from inside the project. */
  readonly ofProject: (hook: Hook) => boolean
  /** Follows the scripts of a hook that `refuse` just let run. Absent: nothing is followed. */
  readonly watch?: WatchScripts
  /** The command or call that shows hooks waiting for approval. */
  readonly review: string
  /** What the hooks of an event run with. A throw ends the run before any of them starts. */
  readonly variables: (event: Event) => Variables
  /** What the hooks that start processes should know about these variables. */
  readonly variableIssues?: (variables: Variables, hooks: readonly Hook[]) => readonly Issue[]
}

/** Whom the verdict is for. */
export type HostParts = {
  readonly clock: Clock
  /** The calling host; undefined for a program that reads the verdict itself and can honour all of it. */
  readonly host: (name: string) => Dialect | undefined
  /** An event that has not happened, to ask the policy about. */
  readonly probe: (name: string, sessionId?: string) => Event
  /** Absent: the calling host limits this itself. */
  readonly stopCap?: StopCap
  /**
   * Takes what background hooks have said to a session since its last event; what is taken is gone. Absent: whoever
   * reads the verdict hears it from `background`.
   */
  readonly takeLate?: (sessionId: string) => readonly Effect[]
  /**
   * Called with a plan that has steps, before they run: `decide` runs them, or the run of another call about the same
   * action is returned. Absent: every call decides by itself.
   */
  readonly once?: (begun: Pick<Run, 'id' | 'plan'>, decide: () => Promise<Run>) => Promise<Run>
}

/** Who hears of runs while they go on. */
export type ListenerParts = {
  readonly onProgress?: (progress: Progress) => void
  /** What the host calls a hook in front of people. Absent: as its event. */
  readonly nameOf?: (event: Event, hook: Hook) => string
  /** Hears of faults of the embedding program, which are not issues of a run. */
  readonly warn: Warn
  readonly telemetry?: Telemetry
}

/** Options of one dispatch. Every one has a default. */
export type DispatchOptions = {
  /** Cancels the run. With the reason `'interrupt'` (a new prompt), hooks that may wake the model go on. */
  readonly signal?: AbortSignal
  /** Bounds the whole run, on top of each hook's own timeout. */
  readonly deadlineMs?: number
  /** No person can answer: ask becomes deny. */
  readonly headless?: boolean
  /** Every hook is waited for, also those that would run in the background. */
  readonly forceSync?: boolean
  /** Hears of every start, output and end of a hook of this dispatch. Default: nobody does. */
  readonly onProgress?: (progress: Progress) => void
}
