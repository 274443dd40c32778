import type { Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { describeHandler, sourceTag, type Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import { limits } from './limits.ts'
import { tellAll, type Warn } from './tell-all.ts'
import { createThrottle, type OutputText } from './throttle.ts'

/** Which run an item belongs to, and what the run is about. */
export type RunAbout = {
  /** The same as `Run.id`. */
  readonly runId: string
  /** The event's canonical name. */
  readonly event: string
  /** Id of the session. Absent: the event belongs to none. */
  readonly sessionId?: string
  /** Id of the tool call. Absent: the event is not about one, or the host gives no id. */
  readonly toolUseId?: string
}

/** Which step an item is about. */
export type StepAbout = RunAbout & {
  /** The whole hook. */
  readonly hook: Hook
  /** Stable id of the hook. */
  readonly hookId: string
  /** What the host calls the hook in front of people: `PreToolUse:Bash`. */
  readonly hookName: string
  /** The hook's command, URL or prompt as its file has it, without any value filled in. */
  readonly label: string
  /** `settings`, `plugin:NAME`, `skill:NAME`, `agent:NAME`, or `program`. */
  readonly source: string
  /** Set when the step looks again, at the input another hook has rewritten. */
  readonly pass?: 2
  /** The step goes on after its event was answered. */
  readonly background?: true
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** One thing a step tells while its event is dispatched. */
export type Progress = StepAbout &
  (
    | {
        /** The hook's turn has come; its process may still wait for a free place. */
        readonly kind: 'started'
      }
    | ({
        /** A command hook has written something; the item holds what came since the one before. */
        readonly kind: 'output'
      } & OutputText)
    | {
        /** The hook has ended, was stopped, or goes on in the background. */
        readonly kind: 'finished'
        /** What physically happened; `backgrounded` when the hook goes on. */
        readonly outcome: Outcome
        /** What that means: decision, effects and problems. */
        readonly answer: Answer
      }
  )

/** Who hears of the steps of one run. */
export type Reporting = {
  readonly runId: string
  readonly listeners: readonly ((progress: Progress) => void)[]
  /** Somebody among them wants to know what processes write. */
  readonly hearsOutput: boolean
  readonly nameOf: (event: Event, hook: Hook) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: Warn
}

/** What one step tells. */
export type StepReport = {
  started(): void
  /** Takes what its process writes; returns false when it needs no more. Absent: no listener wants it. */
  readonly output?: (stream: 'stdout' | 'stderr', text: string) => boolean
  /** `late`: the step had gone into the background. */
  finished(outcome: Outcome, answer: Answer, late?: 'late'): void
}

export function createReport(
  hook: Hook,
  { event, pass }: { readonly event: Event; readonly pass?: 2 | undefined },
  reporting: Reporting,
): StepReport {
  const about: Omit<StepAbout, 'at'> = {
    ...runAbout(reporting.runId, event),
    hook,
    hookId: hook.id,
    hookName: reporting.nameOf(event, hook),
    label: describeHandler(hook.handler),
    source: sourceTag(hook.source),
    ...(pass !== undefined && { pass }),
  }
  let behind: { readonly background?: true } = {}
  const say = (item: Told): void =>
    tellAll({ ...about, ...behind, at: reporting.now(), ...item }, reporting.listeners, reporting.warn)
  const throttle = createThrottle(limits.progress, (text) => say({ kind: 'output', ...text }))
  return {
    started: () => say({ kind: 'started' }),
    ...(reporting.hearsOutput && { output: throttle.add }),
    finished(outcome, answer, late) {
      throttle.flush()
      if (late) behind = { background: true }
      say({ kind: 'finished', outcome, answer })
      if (outcome.kind === 'backgrounded') behind = { background: true }
      else throttle.close()
    },
  }
}

export function runAbout(runId: string, { name, sessionId, tool }: Event): RunAbout {
  return {
    runId,
    event: name,
    ...(sessionId !== undefined && { sessionId }),
    ...(tool?.useId !== undefined && { toolUseId: tool.useId }),
  }
}

type Told = Progress extends infer Item
  ? Item extends Progress
    ? Omit<Item, keyof StepAbout>
    : never
  : never
