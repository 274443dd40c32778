import type { Issue } from './issue.ts'

/** What a process wrote to one stream: head and tail when it wrote more than the cap. */
export type Output = {
  readonly text: string
  readonly droppedBytes: number
  /** False when the bytes were not valid UTF-8; `text` then holds replacement characters. */
  readonly wellFormed: boolean
  /** The byte order mark it began with, which `text` is without. Absent: it had none. */
  readonly bom?: 'utf-8' | 'utf-16le' | 'utf-16be'
}

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
      readonly kind: 'exited'
      /** Null when a signal ended the process. */
      readonly code: number | null
      readonly signal?: string
      /** The process outlived its parent, the only one that is told how it ended; `code` is then 0. */
      readonly isCodeUnknown?: true
      readonly stdout: Output
      readonly stderr: Output
      readonly ms: number
      /** Its timeout in milliseconds, when a descendant still held stdout open then: the end of `stdout` may be missing. */
      readonly openAfterMs?: number
      /** It said while it ran that nobody should wait for it, and was waited for all the same. */
      readonly declared?: true
      /** Descendants that were still alive after the exit, and what became of them. */
      readonly leftovers?: 'terminated' | 'left'
      readonly warnings?: Warnings
    }
  | {
      readonly kind: 'answered'
      readonly body: unknown
      /** Of an HTTP response. */
      readonly status?: number
      readonly note?: Note
      readonly ms: number
    }
  | {
      readonly kind: 'timed-out'
      readonly afterMs: number
      /** The run's deadline, when that and not the hook's own timeout ended it. */
      readonly deadlineMs?: number
      /** `afterMs` is the time that the hook itself asked for while it ran. */
      readonly declared?: true
      readonly stdout: Output
      readonly stderr: Output
      readonly ms: number
      readonly warnings?: Warnings
    }
  | { readonly kind: 'not-started'; readonly issue: Issue; readonly ms: number }
  /** The handler itself broke after it started: a function threw, a connection was lost. Without a class: a crash. */
  | {
      readonly kind: 'failed'
      readonly issue: Issue
      readonly failure?: FailureClass
      readonly note?: Note
      readonly ms: number
    }
  | { readonly kind: 'cancelled'; readonly by: 'host' | 'earlier-step'; readonly ms: number }
  | { readonly kind: 'backgrounded'; readonly ms: number; readonly warnings?: Warnings }

export const noOutput: Output = Object.freeze({ text: '', droppedBytes: 0, wellFormed: true })

/** A step that got as far as saying something; what it said is for its dialect to read. */
export type Said = Extract<Outcome, { kind: 'exited' | 'answered' }>
