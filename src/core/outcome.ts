import type { Issue } from './issue.ts'

/** What a process wrote to one stream: head and tail when it wrote more than the cap. */
export type Output = {
  /** The text, decoded; a line in the middle says how much was left out when `droppedBytes` is above 0. */
  readonly text: string
  /** Bytes that were written beyond the cap and not kept. 0: `text` is everything. */
  readonly droppedBytes: number
  /** False when the bytes were not valid UTF-8; `text` then holds replacement characters. */
  readonly wellFormed: boolean
  /** The byte order mark it began with, which `text` is without. Absent: it had none. */
  readonly bom?: 'utf-8' | 'utf-16le' | 'utf-16be'
}

/** Why a step gave no valid answer. The failure policy of its hook decides what that means. */
export type FailureClass =
  | 'launch-failure'
  /** The event could not be written for the hook to read. */
  | 'unprepared'
  | 'crash'
  | 'signal'
  | 'timeout'
  | 'overflow'
  | 'protocol-error'
  /** A file of its approval changed while it ran, so that other bytes than the approved ones may have run. */
  | 'swapped'
  | 'cancelled'

/** Facts about the run of a handler that the log keeps: never content. */
export type Note = Readonly<Record<string, string>>

/** What went wrong around the process of a step, and did not change what it said. */
type Warnings = readonly Issue[]

/** What physically happened to one step. */
export type Outcome = OneOutcome & {
  /** Files of its approval changed between their hash and the end of the step. Absent: they did not. */
  readonly swapped?: Issue
}

type OneOutcome =
  | {
      /** A process ended by itself or by a signal, within its timeout. */
      readonly kind: 'exited'
      /** Null when a signal ended the process. */
      readonly code: number | null
      /** Name of the signal that ended the process, such as `SIGKILL`. Absent: it exited. */
      readonly signal?: string
      /** The process outlived its parent, the only one that is told how it ended; `code` is then 0. */
      readonly isCodeUnknown?: true
      /** What the process wrote to stdout, up to 1 MiB. */
      readonly stdout: Output
      /** What the process wrote to stderr, up to 1 MiB. */
      readonly stderr: Output
      /** Milliseconds from the start of the step to its end. */
      readonly ms: number
      /** Its timeout in milliseconds, when a descendant still held stdout open then: the end of `stdout` may be missing. */
      readonly openAfterMs?: number
      /** It said while it ran that nobody should wait for it, and was waited for all the same. */
      readonly declared?: true
      /** Descendants that were still alive after the exit, and what became of them. */
      readonly leftovers?: 'terminated' | 'left'
      /** Problems around the process that did not change its answer. Absent: there were none. */
      readonly warnings?: Warnings
    }
  | {
      /** A handler without a process gave an answer: HTTP, MCP tool, model, function or rule. */
      readonly kind: 'answered'
      /** The answer before it is read: parsed JSON, a text, or what a function returned. */
      readonly body: unknown
      /** HTTP status of the response. Absent: the handler made no HTTP request. */
      readonly status?: number
      /** Facts for the log, such as the name of the model; never content. */
      readonly note?: Note
      /** Milliseconds from the start of the step to its end. */
      readonly ms: number
    }
  | {
      /** The step did not end in time and was stopped. */
      readonly kind: 'timed-out'
      /** Milliseconds that the step was given. */
      readonly afterMs: number
      /** The run's deadline, when that and not the hook's own timeout ended it. */
      readonly deadlineMs?: number
      /** `afterMs` is the time that the hook itself asked for while it ran. */
      readonly declared?: true
      /** What the process had written to stdout until then. */
      readonly stdout: Output
      /** What the process had written to stderr until then. */
      readonly stderr: Output
      /** Milliseconds from the start of the step to its end, the stopping included. */
      readonly ms: number
      /** Problems around the process. Absent: there were none. */
      readonly warnings?: Warnings
    }
  | {
      /** The handler could not be started, for example because its program does not exist. */
      readonly kind: 'not-started'
      /** Why it could not be started, and what to do. */
      readonly issue: Issue
      /** Milliseconds until that was known. */
      readonly ms: number
    }
  | {
      /** The handler itself broke after it started: a function threw, a connection was lost. */
      readonly kind: 'failed'
      /** What broke, and what to do. */
      readonly issue: Issue
      /** Which kind of failure it is. Absent: a crash. */
      readonly failure?: FailureClass
      /** Facts for the log, such as the name of the model; never content. */
      readonly note?: Note
      /** Milliseconds from the start of the step to its failure. */
      readonly ms: number
    }
  | {
      /** The step was stopped, or not begun, because its answer was no longer wanted. */
      readonly kind: 'cancelled'
      /** `host`: the signal of the dispatch was aborted. `earlier-step`: a step before it decided. */
      readonly by: 'host' | 'earlier-step'
      /** Milliseconds that the step had run. */
      readonly ms: number
    }
  | {
      /** The hook goes on after its event; `engine.background` tells its real end. */
      readonly kind: 'backgrounded'
      /** Milliseconds until it went into the background. */
      readonly ms: number
      /** Problems around the start. Absent: there were none. */
      readonly warnings?: Warnings
    }

export const noOutput: Output = Object.freeze({ text: '', droppedBytes: 0, wellFormed: true })

/** A step that got as far as saying something; what it said is for its dialect to read. */
export type Said = Extract<Outcome, { kind: 'exited' | 'answered' }>
